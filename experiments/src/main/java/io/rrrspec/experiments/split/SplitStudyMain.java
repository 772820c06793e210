package io.rrrspec.experiments.split;

import io.rrrspec.common.UsageException;
import io.rrrspec.experiments.ScriptOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** {@code scripts/split-study}: whether random parts of a class are the class. */
public final class SplitStudyMain {
  private static final String HELP =
      """
      Usage: scripts/split-study [--seed S] [--slaves N] [--limit SECONDS] DIR...

      Runs the test classes of suites whole, and then each one that has two methods or more in two or
      three random parts, and compares them test by test. A DIR is a Maven project, such as
      scripts/real-suite lays out. Redis, server, worker and slaves are those of rrrspec-java;
      only the parts are chosen here, so that short classes are divided, too.

      What differs runs once more: whole, in the same parts, and in the same parts one after
      another. So a flaky class is told from one whose tests depend on one another, and from one
      whose parts disturb each other.

      Prints in Markdown: for each suite how many classes were equal, refused or void, and each test
      that differs; at the end the reasons with their shares. The tests may write to DIR.

        --seed S         chooses the parts. Default: 1
        --slaves N       how many JVMs at a time. Default: 2
        --limit SECONDS  how long a class may take, if it has not taken longer as a whole.
                         Default: 300
        --help           print this

      Ends with 0; 1 if a class had no end, or its parts decided it with other tests than the whole
      class has, and that was not by chance; 2 on wrong use.
      """;

  private SplitStudyMain() {}

  /** Prints the tables. */
  public static void main(String[] args) throws Exception {
    if (List.of(args).contains("--help") || List.of(args).contains("-h")) {
      System.out.print(HELP);
      return;
    }
    int first = firstDirectory(args);
    ScriptOptions options =
        ScriptOptions.of(
            Arrays.copyOf(args, first), List.of("--seed", "--slaves", "--limit"), List.of());
    long seed = options.number("--seed", 1, 0);
    int slaves = options.count("--slaves", 2, 1);
    Duration limit = Duration.ofSeconds(options.count("--limit", 300, 1));
    List<Path> suites = Arrays.stream(args).skip(first).map(Path::of).toList();
    try {
      System.exit(study(suites, seed, slaves, limit) ? 0 : 1);
    } catch (UsageException e) {
      throw ScriptOptions.refuse(e);
    }
  }

  /** Whether no class was lost. */
  private static boolean study(List<Path> suites, long seed, int slaves, Duration limit)
      throws IOException {
    if (suites.isEmpty()) {
      throw new UsageException("no DIR given");
    }
    suites.forEach(Suite::require);
    Path directory = Files.createTempDirectory("rrrspec-split-study");
    try {
      Report report = new Report(System.out);
      for (Path dir : suites) {
        Suite suite = Suite.prepare(dir, directory, limit);
        report.add(suite.name(), new Study(suite, slaves, seed).outcomes());
      }
      report.printAll();
      return report.isSound();
    } finally {
      delete(directory);
    }
  }

  /** Options come first, each with a value. */
  private static int firstDirectory(String[] args) {
    int first = 0;
    while (first < args.length && args[first].startsWith("-")) {
      first += 2;
    }
    return Math.min(first, args.length);
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}

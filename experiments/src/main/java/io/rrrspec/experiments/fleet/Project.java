package io.rrrspec.experiments.fleet;

import io.rrrspec.common.ServiceException;
import io.rrrspec.testing.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/** The sources of the measured project, laid out by {@code scripts/real-suite}. */
final class Project {
  private final Path directory;

  private Project(Path directory) {
    this.directory = directory;
  }

  /** Lays a suite out in a directory that is empty, or that an earlier call has made. */
  static Project layOut(String suite, Path directory) throws IOException, InterruptedException {
    Process script =
        new ProcessBuilder(
                Checkout.script("real-suite").toString(), "--suite", suite, directory.toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (script.waitFor() != 0) {
      throw new ServiceException("scripts/real-suite cannot lay out " + suite);
    }
    return new Project(directory);
  }

  Path directory() {
    return directory;
  }

  /** Changes the first test class in the order of names: a line of comment at its end. */
  void changeOneClass(String comment) throws IOException {
    Path tests = directory.resolve("src/test/java");
    try (Stream<Path> files = Files.walk(tests)) {
      Path first =
          files
              .filter(file -> file.toString().endsWith("Test.java"))
              .sorted()
              .findFirst()
              .orElseThrow(() -> new ServiceException("no test class in " + tests));
      Files.writeString(first, "// " + comment + "\n", StandardOpenOption.APPEND);
    }
  }
}

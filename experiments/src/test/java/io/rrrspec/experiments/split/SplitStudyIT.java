package io.rrrspec.experiments.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.experiments.split.ClassOutcome.Cause;
import io.rrrspec.experiments.split.ClassOutcome.Kind;
import io.rrrspec.testing.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small project with a class of each kind, run whole and in random parts by real processes. */
class SplitStudyIT {
  private static final Path LAUNCHER = Checkout.distribution().resolve("bin/rrrspec-java");

  @TempDir Path dir;

  @Test
  void eachClassIsSeenAsWhatItIs() throws IOException {
    if (!LAUNCHER.toFile().setExecutable(true)) {
      throw new IOException("cannot make " + LAUNCHER + " executable: build it first");
    }
    Path project = copy(Checkout.project("parts"), dir.resolve("parts"));
    Suite suite =
        Suite.prepare(project, Files.createDirectory(dir.resolve("own")), Duration.ofSeconds(60));
    Map<String, ClassOutcome> outcomes =
        new Study(suite, 2, 1)
            .outcomes().stream().collect(Collectors.toMap(ClassOutcome::task, Function.identity()));

    assertThat(outcomes.get("shop.LongTest")).extracting(ClassOutcome::kind).isEqualTo(Kind.EQUAL);
    assertThat(outcomes.get("shop.ShortTest")).extracting(ClassOutcome::kind).isEqualTo(Kind.SMALL);
    assertThat(outcomes.get("shop.OrderedTest"))
        .extracting(ClassOutcome::kind, ClassOutcome::reason)
        .containsExactly(Kind.REFUSED, "ordered methods (@TestMethodOrder)");
    assertThat(outcomes.get("shop.ReliesTest"))
        .extracting(ClassOutcome::kind, ClassOutcome::generalReason, ClassOutcome::cause)
        .containsExactly(Kind.VOID, "its part N/N failed", Cause.DEPENDENT);
  }

  private static Path copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
    return to;
  }
}

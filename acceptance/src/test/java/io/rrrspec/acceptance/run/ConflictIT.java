package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two classes that never met in one fork of Surefire disturb each other in two JVMs. */
class ConflictIT {
  private static final String UNCONFIRMED = "not confirmed: the next run looks again";

  @TempDir private Path scratch;

  @ParameterizedTest
  @CsvSource({
    "ServerTest, Address already in use, fails while com.example.shop.%s runs in another JVM",
    "PayingOutTest|PayingInTest, another process has opened the till, "
        + "fails once com.example.shop.%s has run in another JVM"
  })
  void itIsFoundAndKeptApart(String pair, String message, String facts) throws Exception {
    RealRun run = projectOf(pair.split("\\|"));

    RealRun.Result found = run.run("--slaves", "2");
    // On a busy machine the time for a search may not be enough: then the next run goes on with it.
    // Or the two do not meet again when they are run again: then the class has failed. Or one JVM
    // starts so late that the other one runs both: then nothing fails.
    for (int again = 0; again < 6 && !isExplained(found); again++) {
      assertThat(found.code())
          .as("no explanation, no green run: %s", found.out())
          .isEqualTo(found.out().contains(message) ? 1 : 0);
      found = run.run("--slaves", "2");
    }
    assertThat(found.code()).as(found.err() + found.out()).isZero();
    assertThat(found.out())
        .contains("Conflicts: failed beside others, passed with the host to themselves", message)
        .containsPattern(facts.formatted("\\w+") + " \\(4 of 4\\)")
        .contains("passes with the host to itself (5 of 5)")
        .contains(" PASSED    6 passed  of 6 tests")
        .contains(" Conflicts 1 class fails only beside others");

    RealRun.Result second = run.run("--slaves", "2");
    assertThat(second.code()).as(second.err() + second.out()).isZero();
    assertThat(second.out())
        .contains(" PASSED    6 passed  of 6 tests")
        .doesNotContain("Conflicts");
    assertThat(run.left()).isEmpty();
  }

  private static boolean isExplained(RealRun.Result result) {
    return result.out().contains("Conflicts: ") && !result.out().contains(UNCONFIRMED);
  }

  /** The pair whose names end so, and what shares nothing. */
  private RealRun projectOf(String... endings) throws IOException {
    RealRun run = new RealRun(scratch, "conflicts");
    try (Stream<Path> files = Files.list(run.project().resolve("src/test/java/com/example/shop"))) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString().replace(".java", "");
        boolean kept = !name.endsWith("Test") || name.startsWith("Article");
        for (String ending : endings) {
          kept |= name.endsWith(ending);
        }
        if (!kept) {
          Files.delete(file);
        }
      }
    }
    return run;
  }
}

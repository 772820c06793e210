package io.rrrspec.experiments.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.testing.Checkout;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A few of the changes that {@code scripts/change-check} makes by the hundred. */
class ChangeCheckIT {
  private static final long SEED = 4711;
  private static final Path LAUNCHER = Checkout.distribution().resolve("bin/rrrspec-java");
  private static final PrintStream NOWHERE =
      new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);

  @TempDir Path directory;

  /** JUnit warns of each link to the repository that it finds. */
  @AfterEach
  void deleteLinks() throws IOException {
    for (String name : List.of("site", "lane1", "lane1-green")) {
      Tree.deleteTree(directory.resolve(name));
    }
  }

  @Test
  void whatIsGreenAfterAChangeIsGreenForMaven() throws IOException, InterruptedException {
    if (!LAUNCHER.toFile().setExecutable(true)) {
      throw new IOException("cannot make " + LAUNCHER + " executable: build it first");
    }
    List<String> names = List.of("nothing", "same-size-and-time", "test-resource");
    List<Kind> kinds = Kinds.all().stream().filter(kind -> names.contains(kind.name())).toList();
    Report report = new Series(kinds, 1, SEED, System.err).run(directory, LAUNCHER, 1);

    assertThat(report.wrong()).isEmpty();
    assertThat(report.size()).as(report.text(kinds)).isEqualTo(names.size());
    // Where prepare is never skipped, nothing is measured.
    assertThat(report.hasShortcuts()).as(report.text(kinds)).isTrue();
  }

  @Test
  void prepareIsSkippedIfNothingHasChangedAndOnlyThen() throws IOException, InterruptedException {
    Decisions decisions = new Decisions(SEED, NOWHERE);
    decisions.prepare(directory, 200);

    assertThat(decisions.wrong()).isEmpty();
    assertThat(decisions.changes()).isEqualTo(200);
  }

  @Test
  void aWorkerGetsWhatHasChangedAndSetsUpOnlyThen() throws IOException, InterruptedException {
    Decisions decisions = new Decisions(SEED, NOWHERE);
    decisions.setUp(directory, 60);

    assertThat(decisions.wrong()).isEmpty();
    assertThat(decisions.changes()).isEqualTo(60);
  }
}

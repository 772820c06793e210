package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One machine, one project, two terminals. */
class TwoRunsIT {
  @TempDir Path scratch;

  @Test
  void twoFirstRunsOfOneProjectAtOnceBothCountEverything() throws Exception {
    RealRun one = new RealRun(scratch, "junit4");
    RealRun other = one.beside(Files.createDirectory(scratch.resolve("other")));

    Process first = one.start();
    Process second = other.start();

    assertThat(first.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(second.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(first.exitValue()).as(one.err()).isZero();
    assertThat(second.exitValue()).as(other.err()).isZero();
    assertThat(other.suites().counts()).isEqualTo(one.suites().counts()).isNotEmpty();
    // Who came second waited instead of spoiling the other's target directory.
    assertThat(one.err() + other.err())
        .containsOnlyOnce("waiting for another process that compiles")
        .containsOnlyOnce("compiling with");
  }
}

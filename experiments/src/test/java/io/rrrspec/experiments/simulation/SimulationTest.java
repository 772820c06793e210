package io.rrrspec.experiments.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.redis.EmbeddedRedis;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A hundred of the runs that {@code scripts/simulate} makes by the thousand. */
class SimulationTest {
  private static final long SEED = 4711;
  private static final int RUNS = 100;
  private static final Path CACHE = Path.of("target", "redis").toAbsolutePath();

  @TempDir Path directory;

  @Test
  void nothingIsLostNothingIsCountedTwiceAndTheEndIsReached() throws Exception {
    ByteArrayOutputStream broken = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(broken, true, StandardCharsets.UTF_8);
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    Summary summary =
        new Batch(SEED, 0, RUNS, 1, false, Duration.ofDays(1), out, nowhere).run(2, CACHE);

    assertThat(broken.toString(StandardCharsets.UTF_8)).isEmpty();
    // A simulation in which nothing goes wrong, or no work is done, proves nothing.
    assertThat(summary.faults()).isGreaterThan(5 * RUNS);
    assertThat(summary.tasks()).isGreaterThan(2 * RUNS);
    assertThat(summary.possible()).isGreaterThan(RUNS / 10);
    assertThat(summary.placed()).isGreaterThan(summary.possible() * 9 / 10);
    assertThat(summary.scarce()).isGreaterThan(RUNS);
    assertThat(summary.slavesMore()).isGreaterThan(RUNS / 10);
  }

  @Test
  void aSeedAlwaysRunsInTheSameWay() throws Exception {
    try (Quiet quiet = new Quiet();
        EmbeddedRedis redis = EmbeddedRedis.start(CACHE);
        EmbeddedRedis other = EmbeddedRedis.start(CACHE);
        Series series = new Series(SEED, redis.url(), directory);
        Series again = new Series(SEED, other.url(), directory)) {
      for (int number = 0; number < 10; number++) {
        assertThat(again.run(number).history()).isEqualTo(series.run(number).history());
      }
      assertThat(series.run(1).history()).isNotEqualTo(series.run(2).history());
    }
  }
}

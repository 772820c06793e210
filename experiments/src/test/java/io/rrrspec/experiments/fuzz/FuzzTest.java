package io.rrrspec.experiments.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.experiments.fuzz.Target.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Hostile input to everything that is read. {@code -Dfuzz.inputs} says how much of it, {@code
 * -Pnightly} a million, and {@code -Drrrspec.fuzz.seed} chooses another one.
 */
@EnabledIfSystemProperty(
    named = "rrrspec.fuzz.inputs",
    matches = "[1-9][0-9]*",
    disabledReason = "-Dfuzz.inputs says how many")
class FuzzTest {
  private static final long INPUTS = Long.getLong("rrrspec.fuzz.inputs", 0);
  private static final long SEED = Long.getLong("rrrspec.fuzz.seed", 1);
  private static final int MOST_FINDINGS = 20;
  private static final long MOST_GROWTH = 96L << 20;
  private static final int KINDS = 28;

  private static long heap() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  void nothingThatIsReadDoesHarm() throws Exception {
    Path cache = Path.of("target", "redis").toAbsolutePath();
    try (Everything everything = Everything.start(cache, SEED, null)) {
      Campaign campaign = everything.campaign();
      campaign.run(0, INPUTS / 2, Duration.ofHours(12), MOST_FINDINGS);
      long before = heap();
      campaign.run(INPUTS / 2, INPUTS - INPUTS / 2, Duration.ofHours(12), MOST_FINDINGS);

      ByteArrayOutputStream report = new ByteArrayOutputStream();
      new FuzzReport(campaign, SEED, null)
          .print(new PrintStream(report, true, StandardCharsets.UTF_8), 0);
      assertThat(campaign.findings()).as(report.toString(StandardCharsets.UTF_8)).isEmpty();
      assertThat(heap() - before).as("growth of the heap").isLessThan(MOST_GROWTH);
      assertThat(campaign.counts()).hasSizeGreaterThanOrEqualTo(KINDS);
      long taken = 0;
      long all = 0;
      for (Map<Outcome, Long> kind : campaign.counts().values()) {
        taken += kind.getOrDefault(Outcome.TAKEN, 0L);
        all += kind.values().stream().mapToLong(Long::longValue).sum();
      }
      assertThat(all).isEqualTo(INPUTS);
      assertThat(taken).as("inputs that were read").isBetween(all / 10, all - all / 10);
    }
  }
}

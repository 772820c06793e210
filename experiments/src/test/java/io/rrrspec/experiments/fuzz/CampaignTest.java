package io.rrrspec.experiments.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.experiments.fuzz.Target.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What does harm is found, once for each cause, and is met again by its number. */
class CampaignTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  private record Faulty(String kind, String bears) implements Target {
    @Override
    public Outcome feed(Draw draw) {
      String text = HostileText.any(draw);
      draw.tell(text);
      Harm.unless(bears.isEmpty() || !text.contains(bears), "it does not bear " + bears);
      return text.isEmpty() ? Outcome.REFUSED : Outcome.TAKEN;
    }
  }

  private static Campaign campaign() {
    Campaign campaign = new Campaign(7);
    campaign.add(new Faulty("good", ""), 3);
    campaign.add(new Faulty("faulty", "<script"), 1);
    return campaign;
  }

  @Test
  void aCauseIsFoundOnceAndItsInputComesAgain() {
    Campaign campaign = campaign();
    assertThat(campaign.run(0, 5_000, LONG, 10)).isEqualTo(5_000);
    assertThat(campaign.findings()).hasSize(1);
    Finding finding = campaign.findings().get(0);
    assertThat(finding.kind()).isEqualTo("faulty");
    assertThat(finding.input()).contains("<script");
    assertThat(campaign.times(finding)).isGreaterThan(1);
    Map<Outcome, Long> good = campaign.counts().getOrDefault("good", Map.of());
    assertThat(good).containsOnlyKeys(Outcome.TAKEN, Outcome.REFUSED);
    assertThat(good.values().stream().mapToLong(Long::longValue).sum()).isBetween(3_500L, 4_000L);

    Campaign again = campaign();
    again.run(finding.number(), 1, LONG, 10);
    assertThat(again.findings())
        .singleElement()
        .extracting(Finding::input)
        .isEqualTo(finding.input());
  }

  /** Takes long at the first of its inputs only, or at each. */
  private static final class Slow implements Target {
    private final boolean always;
    private int fed;

    Slow(boolean always) {
      this.always = always;
    }

    @Override
    public String kind() {
      return "slow";
    }

    @Override
    public Outcome feed(Draw draw) throws InterruptedException {
      if (always || fed == 0) {
        Thread.sleep(Duration.ofSeconds(1).toMillis());
      }
      fed++;
      return Outcome.TAKEN;
    }
  }

  @Test
  void anInputThatTakesLongOnlyOnceIsNoFinding() {
    Campaign campaign = new Campaign(7, Duration.ofSeconds(1));
    campaign.add(new Slow(false), 1);
    campaign.run(0, 1, LONG, 10);
    assertThat(campaign.findings()).isEmpty();
    assertThat(campaign.counts()).containsEntry("slow", Map.of(Outcome.TAKEN, 1L));
  }

  @Test
  void anInputThatTakesLongEachTimeIsOneFinding() {
    Campaign campaign = new Campaign(7, Duration.ofSeconds(1));
    Slow target = new Slow(true);
    campaign.add(target, 1);
    campaign.run(0, 1, LONG, 10);
    assertThat(campaign.findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.harm()).hasMessage("it took 1 s or more"));
    assertThat(target.fed).isEqualTo(3);
  }

  @Test
  void theReportSaysHowToSeeAFindingAgain() {
    Campaign campaign = campaign();
    campaign.run(0, 5_000, LONG, 1);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new FuzzReport(campaign, 7, null).print(new PrintStream(out, true, StandardCharsets.UTF_8), 1);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains(
            "scripts/fuzz --seed 7 --from " + campaign.findings().get(0).number() + " --runs 1",
            "it does not bear <script",
            "1 finding");
  }

  @Test
  void whatIsDrawnByLotGetsTheSameNameInEachProcess() {
    String uuid = "5f1c1f0e-2b7a-4f0e-9b7e-0d9f5a3c8e11";
    Map<String, String> names =
        StableIds.of(
            List.of("a:" + uuid, "b " + uuid + "wfDb1d4a6_G3QcvflVr6WdTwYUA", "c"), List.of());
    assertThat(names).containsOnlyKeys(uuid);
    assertThat(names.get(uuid)).isEqualTo("00000000-0000-1000-0000-000000000000");
    assertThat(StableIds.of(List.of(uuid), List.of(uuid))).isEmpty();
  }
}

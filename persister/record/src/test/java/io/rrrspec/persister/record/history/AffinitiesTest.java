package io.rrrspec.persister.record.history;

import static io.rrrspec.persister.record.RunBuilder.aRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.Affinity;
import io.rrrspec.common.model.KnownAffinity;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.persister.record.ArchiveContract;
import io.rrrspec.persister.record.RunBuilder;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What past runs say about what the classes of the next one share. */
class AffinitiesTest extends ArchiveContract {
  private RunBuilder run = aRun();

  private AffinitiesTest trial(String spec, @Nullable String key, boolean started, long millis) {
    Trial t = run.trial(spec, TrialVerdict.PASSED, millis);
    run.task(spec, TaskStatus.PASSED, t.withAffinity(key, started));
    return this;
  }

  private void saved() {
    archive.saveFinished(run.taskset(), run.tasks());
    run = aRun();
  }

  private static KnownAffinity known(String key, long cost, long own) {
    return new KnownAffinity(new Affinity(key, Duration.ofMillis(cost)), Duration.ofMillis(own));
  }

  @Test
  void theCostIsHowMuchLongerAClassTookWhereItPaid() {
    trial("a", "K", true, 2_100).trial("b", "K", false, 300).trial("c", null, false, 50).saved();
    trial("a", "K", false, 100).trial("b", "K", true, 2_500).trial("c", null, false, 60).saved();

    Map<String, KnownAffinity> found = history.affinities("myclass");

    // 2 s of the first run, and 2.2 s of the second.
    assertThat(found).containsOnlyKeys("a", "b");
    assertThat(found.get("a")).isEqualTo(known("K", 2_200, 100));
    assertThat(found.get("b")).isEqualTo(known("K", 2_200, 300));
    assertThat(history.affinities("other")).isEmpty();
  }

  @Test
  void withoutAClassThatHasDoneBothTheMediansAreCompared() {
    trial("a", "K", true, 2_100).trial("b", "K", false, 300).trial("c", "K", false, 500).saved();

    assertThat(history.affinities("myclass"))
        .isEqualTo(
            Map.of(
                "a",
                known("K", 1_600, 500),
                "b",
                known("K", 1_600, 300),
                "c",
                known("K", 1_600, 500)));
  }

  @Test
  void ifAllHavePaidNoneTakesLessThanTheStart() {
    trial("a", "K", true, 2_100).trial("b", "K", true, 1_900).saved();

    assertThat(history.affinities("myclass"))
        .isEqualTo(Map.of("a", known("K", 1_900, 200), "b", known("K", 1_900, 1)));
  }

  @Test
  void theNewestRunOfAClassSaysWhatItShares() {
    trial("moved", "K", true, 900)
        .trial("stays", "K", false, 90)
        .trial("ends", "K", true, 9)
        .saved();
    trial("moved", "L", true, 900).trial("ends", null, false, 90).saved();
    trial("moved", "L", false, 100).saved();

    Map<String, KnownAffinity> found = history.affinities("myclass");

    assertThat(found).containsOnlyKeys("moved", "stays");
    assertThat(found.get("moved")).isEqualTo(known("L", 800, 100));
    assertThat(found.get("stays")).isEqualTo(known("K", 0, 90));
  }

  @Test
  void trialsThatWereNotGoodSayNothing() {
    Trial bad = run.trial("a", TrialVerdict.BAD, 9_000).withAffinity("K", true);
    Trial good = run.trial("a", TrialVerdict.PASSED, 100).withAffinity("K", false);
    run.task("a", TaskStatus.PASSED, bad, good);
    Trial lost = run.trial("b", TrialVerdict.LOST, 9_000).withAffinity("K", true);
    run.task("b", TaskStatus.FAILED, lost);
    saved();

    assertThat(history.affinities("myclass")).isEqualTo(Map.of("a", known("K", 0, 100)));
  }

  @Test
  void aTrialIsReadAsItWasSaved() {
    trial("a", "spring Shop \u00e4 1", true, 10).trial("b", null, false, 10);
    String id = run.id();
    saved();

    Trial shared = reader.trials(id, "a").get(0);
    assertThat(shared.affinity()).isEqualTo("spring Shop \u00e4 1");
    assertThat(shared.affinityStarted()).isTrue();
    Trial other = reader.trials(id, "b").get(0);
    assertThat(other.affinity()).isNull();
    assertThat(other.affinityStarted()).isFalse();
  }
}

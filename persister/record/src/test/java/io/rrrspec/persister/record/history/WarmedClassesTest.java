package io.rrrspec.persister.record.history;

import static io.rrrspec.common.model.JvmKind.AS_IS;
import static io.rrrspec.common.model.JvmKind.QUICK;
import static io.rrrspec.persister.record.RunBuilder.aRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.Affinity;
import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.KnownAffinity;
import io.rrrspec.common.model.ProcessorTime;
import io.rrrspec.common.model.TaskJvm;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.persister.record.ArchiveContract;
import io.rrrspec.persister.record.RunBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Heavy classes that take less after others in the same JVM. */
class WarmedClassesTest extends ArchiveContract {
  private RunBuilder run = aRun();

  /** A good trial in one of two slaves; its processor time is what it takes. */
  private WarmedClassesTest ran(String spec, String slave, int from, int to) {
    return ran(spec, slave, from, to, AS_IS, null);
  }

  private WarmedClassesTest ran(
      String spec, String slave, int from, int to, JvmKind kind, @Nullable String shared) {
    Trial any = run.trial(spec, TrialVerdict.PASSED, 1);
    Instant start = RunBuilder.START;
    Trial trial =
        new Trial(
                any.key(),
                any.taskKey(),
                slave,
                start.plusSeconds(from),
                start.plusSeconds(to),
                any.status(),
                any.verdict(),
                "",
                "",
                0,
                0,
                0,
                any.cases(),
                null,
                2)
            .withProcessorTime(
                new ProcessorTime(
                    Duration.ofSeconds(to - from), Duration.ofSeconds(to - from), null))
            .withAffinity(shared, false);
    run.taskIn(
        kind == AS_IS ? null : new TaskJvm(kind, TaskJvm.State.TRIED),
        spec,
        TaskStatus.PASSED,
        trial);
    return this;
  }

  private void saved() {
    archive.saveFinished(run.taskset(), run.tasks());
    run = aRun();
  }

  private void apart() {
    ran("names", "s1", 0, 50).ran("parses", "s2", 0, 40).ran("small", "s2", 40, 41).saved();
  }

  private void together() {
    ran("names", "s1", 0, 50).ran("parses", "s1", 50, 62).ran("small", "s2", 0, 1).saved();
  }

  private static KnownAffinity warm(int cost, int own) {
    return new KnownAffinity(
        new Affinity("warm names", Duration.ofSeconds(cost)), Duration.ofSeconds(own));
  }

  private Map<String, KnownAffinity> found() {
    return history.affinities("myclass");
  }

  @Test
  void whatTakesLessThanHalfAfterAnotherClassSharesWithIt() {
    apart();
    apart();
    together();
    assertThat(found()).isEqualTo(Map.of("names", warm(28, 22), "parses", warm(28, 12)));
    assertThat(history.affinities("other")).isEmpty();
  }

  @Test
  void itIsKnownForAsLongAsARunInWhichItRanAloneIsRemembered() {
    apart();
    apart();
    for (int i = 0; i < HeavyClasses.RUNS - 2; i++) {
      together();
    }
    assertThat(found()).containsOnlyKeys("names", "parses");
    for (int i = 0; i < 2 * HeavyClasses.RUNS; i++) {
      together();
    }
    assertThat(found()).isEmpty();
  }

  @Test
  void whatTakesAsMuchSharesNothing() {
    apart();
    apart();
    ran("names", "s1", 0, 50).ran("parses", "s1", 50, 75).saved();
    assertThat(found()).isEmpty();
    // The last trials decide.
    together();
    together();
    assertThat(found()).containsOnlyKeys("names", "parses");
  }

  @Test
  void theTwoHeaviestMeetOnceIfTheyNeverHave() {
    apart();
    assertThat(found()).isEmpty();
    apart();
    assertThat(found()).isEqualTo(Map.of("names", warm(30, 20), "parses", warm(30, 10)));
    ran("parses", "s1", 0, 40).ran("names", "s1", 40, 90).saved();
    assertThat(found()).isEmpty();
  }

  @Test
  void twoThatHaveNotMetAreBroughtTogetherInAboutOneRunOfTen() {
    Map<String, Double> heavy = new LinkedHashMap<>(Map.of("names", 0.5));
    heavy.put("parses", 0.4);
    List<HeavyTrial> trials = new ArrayList<>();
    for (int number = 0; number < HeavyClasses.RUNS; number++) {
      for (String spec : heavy.keySet()) {
        trials.add(new HeavyTrial(spec, number, spec, 0, 50_000, Duration.ofSeconds(50), AS_IS));
      }
    }
    // Other projects may have every second number.
    for (int step : List.of(1, 2, 10)) {
      long tried =
          LongStream.range(0, 1_000)
              .filter(
                  n ->
                      !WarmedClasses.of(new HeavyClasses(heavy, heavy, trials, 31 + n * step))
                          .isEmpty())
              .count();
      assertThat(tried).as("every %d.", step).isBetween(70L, 130L);
    }
  }

  @Test
  void whatTakesLittleAfterAnotherClassIsStillHeavy() {
    apart();
    apart();
    for (int i = 0; i < 5; i++) {
      ran("names", "s1", 0, 50).ran("parses", "s1", 50, 53).saved();
    }
    assertThat(found()).containsOnlyKeys("names", "parses");
  }

  @Test
  void aClassThatIsGoneWarmsNoOther() {
    apart();
    apart();
    together();
    for (int i = 0; i < 3; i++) {
      ran("names2", "s1", 0, 50).ran("parses", "s1", 50, 62).saved();
    }
    assertThat(found()).doesNotContainKey("names");
  }

  @Test
  void aRunOfWhichLittleWasGoodDoesNotSayWhatIsHeavy() {
    for (boolean together : List.of(false, false, true)) {
      ran("names", "s1", 0, 50);
      WarmedClassesTest unused =
          together ? ran("parses", "s1", 50, 62) : ran("parses", "s2", 0, 40);
      for (int n = 0; n < 10; n++) {
        ran("other" + n, "s3", n * 30, n * 30 + 30);
      }
      saved();
    }
    for (int n = 0; n < 7; n++) {
      ran("small" + n, "s2", n * 6, n * 6 + 6);
    }
    saved();
    assertThat(found()).containsKeys("names", "parses");
  }

  @Test
  void onlyWhatIsAGoodPartOfARunIsBroughtTogether() {
    for (int i = 0; i < 3; i++) {
      ran("names", "s1", 0, 50).ran("parses", "s2", 0, 40);
      for (int n = 0; n < 12; n++) {
        ran("other" + n, "s2", 40, 60);
      }
      saved();
    }
    assertThat(found()).isEmpty();
  }

  @Test
  void anotherKindOfJvmIsNoComparison() {
    ran("names", "s1", 0, 50).ran("parses", "s2", 0, 40, QUICK, null).saved();
    ran("names", "s1", 0, 50).ran("parses", "s2", 0, 40, QUICK, null).saved();
    together();
    assertThat(found()).isEmpty();
    ran("names", "s1", 0, 50).ran("parses", "s1", 50, 60, QUICK, null).saved();
    assertThat(found()).containsOnlyKeys("names", "parses");
  }

  @Test
  void whatAFrameworkSaysIsNotLearned() {
    for (int i = 0; i < 2; i++) {
      ran("names", "s1", 0, 50).ran("parses", "s2", 0, 40, AS_IS, "spring").saved();
    }
    ran("names", "s1", 0, 50).ran("parses", "s1", 50, 62, AS_IS, "spring").saved();
    assertThat(found()).containsOnlyKeys("parses");
    assertThat(found().get("parses")).extracting(one -> one.affinity().key()).isEqualTo("spring");
  }

  @Test
  void oneClassMayWarmSeveral() {
    for (int i = 0; i < 2; i++) {
      ran("names", "s1", 0, 50).ran("parses", "s2", 0, 40).ran("formats", "s3", 0, 30).saved();
    }
    ran("names", "s1", 0, 50).ran("parses", "s1", 50, 62).ran("formats", "s1", 62, 67).saved();
    assertThat(found())
        .isEqualTo(Map.of("names", warm(28, 22), "parses", warm(28, 12), "formats", warm(28, 5)));
  }

  @Test
  void theOneThatWarmsMayTakeLess() {
    for (int i = 0; i < 2; i++) {
      ran("names", "s1", 0, 20).ran("parses", "s2", 0, 60).saved();
    }
    ran("names", "s1", 0, 20).ran("parses", "s1", 20, 45).saved();
    Map<String, KnownAffinity> found = found();
    assertThat(found.get("parses")).isEqualTo(warm(20, 25));
    assertThat(found.get("names")).isEqualTo(warm(20, 0));
  }

  @Test
  void whatTheFirstOneTakesIsMeasuredWhereTheOtherOneFollowed() {
    for (int i = 0; i < 4; i++) {
      ran("names", "s1", 0, 110).ran("parses", "s2", 0, 90).saved();
    }
    together();
    assertThat(found()).isEqualTo(Map.of("parses", warm(50, 12), "names", warm(50, 0)));
  }

  @Test
  void anyNameMakesAKey() {
    String name = "\u0085" + "a".repeat(300) + "\n";
    assertThat(Affinity.isKey(Affinity.learned(name))).isTrue();
    assertThat(Affinity.learned("a\nb")).isEqualTo("warm a?b");
  }
}

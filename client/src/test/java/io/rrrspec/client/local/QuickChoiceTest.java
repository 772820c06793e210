package io.rrrspec.client.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.persister.record.history.QuickHistory;
import io.rrrspec.persister.record.history.QuickRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QuickChoiceTest {
  private static final int STABLE = QuickChoice.STABLE;

  private final Map<String, QuickRecord> records = new HashMap<>();
  private final List<String> classes = new ArrayList<>();

  private void known(String name, int passes, @Nullable Integer asIs, @Nullable Integer quick) {
    int samples = quick == null ? 0 : QuickChoice.SAMPLES;
    put(name, new QuickRecord(passes, 9, millis(asIs), samples, millis(quick), false));
  }

  private void put(String name, QuickRecord record) {
    classes.add(name);
    records.put(name, record);
  }

  private static @Nullable Duration millis(@Nullable Integer millis) {
    return millis == null ? null : Duration.ofMillis(millis);
  }

  private QuickChoice choose(int runsSinceQuick) {
    return QuickChoice.of(
        classes,
        spec -> !spec.startsWith("fixed"),
        new QuickHistory.Found(records, runsSinceQuick));
  }

  @Test
  void onlyWhatHasPassedTwentyTimesIsTried() {
    known("stable", STABLE, 900, null);
    known("young", STABLE - 1, 900, null);
    classes.add("new");
    QuickChoice choice = choose(STABLE);
    assertThat(choice.classes()).containsExactly("stable");
    assertThat(choice.onTrial()).isEqualTo(1);
    assertThat(choice.note().orElse("")).contains("1 class that has passed the last 20 times");
  }

  @Test
  void oneRunInThreeMeasures() {
    known("stable", STABLE, 900, null);
    assertThat(choose(0)).isEqualTo(QuickChoice.NONE);
    assertThat(choose(1)).isEqualTo(QuickChoice.NONE);
    assertThat(choose(2).classes()).containsExactly("stable");
  }

  @Test
  void aLaunchThatLeavesNothingOpenIsNotTried() {
    known("fixedByProject", STABLE, 900, null);
    assertThat(choose(STABLE)).isEqualTo(QuickChoice.NONE);
  }

  @Test
  void whatTakesClearlyLessGoesThere() {
    known("short", STABLE, 9_000, 5_000);
    known("computes", STABLE, 9_000, 30_000);
    known("same", STABLE, 9_000, 8_900);
    QuickChoice choice = choose(0);
    assertThat(choice.classes()).containsExactly("short");
    assertThat(choice.onTrial()).isZero();
    assertThat(choice.note()).isEmpty();
    assertThat(choice.saved()).isEqualTo(Duration.ofSeconds(4));
  }

  @Test
  void lessThanAStartIsNotWorthASecondKindOfJvm() {
    known("short", STABLE, 2_000, 700);
    known("computes", STABLE, 9_000, 30_000);
    assertThat(choose(0)).isEqualTo(QuickChoice.NONE);
    known("shortToo", STABLE, 1_500, 1_000);
    assertThat(choose(0).classes()).containsExactlyInAnyOrder("short", "shortToo");
  }

  @Test
  void whatLosesLessThanAStartGoesWithTheOthers() {
    known("short", STABLE, 9_000, 5_000);
    known("same", STABLE, 1_000, 1_100);
    QuickChoice choice = choose(0);
    assertThat(choice.classes()).containsExactlyInAnyOrder("short", "same");
    assertThat(choice.saved()).isEqualTo(Duration.ofMillis(3_900));
  }

  @Test
  void whatWasRefusedNeverGoesThere() {
    put(
        "refused",
        new QuickRecord(STABLE, 9, millis(9_000), QuickChoice.SAMPLES, millis(1_000), true));
    assertThat(choose(STABLE)).isEqualTo(QuickChoice.NONE);
  }

  @Test
  void whoseOtherTimeIsForgottenIsMeasuredAsIs() {
    put("long there", new QuickRecord(STABLE, 0, null, 20, millis(1_000), false));
    assertThat(choose(0)).isEqualTo(QuickChoice.NONE);
  }
}

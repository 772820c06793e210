package io.rrrspec.client.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.persister.record.history.QuickRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QuickChoiceTest {
  private static final int STABLE = QuickChoice.STABLE;

  private final Map<String, QuickRecord> records = new HashMap<>();
  private final Map<String, String> shared = new HashMap<>();
  private final List<String> classes = new ArrayList<>();

  private void known(String name, int passes, @Nullable Integer asIs, @Nullable Integer quick) {
    known(name, passes, 2, 0, asIs, quick);
  }

  private void known(
      String name,
      int passes,
      int asIsInARow,
      int quickInARow,
      @Nullable Integer asIs,
      @Nullable Integer quick) {
    int samples = quick == null ? 0 : QuickChoice.SAMPLES;
    put(
        name,
        new QuickRecord(
            passes,
            asIsInARow,
            quickInARow,
            quickInARow > 1,
            millis(asIs),
            samples,
            millis(quick),
            false));
  }

  private void put(String name, QuickRecord record) {
    classes.add(name);
    records.put(name, record);
  }

  private static @Nullable Duration millis(@Nullable Integer millis) {
    return millis == null ? null : Duration.ofMillis(millis);
  }

  private QuickChoice choose() {
    return QuickChoice.of(
        classes,
        spec -> !spec.startsWith("fixed"),
        spec -> Optional.ofNullable(shared.get(spec)),
        records);
  }

  @Test
  void classesThatShareSomethingStayTogether() {
    // The second one happened to be the first in the quick JVMs, and made what they share.
    known("pays", STABLE, 9_000, 200);
    known("paid", STABLE, 300, 4_000);
    known("alone", STABLE, 300, 4_000);
    shared.put("pays", "context");
    shared.put("paid", "context");
    assertThat(choose().classes()).containsExactlyInAnyOrder("pays", "paid");
    shared.clear();
    assertThat(choose().classes()).containsExactly("pays");
  }

  @Test
  void theSumOfShortClassesDecides() {
    // A process counts in steps: some of them seem to take more in a quick JVM.
    for (int i = 0; i < 500; i++) {
      known("short" + i, STABLE, i % 2 == 0 ? 10 : 5, i % 3 == 0 ? 7 : 2);
    }
    assertThat(choose().classes()).hasSize(500).contains("short3");
    assertThat(choose().saved()).isBetween(Duration.ofMillis(1_900), Duration.ofMillis(1_930));
    known("long", STABLE, 9_000, 30_000);
    assertThat(choose().classes()).hasSize(500).doesNotContain("long");
  }

  @Test
  void shortClassesThatTakeAsMuchStayAsIs() {
    for (int i = 0; i < 1_000; i++) {
      known("short" + i, STABLE, i % 2 == 0 ? 10 : 0, i % 2 == 0 ? 0 : 10);
    }
    assertThat(choose()).isEqualTo(QuickChoice.NONE);
  }

  @Test
  void onlyWhatHasPassedTwentyTimesIsTried() {
    known("stable", STABLE, 900, null);
    known("young", STABLE - 1, 900, null);
    classes.add("new");
    QuickChoice choice = choose();
    assertThat(choice.classes()).containsExactly("stable");
    assertThat(choice.onTrial()).isEqualTo(1);
    assertThat(choice.note().orElse("")).contains("1 class that has passed the last 20 times");
  }

  @Test
  void oneRunOfAClassInThreeMeasures() {
    known("justTried", STABLE, 0, 1, 900, null);
    known("triedBefore", STABLE, 1, 0, 900, null);
    assertThat(choose()).isEqualTo(QuickChoice.NONE);
    known("due", STABLE, 2, 0, 900, null);
    assertThat(choose().classes()).containsExactly("due");
  }

  @Test
  void whatIsMeasuredAlreadyKeepsNothingFromBeingTried() {
    known("short", STABLE, 0, 5, 9_000, 5_000);
    known("stable", STABLE, 20, 0, 900, null);
    assertThat(choose().classes()).containsExactlyInAnyOrder("short", "stable");
    assertThat(choose().onTrial()).isEqualTo(1);
  }

  @Test
  void oneRunInElevenIsAsIs() {
    known("short", STABLE, 0, QuickChoice.IN_A_ROW - 1, 9_000, 5_000);
    assertThat(choose().classes()).containsExactly("short");
    known("another", STABLE, 0, QuickChoice.IN_A_ROW, 9_000, 5_000);
    assertThat(choose().classes()).containsExactly("short");
  }

  @Test
  void aLaunchThatLeavesNothingOpenIsNotTried() {
    known("fixedByProject", STABLE, 900, null);
    assertThat(choose()).isEqualTo(QuickChoice.NONE);
  }

  @Test
  void whatTakesClearlyLessGoesThere() {
    known("short", STABLE, 9_000, 5_000);
    known("computes", STABLE, 9_000, 30_000);
    known("same", STABLE, 9_000, 8_900);
    QuickChoice choice = choose();
    assertThat(choice.classes()).containsExactly("short");
    assertThat(choice.onTrial()).isZero();
    assertThat(choice.note()).isEmpty();
    assertThat(choice.saved()).isEqualTo(Duration.ofSeconds(4));
  }

  @Test
  void lessThanAStartIsNotWorthASecondKindOfJvm() {
    known("short", STABLE, 2_000, 700);
    known("computes", STABLE, 9_000, 30_000);
    assertThat(choose()).isEqualTo(QuickChoice.NONE);
    known("shortToo", STABLE, 1_500, 1_000);
    assertThat(choose().classes()).containsExactlyInAnyOrder("short", "shortToo");
  }

  @Test
  void whatLosesLessThanAStartGoesWithTheOthers() {
    known("short", STABLE, 9_000, 5_000);
    known("same", STABLE, 1_000, 1_100);
    QuickChoice choice = choose();
    assertThat(choice.classes()).containsExactlyInAnyOrder("short", "same");
    assertThat(choice.saved()).isEqualTo(Duration.ofMillis(3_900));
  }

  @Test
  void whatTakesAboutATenthLessIsNotMovedToAndFro() {
    // What it takes there, in hundredths of what it takes as is, as run after run measures it.
    int[] measured = {93, 89, 92, 88, 95, 91, 99, 90, 98, 101, 95, 91, 89};
    List<Boolean> there = new ArrayList<>();
    boolean stays = false;
    for (int part : measured) {
      records.clear();
      classes.clear();
      put(
          "near",
          new QuickRecord(
              STABLE,
              stays ? 0 : 2,
              stays ? 2 : 0,
              stays,
              millis(1_000_000),
              QuickChoice.SAMPLES,
              millis(part * 10_000),
              false));
      classes.add("new");
      stays = choose().classes().contains("near");
      there.add(stays);
    }
    assertThat(there)
        .containsExactly(
            false, true, true, true, true, true, true, true, true, false, false, false, true);
  }

  @Test
  void whatWasRefusedNeverGoesThere() {
    put(
        "refused",
        new QuickRecord(
            STABLE, 9, 0, false, millis(9_000), QuickChoice.SAMPLES, millis(1_000), true));
    assertThat(choose()).isEqualTo(QuickChoice.NONE);
  }

  @Test
  void whatNobodyHasMeasuredAsIsIsMeasuredAsIs() {
    put("unmeasured", new QuickRecord(STABLE, 1, 0, false, null, 19, millis(1_000), false));
    assertThat(choose()).isEqualTo(QuickChoice.NONE);
  }
}

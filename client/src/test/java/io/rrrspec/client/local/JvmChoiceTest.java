package io.rrrspec.client.local;

import static io.rrrspec.common.model.JvmKind.AS_IS;
import static io.rrrspec.common.model.JvmKind.QUICK;
import static io.rrrspec.common.model.JvmKind.SERIAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.client.source.Projects;
import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TimeShare;
import io.rrrspec.common.project.Project;
import io.rrrspec.persister.record.history.JvmRecord;
import io.rrrspec.persister.record.history.JvmRecord.Measured;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JvmChoiceTest {
  private static final int STABLE = JvmChoice.STABLE;
  private static final int SAMPLES = JvmChoice.SAMPLES;
  private static final Set<JvmKind> BOTH = Set.of(QUICK, SERIAL);

  private final Map<String, JvmRecord> records = new HashMap<>();
  private final Map<String, Set<JvmKind>> open = new HashMap<>();
  private final Map<String, String> shared = new HashMap<>();
  private final List<String> classes = new ArrayList<>();

  /** A stable class whose last runs were as is. */
  private void known(String name, @Nullable Integer asIs, @Nullable Integer quick) {
    known(name, asIs, quick, null);
  }

  private void known(
      String name, @Nullable Integer asIs, @Nullable Integer quick, @Nullable Integer serial) {
    put(name, "aa", times(asIs, SAMPLES, quick, SAMPLES, serial));
  }

  private static Map<JvmKind, Measured> times(
      @Nullable Integer asIs,
      int quickRuns,
      @Nullable Integer quick,
      int serialRuns,
      @Nullable Integer serial) {
    Map<JvmKind, Measured> times = new EnumMap<>(JvmKind.class);
    measured(AS_IS, STABLE, asIs, times);
    measured(QUICK, quickRuns, quick, times);
    measured(SERIAL, serialRuns, serial, times);
    return times;
  }

  private static void measured(
      JvmKind kind, int runs, @Nullable Integer millis, Map<JvmKind, Measured> times) {
    if (millis != null) {
      times.put(kind, new Measured(runs, Duration.ofMillis(millis)));
    }
  }

  /**
   * Adds a class.
   *
   * @param newest Q: in a quick JVM, S: in a serial one, a: as is; the newest first
   */
  private void put(String name, String newest, Map<JvmKind, Measured> times) {
    put(name, STABLE, newest, times, Set.of());
  }

  private void put(
      String name, int passes, String newest, Map<JvmKind, Measured> times, Set<JvmKind> refused) {
    classes.add(name);
    List<JvmKind> kinds =
        newest
            .chars()
            .mapToObj(kind -> kind == 'Q' ? QUICK : kind == 'S' ? SERIAL : AS_IS)
            .toList();
    records.put(name, new JvmRecord(passes, kinds, times, refused, Set.of()));
  }

  private JvmChoice choose() {
    return JvmChoice.of(
        classes,
        spec -> open.getOrDefault(spec, BOTH),
        spec -> Optional.ofNullable(shared.get(spec)),
        records);
  }

  private Set<String> in(JvmKind kind) {
    Set<String> names = new HashSet<>(choose().kinds().keySet());
    names.removeIf(name -> choose().kinds().get(name) != kind);
    return names;
  }

  @Test
  void aKindThatDidNotStartIsClosedToAllClassesOfTheLaunch() {
    JvmRecord started = new JvmRecord(STABLE, List.of(), Map.of(), Set.of(), Set.of());
    JvmRecord did = new JvmRecord(STABLE, List.of(), Map.of(), Set.of(), Set.of(QUICK));
    assertThat(
            JvmChoice.thatStart(
                Map.of("core", BOTH, "app", BOTH),
                Map.of("a", "core", "b", "core", "c", "app"),
                Map.of("a", did, "b", started, "c", started)))
        .isEqualTo(Map.of("core", Set.of(SERIAL), "app", BOTH));
  }

  @Test
  void classesThatShareSomethingStayTogether() {
    // The second one happened to be the first in the quick JVMs, and made what they share.
    known("pays", 9_000, 200);
    known("paid", 300, 4_000);
    known("alone", 300, 4_000);
    shared.put("pays", "context");
    shared.put("paid", "context");
    assertThat(in(QUICK)).containsExactlyInAnyOrder("pays", "paid");
    shared.clear();
    assertThat(in(QUICK)).containsExactly("pays");
  }

  @Test
  void theSumOfShortClassesDecides() {
    // A process counts in steps: some of them seem to take more in a quick JVM.
    for (int i = 0; i < 500; i++) {
      known("short" + i, i % 2 == 0 ? 10 : 5, i % 3 == 0 ? 7 : 2);
    }
    assertThat(in(QUICK)).hasSize(500).contains("short3");
    assertThat(choose().saved()).isBetween(Duration.ofMillis(1_900), Duration.ofMillis(1_930));
    known("long", 9_000, 30_000, 9_000);
    assertThat(in(QUICK)).hasSize(500).doesNotContain("long");
  }

  @Test
  void shortClassesThatTakeAsMuchStayAsIs() {
    for (int i = 0; i < 1_000; i++) {
      known("short" + i, i % 2 == 0 ? 10 : 0, i % 2 == 0 ? 0 : 10);
    }
    assertThat(choose()).isEqualTo(JvmChoice.NONE);
  }

  @Test
  void onlyWhatHasPassedTwentyTimesIsTried() {
    known("stable", 900, null);
    put("young", STABLE - 1, "aa", times(900, 0, null, 0, null), Set.of());
    classes.add("new");
    JvmChoice choice = choose();
    assertThat(choice.kinds()).isEqualTo(Map.of("stable", QUICK));
    assertThat(choice.onTrial()).isEqualTo(Map.of(QUICK, 1));
    assertThat(choice.notes())
        .containsExactly(
            "quick JVMs (C1, serial collector) are tried for 1 class that has passed the last 20"
                + " times (--jvm as-is: never)");
  }

  @Test
  void oneRunOfAClassInThreeMeasuresAKind() {
    put("justTried", "Qa", times(900, 1, 800, 0, null));
    put("triedBefore", "aQ", times(900, 1, 800, 0, null));
    assertThat(choose()).isEqualTo(JvmChoice.NONE);
    put("due", "aaQ", times(900, 1, 800, 0, null));
    assertThat(in(QUICK)).containsExactly("due");
  }

  @Test
  void oneMuchWorseMeasurementOfALongClassIsEnough() {
    put("long", "aaQ", times(9_000, 1, 13_600, 0, null));
    put("short", "aaQ", times(900, 1, 1_360, 0, null));
    put("little", "aaQ", times(9_000, 1, 13_500, 0, null));
    assertThat(in(QUICK)).containsExactlyInAnyOrder("short", "little");
  }

  @Test
  void twoWorseMeasurementsOfALongClassAreEnough() {
    put("long", "aaQ", times(9_000, 2, 11_260, 0, null));
    put("short", "aaQ", times(900, 2, 1_136, 0, null));
    put("little", "aaQ", times(9_000, 2, 11_240, 0, null));
    assertThat(in(QUICK)).containsExactlyInAnyOrder("short", "little");
  }

  @Test
  void aLongClassThatDoesNotFitAQuickJvmIsTriedInASerialOneAtOnce() {
    put("long", "aaQ", times(9_000, 1, 13_600, 0, null));
    assertThat(choose().kinds()).isEqualTo(Map.of("long", SERIAL));
  }

  @Test
  void whatSharesWithALongClassThatDoesNotFitStaysWithIt() {
    put("long", "aaQ", times(9_000, 1, 15_000, SAMPLES, 9_000));
    put("mate", "aaQ", times(2_000, SAMPLES, 1_000, SAMPLES, 2_000));
    shared.put("long", "context");
    shared.put("mate", "context");
    assertThat(choose()).isEqualTo(JvmChoice.NONE);
  }

  @Test
  void whatSharesSomethingIsMeasuredTogether() {
    put("due", "aaQ", times(9_000, 1, 8_000, 0, null));
    put("mate", "aaQ", times(9_000, SAMPLES, 8_000, 0, null));
    put("other", "aaQ", times(9_000, SAMPLES, 8_900, SAMPLES, 9_000));
    shared.put("due", "warm");
    shared.put("mate", "warm");
    assertThat(choose().measured()).isEqualTo(Map.of("due", QUICK, "mate", QUICK));
    put("justTried", "Qaa", times(9_000, 1, 8_000, 0, null));
    shared.put("justTried", "warm");
    assertThat(choose().measured())
        .as("one run in three, of each of them")
        .doesNotContainValue(QUICK);
  }

  @Test
  void oneThatComesToOthersIsMeasuredWhereTheyAre() {
    put("stays", "QQQ", times(9_000, 9, 5_000, SAMPLES, 9_000));
    put("comes", "aaa", times(9_000, 0, null, 0, null));
    shared.put("stays", "context");
    shared.put("comes", "context");
    assertThat(choose().kinds()).isEqualTo(Map.of("stays", QUICK, "comes", QUICK));
  }

  @Test
  void whetherAKindFitsWhatSharesSomethingIsSaidByTheSum() {
    // The first one made in the quick JVM what the second one had made before.
    put("pays", "aaQ", times(2_000, 1, 8_000, 0, null));
    put("paid", "aaQ", times(8_000, 1, 2_000, 0, null));
    shared.put("pays", "context");
    shared.put("paid", "context");
    assertThat(choose().measured()).isEqualTo(Map.of("pays", QUICK, "paid", QUICK));
    put("much", "aaQ", times(9_000, 1, 30_000, 0, null));
    shared.put("much", "context");
    assertThat(choose().measured()).doesNotContainValue(QUICK);
  }

  @Test
  void whatSharesSomethingIsAsIsTogether() {
    put("rests", "QQQQQQQQQQ", times(9_000, 9, 5_000, SAMPLES, 5_000));
    put("mate", "QQQQQaQQQQ", times(9_000, 9, 5_000, SAMPLES, 5_000));
    put("other", "QQQQQaQQQQ", times(9_000, 9, 5_000, SAMPLES, 5_000));
    shared.put("rests", "warm");
    shared.put("mate", "warm");
    shared.put("other", "context");
    assertThat(choose().kinds()).containsOnlyKeys("other");
  }

  @Test
  void aRunMeasuresIfWhatIsOnTrialTakesATwentiethOfItsTime() {
    known("stable", 900, null);
    known("known", 9_000, 8_900, 8_900);
    JvmChoice choice = choose();
    assertThat(choice.isMeasuring(processor(1_000, 19_000))).isTrue();
    assertThat(choice.isMeasuring(processor(1_000, 19_100))).isFalse();
    assertThat(choice.isMeasuring(Map.of())).isTrue();
    assertThat(JvmChoice.NONE.isMeasuring(processor(1_000, 0))).isFalse();
  }

  private static Map<String, TimeShare> processor(int stable, int known) {
    return Map.of(
        "stable", new TimeShare(Duration.ofMillis(stable), Duration.ZERO),
        "known", new TimeShare(Duration.ofMillis(known), Duration.ZERO));
  }

  @Test
  void whatIsMeasuredAlreadyKeepsNothingFromBeingTried() {
    put("short", "QQQQQ", times(9_000, SAMPLES, 5_000, 0, null));
    known("stable", 900, null);
    assertThat(in(QUICK)).containsExactlyInAnyOrder("short", "stable");
    assertThat(choose().onTrial()).isEqualTo(Map.of(QUICK, 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"QQQQQQQQQ", "SSSSSSSSS", "QQQSQQQQQ"})
  void oneRunInElevenIsAsIs(String runs) {
    assertThat(runs).hasSize(JvmChoice.IN_A_ROW - 1);
    put("stays", runs + "a", times(9_000, 9, 5_000, SAMPLES, 5_000));
    assertThat(choose().kinds()).containsKey("stays");
    put("another", "Q" + runs + "a", times(9_000, 10, 5_000, SAMPLES, 5_000));
    assertThat(choose().kinds()).containsOnlyKeys("stays");
  }

  @Test
  void aLaunchThatLeavesNothingOpenIsNotTried() {
    known("fixedByProject", 9_000, null);
    open.put("fixedByProject", Set.of());
    assertThat(choose()).isEqualTo(JvmChoice.NONE);
  }

  private JvmChoice choose(Map<String, String> environment) {
    Project project = Projects.of(Path.of("/p"), 1, "known", "stable", "new");
    List<TaskRequest> tasks =
        Stream.of("known", "stable", "new").map(name -> new TaskRequest(name, null)).toList();
    return JvmChoice.of(tasks, project, spec -> true, Map.of(), records, environment);
  }

  @Test
  void whatMaySetAnyFlagKeepsAllClassesAsIs() {
    known("known", 9_000, 5_000);
    known("stable", 900, null);
    assertThat(choose(Map.of("LANG", "C")).kinds()).containsOnlyKeys("known", "stable");
    JvmChoice choice = choose(Map.of("JAVA_TOOL_OPTIONS", "-XX:+UseG1GC"));
    assertThat(choice.kinds()).isEmpty();
    assertThat(choice.notes())
        .containsExactly(
            "quick and serial JVMs are not tried for 2 classes that have passed the last 20 times:"
                + " JAVA_TOOL_OPTIONS may set any flag (--jvm as-is: not this line)");
  }

  @Test
  void whatMaySetAnyFlagIsNoNewsWhereNoClassIsTriedAnyway() {
    assertThat(choose(Map.of("JAVA_TOOL_OPTIONS", "-XX:+UseG1GC"))).isEqualTo(JvmChoice.NONE);
  }

  @Test
  void whatTakesClearlyLessGoesThere() {
    known("short", 9_000, 5_000, 9_000);
    known("computes", 9_000, 30_000, 8_500);
    known("same", 9_000, 8_900, 8_900);
    JvmChoice choice = choose();
    assertThat(choice.kinds()).isEqualTo(Map.of("short", QUICK));
    assertThat(choice.onTrial()).isEmpty();
    assertThat(choice.notes()).isEmpty();
    assertThat(choice.saved()).isEqualTo(Duration.ofSeconds(4));
  }

  @Test
  void lessThanAStartIsNotWorthASecondKindOfJvm() {
    known("short", 2_000, 700);
    known("computes", 9_000, 30_000, 9_000);
    assertThat(choose()).isEqualTo(JvmChoice.NONE);
    known("shortToo", 1_500, 1_000);
    assertThat(in(QUICK)).containsExactlyInAnyOrder("short", "shortToo");
  }

  @Test
  void whatLosesLessThanAStartGoesWithTheOthers() {
    known("short", 9_000, 5_000);
    known("same", 1_000, 1_100);
    JvmChoice choice = choose();
    assertThat(choice.kinds()).isEqualTo(Map.of("short", QUICK, "same", QUICK));
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
          stays ? "QQa" : "aaa",
          times(1_000_000, SAMPLES, part * 10_000, SAMPLES, 1_000_000));
      classes.add("new");
      stays = in(QUICK).contains("near");
      there.add(stays);
    }
    assertThat(there)
        .containsExactly(
            false, true, true, true, true, true, true, true, true, false, false, false, true);
  }

  @Test
  void whatWasRefusedNeverGoesThere() {
    Map<JvmKind, Measured> times = times(9_000, SAMPLES, 1_000, SAMPLES, 5_000);
    put("refused", STABLE, "aa", times, BOTH);
    assertThat(choose()).isEqualTo(JvmChoice.NONE);
    put("onlyInQuick", STABLE, "aa", times, Set.of(QUICK));
    put("onlyInSerial", STABLE, "aa", times, Set.of(SERIAL));
    assertThat(choose().kinds()).isEqualTo(Map.of("onlyInQuick", SERIAL, "onlyInSerial", QUICK));
  }

  @Test
  void whatNobodyHasMeasuredAsIsIsMeasuredAsIs() {
    put("unmeasured", "aQ", times(null, 19, 1_000, 0, null));
    assertThat(choose()).isEqualTo(JvmChoice.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    // Half of the time is less than another collector alone can bring.
    "20_000, 10_000, false",
    "20_000, 16_000, true",
    "20_000, 30_000, true",
    // It brings no start of a JVM.
    "4_000, 9_000, false",
    "6_000, 9_000, true"
  })
  void aSerialJvmIsTriedWhereItMayPay(String asIs, String quick, boolean tried) {
    put("long", "aQ", times(number(asIs), 1, number(quick), 0, null));
    assertThat(in(SERIAL).contains("long")).isEqualTo(tried);
  }

  private static int number(String text) {
    return Integer.parseInt(text.replace("_", ""));
  }

  @Test
  void aSerialJvmIsTriedAfterAQuickOne() {
    put("long", "aa", times(20_000, 0, null, 0, null));
    assertThat(choose().kinds()).isEqualTo(Map.of("long", QUICK));
    put("compilerIsFixed", "aa", times(20_000, 0, null, 0, null));
    open.put("compilerIsFixed", Set.of(SERIAL));
    JvmChoice choice = choose();
    assertThat(choice.kinds()).isEqualTo(Map.of("long", QUICK, "compilerIsFixed", SERIAL));
    assertThat(choice.notes())
        .hasSize(2)
        .last()
        .isEqualTo(
            "serial JVMs (serial collector, all compilers) are tried for 1 class that has passed"
                + " the last 20 times (--jvm as-is: never)");
  }

  @Test
  void shortClassesAreNotTriedInSerialJvms() {
    for (int i = 0; i < 100; i++) {
      put("short" + i, "aQ", times(999, 1, 999, 0, null));
    }
    assertThat(choose()).isEqualTo(JvmChoice.NONE);
    for (int i = 0; i < 100; i++) {
      shared.put("short" + i, "context");
    }
    assertThat(in(SERIAL)).as("together they take long").hasSize(100);
  }

  @Test
  void whereTheCollectorIsFixedNoSerialJvmIsTried() {
    put("long", "aQ", times(20_000, 1, 30_000, 0, null));
    open.put("long", Set.of(QUICK));
    assertThat(choose()).isEqualTo(JvmChoice.NONE);
  }

  @Test
  void bothKindsAreMeasuredInEightRuns() {
    List<JvmKind> runs = new ArrayList<>(Collections.nCopies(STABLE, AS_IS));
    Map<JvmKind, Integer> took = Map.of(AS_IS, 107_000, QUICK, 92_000, SERIAL, 75_000);
    for (int i = 0; i < 12; i++) {
      List<JvmKind> newest = new ArrayList<>(runs.subList(runs.size() - STABLE, runs.size()));
      Collections.reverse(newest);
      Map<JvmKind, Measured> times = new EnumMap<>(JvmKind.class);
      took.forEach(
          (kind, millis) -> {
            int count = Collections.frequency(newest, kind);
            if (count > 0) {
              times.put(kind, new Measured(count, Duration.ofMillis(millis)));
            }
          });
      classes.clear();
      classes.addAll(List.of("computes", "new"));
      records.put("computes", new JvmRecord(STABLE, newest, times, Set.of(), Set.of()));
      runs.add(choose().kinds().getOrDefault("computes", AS_IS));
    }
    assertThat(runs.subList(STABLE, runs.size()))
        .containsExactly(
            QUICK, SERIAL, AS_IS, QUICK, SERIAL, AS_IS, QUICK, SERIAL, SERIAL, SERIAL, SERIAL,
            SERIAL);
  }

  @Test
  void eachClassGoesToTheKindThatServesItBest() {
    known("short", 9_000, 5_000, 8_000);
    known("computes", 107_000, 92_000, 75_000);
    known("noGarbage", 60_000, 90_000, 58_000);
    classes.add("new");
    JvmChoice choice = choose();
    assertThat(choice.kinds()).isEqualTo(Map.of("short", QUICK, "computes", SERIAL));
    assertThat(choice.saved()).isEqualTo(Duration.ofSeconds(4 + 32));
  }

  @Test
  void aThirdKindOfJvmMustPayForItsStart() {
    known("short", 9_000, 5_000, 8_000);
    known("computes", 6_000, 9_000, 4_600);
    classes.add("new");
    assertThat(choose().kinds())
        .as("1.4 s of the second class are less than a start")
        .isEqualTo(Map.of("short", QUICK));
    classes.remove("new");
    assertThat(choose().kinds())
        .as("without a class that must be as is it takes the place of that kind")
        .isEqualTo(Map.of("short", QUICK, "computes", SERIAL));
  }

  @Test
  void whatIsInOneKindGoesToAnotherOnlyForATenthLess() {
    put("stays", "QQQ", times(10_000, 9, 8_000, SAMPLES, 7_300));
    classes.add("new");
    assertThat(in(QUICK)).containsExactly("stays");
    classes.remove("stays");
    put("leaves", "QQQ", times(10_000, 9, 8_000, SAMPLES, 7_200));
    assertThat(in(SERIAL)).containsExactly("leaves");
  }

  @Test
  void whileAKindIsMeasuredAgainAClassStaysWhereItIs() {
    put("justMeasured", "SQQ", times(20_000, 9, 16_000, 1, 17_000));
    put("due", "QQQ", times(20_000, 9, 16_000, 2, 17_000));
    classes.add("new");
    assertThat(choose().kinds()).isEqualTo(Map.of("justMeasured", QUICK, "due", SERIAL));
  }

  @Test
  void theJvmOfAKindThatIsMeasuredMayServeOthers() {
    known("short", 2_000, 700);
    classes.add("new");
    assertThat(choose()).isEqualTo(JvmChoice.NONE);
    known("stable", 900, null);
    assertThat(in(QUICK)).containsExactlyInAnyOrder("short", "stable");
    assertThat(choose().saved()).isEqualTo(Duration.ofMillis(1_300));
  }
}

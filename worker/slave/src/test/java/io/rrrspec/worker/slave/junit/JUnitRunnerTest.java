package io.rrrspec.worker.slave.junit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.Quarantine;
import io.rrrspec.common.model.TestSelection;
import io.rrrspec.common.model.TimeLimits;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.project.TestProvider;
import io.rrrspec.worker.slave.fixtures.HangsBehaviour;
import io.rrrspec.worker.slave.fixtures.MessyBehaviour;
import io.rrrspec.worker.slave.fixtures.NeverEndsBehaviour;
import io.rrrspec.worker.slave.jvm.OutputCapture;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JUnitRunnerTest {
  private static final String FIXTURES = "io.rrrspec.worker.slave.fixtures.";
  private static final TimeLimits PLENTY =
      new TimeLimits(Duration.ofMinutes(1), Duration.ofMinutes(2));

  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final InputStream in = System.in;
  private final List<TrialResult> overHardLimit = new ArrayList<>();
  private JUnitRunner runner = runner(JUnitSettings.NONE);

  @AfterEach
  void giveTheStreamsBack() {
    runner.close();
    System.setOut(out);
    System.setErr(err);
    System.setIn(in);
  }

  @Test
  void testsHaveTheNamesAndOutcomesOfSurefiresReports() throws IOException {
    List<String> surefires = surefireNames();
    List<String> ours = new ArrayList<>();
    for (String fixture : fixtures()) {
      for (CaseResult test : run(fixture).cases()) {
        ours.add(test.className() + "\t" + test.name() + "\t" + test.outcome());
      }
    }
    // Surefire 3.5.3 loses it.
    surefires.add(FIXTURES + "DynamicFixture\telsewhere\tPASSED");
    // Surefire gives it to a class of which no report is made, and all subclasses share it.
    surefires.replaceAll(
        line -> line.replace("InheritedParts$Base$InBase", "InheritedFixture$InBase"));
    assertThat(ours).containsExactlyInAnyOrderElementsOf(surefires);
  }

  @ParameterizedTest
  @MethodSource("fixtures")
  void whatRunsIsToldWithTheNameThatItsResultHas(String fixture) {
    List<List<CaseResult>> told = new ArrayList<>();
    JUnitRunner telling =
        new JUnitRunner(
            Executions.only(JUnitSettings.NONE),
            MissingClass.WITHOUT_PROJECT,
            TestSelection.ALL,
            Quarantine.NONE,
            OutputCapture.install(),
            told::add,
            overHardLimit::add);
    TrialResult result = telling.run(FIXTURES + fixture, PLENTY);
    telling.close();

    List<String> ran = told.stream().flatMap(List::stream).map(JUnitRunnerTest::name).toList();
    assertThat(ran)
        .containsAll(
            result.cases().stream()
                .filter(test -> test.outcome() != Outcome.SKIPPED)
                .map(JUnitRunnerTest::name)
                .toList());
    assertThat(told).allMatch(tests -> tests.stream().filter(t -> t.message() == null).count() < 2);
    // In the end nothing runs, and what has failed is known.
    assertThat(told.stream().reduce((earlier, last) -> last).orElse(List.of()))
        .allMatch(test -> test.message() != null)
        .hasSize(result.failed());
  }

  @Test
  void inParallelAllThatRunsIsTold() {
    JUnitSettings parallel =
        settings(
            Map.of("junit.jupiter.execution.parallel.enabled", "true"),
            TestProvider.JUNIT_PLATFORM);
    List<List<String>> told = Collections.synchronizedList(new ArrayList<>());
    JUnitRunner telling =
        new JUnitRunner(
            Executions.only(parallel),
            MissingClass.WITHOUT_PROJECT,
            TestSelection.ALL,
            Quarantine.NONE,
            OutputCapture.install(),
            tests -> told.add(tests.stream().map(JUnitRunnerTest::name).sorted().toList()),
            overHardLimit::add);
    TrialResult result = telling.run(FIXTURES + "ParallelBehaviour", PLENTY);
    telling.close();

    assertThat(result.status()).isEqualTo(TrialStatus.PASSED);
    assertThat(told)
        .contains(
            List.of(
                FIXTURES + "ParallelBehaviour$Quick\ttest", FIXTURES + "ParallelBehaviour$Slow\t"));
  }

  private static String name(CaseResult test) {
    return test.className() + "\t" + test.name();
  }

  @Test
  void inheritedNestedClassesBelongToTheClassThatWasAskedFor() {
    String bad = "NestedContract$BadBehaviour";
    assertThat(run(bad).cases())
        .extracting(test -> test.className().substring(FIXTURES.length()) + " " + test.outcome())
        .containsExactlyInAnyOrder(
            bad + "$Entries FAILED",
            bad + "$Entries$Deeper FAILED",
            bad + "$Entries$Deeper FAILED",
            bad + "$Left SKIPPED",
            bad + "$Own PASSED");
    assertThat(run("NestedContract$GoodBehaviour").cases())
        .extracting(CaseResult::className)
        .allMatch(name -> name.startsWith(FIXTURES + "NestedContract$GoodBehaviour$"));
  }

  @ParameterizedTest
  @CsvSource({
    "PlainFixture, FAILED",
    "ParameterizedFixture, FAILED",
    "InheritedFixture, PASSED",
    "EmptyFixture, PASSED",
    "DisabledFixture, PENDING",
    "AbortedFixture, PENDING",
    "VintageIgnoredFixture, PENDING",
    "BeforeAllFixture, ERROR",
    "AfterAllFixture, ERROR",
    "NestedFixture, ERROR",
    "VintageBeforeClassFixture, ERROR",
    "StaticInitializerFixture, FAILED"
  })
  void theStatusSaysWhetherATestFailedOrWhatStandsAroundIt(String fixture, TrialStatus status) {
    assertThat(run(fixture).status()).isEqualTo(status);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "io.rrrspec.worker.slave.fixtures.PlainFixture",
        "some/module:io.rrrspec.worker.slave.fixtures.PlainFixture",
        "some/module/src/test/java/io/rrrspec/worker/slave/fixtures/PlainFixture.java",
        "src/it/kotlin/io/rrrspec/worker/slave/fixtures/PlainFixture.kt",
        "odd/place/io/rrrspec/worker/slave/fixtures/PlainFixture.groovy"
      })
  void aTaskNamesItsClassInSeveralWays(String specFile) {
    assertThat(runner.run(specFile, PLENTY).cases()).hasSize(8);
  }

  @Test
  void countsAndFailuresAreInTheResult() {
    TrialResult result = run("PlainFixture");
    assertThat(List.of(result.passed(), result.pending(), result.failed()))
        .containsExactly(3, 3, 2);
    CaseResult failure = named(result, "fails");
    assertThat(failure.message()).isEqualTo("the numbers ==> expected: <1> but was: <2>");
    assertThat(failure.type()).isEqualTo("org.opentest4j.AssertionFailedError");
    assertThat(failure.trace()).contains("at " + FIXTURES + "PlainFixture.fails(PlainFixture.java");
    assertThat(named(result, "disabled").message()).isEqualTo("not now");
  }

  @Test
  void aFailingBeforeAllIsNamedInTheReason() {
    TrialResult result = run("BeforeAllFixture");
    assertThat(result.failed()).isEqualTo(1);
    assertThat(result.reason())
        .isEqualTo(
            FIXTURES + "BeforeAllFixture: java.lang.IllegalStateException: set-up of the class");
  }

  @Test
  void aClassThatIsNotThereIsAnError() {
    TrialResult result = runner.run("com.foo.MissingTest", PLENTY);
    assertThat(result.status()).isEqualTo(TrialStatus.ERROR);
    assertThat(result.reason())
        .isEqualTo("class com.foo.MissingTest is not on the test class path");
  }

  @Test
  void aClassThatDoesNotLoadIsAnErrorAndTheRunnerGoesOn() {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(
        new ClassLoader(before) {
          @Override
          protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.equals("com.foo.BrokenTest")) {
              throw new NoClassDefFoundError("com/foo/Gone");
            }
            return super.loadClass(name, resolve);
          }
        });
    try {
      TrialResult result = runner.run("com.foo.BrokenTest", PLENTY);
      assertThat(result.status()).isEqualTo(TrialStatus.ERROR);
      assertThat(result.reason()).isEqualTo("java.lang.NoClassDefFoundError: com/foo/Gone");
      assertThat(result.stderr()).contains("NoClassDefFoundError");
    } finally {
      thread.setContextClassLoader(before);
    }
    assertThat(runner.reusable()).isTrue();
    assertThat(run("InheritedFixture").passed()).isEqualTo(5);
  }

  @Test
  void groupsAndCategoriesChooseTests() {
    runner.close();
    runner = runner(groups(List.of("fast , " + FIXTURES + "VintageFixture$Slow"), List.of()));
    assertThat(run("PlainFixture").cases()).extracting(CaseResult::name).containsExactly("passes");
    assertThat(run("VintageFixture").cases()).extracting(CaseResult::name).containsExactly("slow");
    TrialResult none = run("InheritedFixture");
    assertThat(none.status()).isEqualTo(TrialStatus.PASSED);
    assertThat(none.cases()).isEmpty();
  }

  @Test
  void excludedGroupsLeaveTestsOut() {
    runner.close();
    runner = runner(groups(List.of(), List.of("fast")));
    assertThat(run("PlainFixture").cases()).extracting(CaseResult::name).doesNotContain("passes");
  }

  @ParameterizedTest
  @CsvSource({"NoClasses, 0", "NoRows, 0", "NoSuite, 0", "Whole, 1"})
  void aClassOfJUnit4ThatHoldsNothingIsNoTest(String name, int passed) {
    TrialResult result = run("VintageEmptyBehaviours$" + name);
    assertThat(result.status()).isEqualTo(TrialStatus.PASSED);
    assertThat(result.passed()).isEqualTo(passed);
    assertThat(result.cases()).hasSize(passed);
  }

  @Test
  void anIgnoredClassIsOneTestWhereSurefireHasItsJUnit4Provider() {
    assertThat(run("VintageIgnoredFixture").pending()).isEqualTo(2);
    assertThat(run("VintageEmptyBehaviours$NoDatabase").cases()).isEmpty();
    runner.close();
    runner = runner(settings(Map.of(), TestProvider.JUNIT4));
    TrialResult result = run("VintageIgnoredFixture");
    assertThat(result.pending()).isEqualTo(1);
    assertThat(result.cases().get(0).name()).isEmpty();
    TrialResult aborted = run("VintageEmptyBehaviours$NoDatabase");
    assertThat(aborted.status()).isEqualTo(TrialStatus.PENDING);
    assertThat(aborted.pending()).isEqualTo(1);
  }

  @Test
  void configurationParametersReachTheEngines() {
    runner.close();
    runner =
        runner(
            new JUnitSettings(
                List.of(),
                List.of(),
                GroupSyntax.TAGS,
                List.of(),
                List.of(),
                Map.of("junit.jupiter.conditions.deactivate", "*"),
                TestProvider.JUNIT_PLATFORM));
    assertThat(run("DisabledFixture").passed()).isPositive();
  }

  @Test
  void standardInputIsEmptyEvenAfterATestHasClosedIt() {
    assertThat(run("ReadsInputBehaviour").status()).isEqualTo(TrialStatus.PASSED);
    assertThat(run("ReadsInputBehaviour").status()).isEqualTo(TrialStatus.PASSED);
  }

  @Test
  void whatATestLeavesBehindIsPutBack() {
    System.setProperty("messy.removed", "still here");
    System.setProperty("messy.changed", "before");
    Thread thread = Thread.currentThread();
    ClassLoader loader = thread.getContextClassLoader();
    String name = thread.getName();
    Locale locale = Locale.getDefault();
    TimeZone zone = TimeZone.getDefault();
    Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();

    TrialResult messy = run("MessyBehaviour");

    assertThat(messy.status()).isEqualTo(TrialStatus.PASSED);
    assertThat(messy.stdout()).isEqualTo("before the mess\n");
    assertThat(messy.threadsLeft()).isEqualTo(1);
    assertThat(thread.isInterrupted()).isFalse();
    assertThat(System.getProperty("messy.added")).isNull();
    assertThat(System.getProperty("messy.removed")).isEqualTo("still here");
    assertThat(System.getProperty("messy.changed")).isEqualTo("before");
    assertThat(thread.getContextClassLoader()).isSameAs(loader);
    assertThat(thread.getName()).isEqualTo(name);
    assertThat(Locale.getDefault()).isEqualTo(locale);
    assertThat(TimeZone.getDefault()).isEqualTo(zone);
    assertThat(Thread.getDefaultUncaughtExceptionHandler()).isSameAs(handler);
    MessyBehaviour.LEFT_OVER.countDown();
    assertThat(run("HangsBehaviour", limits(3_000, 60_000)).stdout())
        .isEqualTo("before the long wait\n");
  }

  @Test
  void aTestOverItsSoftLimitIsInterruptedAndItsThreadDumpIsInStderr() {
    TrialResult result = run("HangsBehaviour", limits(3_000, 60_000));
    assertThat(result.status()).isEqualTo(TrialStatus.TIMEOUT);
    assertThat(result.reason()).isEqualTo("took longer than 3 s and was interrupted");
    assertThat(result.stderr()).contains("Thread dump:", "HangsBehaviour.waitsForever");
    assertThat(List.of(result.passed(), result.failed())).containsExactly(1, 1);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(runner.reusable()).isTrue();
  }

  @Test
  void whatPassesAfterTheSoftLimitHasPassed() {
    assertThat(run("SlowButFineBehaviour", limits(1_500, 60_000)).status())
        .isEqualTo(TrialStatus.PASSED);
  }

  @Test
  void aTestOverItsHardLimitIsReportedWithWhatIsKnownByThen() {
    TrialResult result = run("NeverEndsBehaviour", limits(3_000, 5_000));
    assertThat(overHardLimit).containsExactly(result);
    assertThat(result.status()).isEqualTo(TrialStatus.TIMEOUT);
    assertThat(result.reason()).isEqualTo("took longer than 5 s and could not be interrupted");
    assertThat(result.stdout()).isEqualTo("here for good\nnot impressed\n");
    assertThat(result.cases())
        .extracting(CaseResult::name, CaseResult::outcome)
        .containsExactly(org.assertj.core.groups.Tuple.tuple("ignoresInterrupts", Outcome.ERROR));
  }

  @Test
  void anExhaustedHeapMakesTheJvmUnusable() {
    TrialResult result = run("OutOfMemoryBehaviour");
    assertThat(result.status()).isEqualTo(TrialStatus.ERROR);
    assertThat(result.reason())
        .startsWith("java.lang.OutOfMemoryError: made up (class 1 of this JVM; ")
        .isEqualTo(named(result, "needsMore").message());
    assertThat(named(result, "needsMore").outcome()).isEqualTo(Outcome.ERROR);
    assertThat(runner.reusable()).isFalse();
  }

  @Test
  void anOverflownStackIsNamedAndMakesTheJvmUnusable() {
    TrialResult result = run("StackOverflowBehaviour");
    assertThat(result.status()).isEqualTo(TrialStatus.FAILED);
    assertThat(named(result, "callsItself").type()).isEqualTo("java.lang.StackOverflowError");
    assertThat(runner.reusable()).isFalse();
  }

  @Test
  void aThreadThatDiesForWantOfMemoryFailsNoTestAndMakesTheJvmUnusable() {
    assertThat(run("DyingThreadBehaviour").status()).isEqualTo(TrialStatus.PASSED);
    assertThat(runner.reusable()).isFalse();
  }

  @Test
  void whoFindsAFullHeapIsToldWhatRanBefore() {
    run("PlainFixture");
    run("InheritedFixture");
    assertThat(run("OutOfMemoryBehaviour").reason())
        .contains(
            "(class 3 of this JVM, after "
                + FIXTURES
                + "PlainFixture, "
                + FIXTURES
                + "InheritedFixture; ");
  }

  @Test
  void messagesAndTracesAreBoundedPerTestAndPerTrial() {
    TrialResult result = run("ManyFailuresBehaviour");
    assertThat(result.failed()).isEqualTo(200);
    CaseResult first = result.cases().get(0);
    assertThat(size(first.message())).isBetween(7 * 1024, 8 * 1024);
    assertThat(first.message()).contains("bytes left out here").doesNotContain("\uFFFD");
    assertThat(size(first.trace())).isBetween(31 * 1024, 32 * 1024);
    int total = 0;
    for (CaseResult test : result.cases()) {
      total += size(test.message()) + size(test.trace());
    }
    assertThat(total).isLessThan(5 * 1024 * 1024);
    assertThat(result.cases().get(199).trace()).contains("longer than 2 MB");
  }

  private JUnitRunner runner(JUnitSettings settings) {
    return new JUnitRunner(
        settings,
        OutputCapture.install(),
        result -> {
          overHardLimit.add(result);
          NeverEndsBehaviour.RELEASE.countDown();
          HangsBehaviour.RELEASE.countDown();
        });
  }

  private TrialResult run(String fixture) {
    return run(fixture, PLENTY);
  }

  private TrialResult run(String fixture, TimeLimits limits) {
    return runner.run(FIXTURES + fixture, limits);
  }

  private static JUnitSettings settings(Map<String, String> parameters, TestProvider provider) {
    return new JUnitSettings(
        List.of(), List.of(), GroupSyntax.TAGS, List.of(), List.of(), parameters, provider);
  }

  private static JUnitSettings groups(List<String> included, List<String> excluded) {
    return new JUnitSettings(
        included,
        excluded,
        GroupSyntax.TAGS,
        List.of(),
        List.of(),
        Map.of(),
        TestProvider.JUNIT_PLATFORM);
  }

  private static TimeLimits limits(int softMillis, int hardMillis) {
    return new TimeLimits(Duration.ofMillis(softMillis), Duration.ofMillis(hardMillis));
  }

  private static CaseResult named(TrialResult result, String name) {
    return result.cases().stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
  }

  private static int size(@Nullable String text) {
    return text == null ? 0 : text.getBytes(UTF_8).length;
  }

  /** The tests of all fixtures as the reports of Surefire 3.5.3 showed them. */
  private static List<String> surefireNames() throws IOException {
    try (InputStream names = JUnitRunnerTest.class.getResourceAsStream("surefire-names.txt")) {
      return new ArrayList<>(new String(names.readAllBytes(), UTF_8).lines().toList());
    }
  }

  /** The classes that the file was made from; what belongs to another is run with it. */
  private static Set<String> fixtures() throws IOException {
    Set<String> fixtures = new TreeSet<>();
    for (String line : surefireNames()) {
      String name = line.substring(FIXTURES.length(), line.indexOf('\t'));
      fixtures.add(name.contains("$") ? name.substring(0, name.indexOf('$')) : name);
    }
    fixtures.remove("InheritedParts");
    fixtures.add("EmptyFixture");
    fixtures.add("AbortedFixture");
    return fixtures;
  }
}

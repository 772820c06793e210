package io.rrrspec.worker.slave.junit;

import static org.assertj.core.api.Assertions.assertThat;

import groovy.lang.GroovyClassLoader;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.PartReport;
import io.rrrspec.common.model.Quarantine;
import io.rrrspec.common.model.TaskSplit;
import io.rrrspec.common.model.TestSelection;
import io.rrrspec.common.model.TimeLimits;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.project.TestProvider;
import io.rrrspec.worker.slave.jvm.OutputCapture;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes run whole and in parts, with the engines that projects have. */
class ClassPartsTest {
  private static final String FIXTURES = "io.rrrspec.worker.slave.fixtures.";
  private static final TimeLimits PLENTY =
      new TimeLimits(Duration.ofMinutes(1), Duration.ofMinutes(2));

  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final InputStream in = System.in;
  private final ClassLoader loader = Thread.currentThread().getContextClassLoader();
  private JUnitRunner runner = runner(Executions.only(JUnitSettings.NONE), TestSelection.ALL);

  @AfterEach
  void giveTheStreamsBack() {
    runner.close();
    Thread.currentThread().setContextClassLoader(loader);
    System.setOut(out);
    System.setErr(err);
    System.setIn(in);
  }

  /** All that can be split: the fixtures of all engines, whether green or red. */
  static Stream<String> splittable() {
    return Stream.of(
        "JupiterParts$Usual",
        "JupiterParts$SomeFail",
        "JupiterParts$NewNames",
        "JupiterParts$PerMethod",
        "JupiterParts$LockedInItsJvm",
        "VintageParts$Usual",
        "VintageParts$Rows",
        "VintageParts$OfJUnit3",
        "VintageParts$WithSilentStubs",
        "NgParts$Usual",
        "PlainFixture",
        "InheritedFixture",
        "ParameterizedFixture",
        "NestedContract$GoodBehaviour",
        "NestedContract$BadBehaviour",
        "VintageFixture",
        "VintageParameterizedFixture",
        "VintageNamedParametersFixture",
        "JUnit3Fixture");
  }

  @ParameterizedTest
  @MethodSource("splittable")
  void thePartsOfAClassAreTheClass(String fixture) {
    TrialResult whole = runner.run(FIXTURES + fixture, PLENTY);
    List<String> units = new ArrayList<>(units(fixture, whole));
    assertThat(units).doesNotContainNull();
    Random random = new Random(7);
    for (int count = 2; count <= 3; count++) {
      for (int round = 0; round < 4 && units.size() >= count; round++) {
        Collections.shuffle(units, random);
        areTheWhole(fixture, whole, run(fixture, parts(units, count, random)));
      }
    }
  }

  private static void areTheWhole(String fixture, TrialResult whole, List<TrialResult> parts) {
    assertThat(parts)
        .as(fixture)
        .allSatisfy(
            part -> {
              PartReport report = Objects.requireNonNull(part.part(), "no report");
              assertThat(report.refused()).isNull();
              assertThat(report.given()).isPositive().isEqualTo(report.ran());
              assertThat(report.digest()).isEqualTo(report(parts.get(0)).digest());
              assertThat(report.whole()).isEqualTo(report(parts.get(0)).whole());
            });
    assertThat(parts.stream().mapToInt(part -> report(part).given()).sum())
        .isEqualTo(report(parts.get(0)).whole());
    assertThat(parts.stream().flatMap(part -> lines(part).stream()))
        .containsExactlyInAnyOrderElementsOf(lines(whole));
    assertThat(parts.stream().mapToInt(TrialResult::passed).sum()).isEqualTo(whole.passed());
    assertThat(parts.stream().mapToInt(TrialResult::pending).sum()).isEqualTo(whole.pending());
    assertThat(parts.stream().mapToInt(TrialResult::failed).sum()).isEqualTo(whole.failed());
    assertThat(parts.stream().map(TrialResult::status).max(ClassPartsTest::compare))
        .contains(whole.status());
  }

  private static int compare(TrialStatus one, TrialStatus other) {
    List<TrialStatus> byWeight =
        List.of(TrialStatus.PASSED, TrialStatus.PENDING, TrialStatus.ERROR, TrialStatus.FAILED);
    return byWeight.indexOf(one) - byWeight.indexOf(other);
  }

  @ParameterizedTest
  @MethodSource("splittable")
  void eachRecordedTestHasTheUnitOfTheLeafThatItIsOf(String fixture) {
    Set<String> units = units(fixture, runner.run(FIXTURES + fixture, PLENTY));
    for (String unit : units) {
      TrialResult only = run(fixture, new ClassPart(1, 2, false, List.of(unit)));
      assertThat(report(only).given()).as(unit).isPositive();
      assertThat(units(fixture, only)).as(unit).containsExactly(unit);
    }
    // A factory may make nothing, and a class whose set-up has doubts has no tests in the record.
    TrialResult rest = run(fixture, new ClassPart(2, 2, true, List.copyOf(units)));
    assertThat(rest.cases()).as(units.toString()).isEmpty();
  }

  @Test
  void theInvocationsAndOverloadsOfAMethodStayTogether() {
    TrialResult part =
        run(
            "JupiterParts$Usual",
            new ClassPart(1, 2, false, List.of("#overloaded", "Inner$Deeper$Deepest#numbers")));
    assertThat(part.cases())
        .extracting(test -> test.className().replaceAll(".*Usual", "") + "#" + test.name())
        .containsExactlyInAnyOrder(
            "#overloaded",
            "#overloaded(TestInfo)",
            "#overloaded(int, String)[1]",
            "#overloaded(int, String)[2]",
            "#overloaded(int, String)[3]",
            "$Inner$Deeper$Deepest#numbers(int)[1]",
            "$Inner$Deeper$Deepest#numbers(int)[2]");
    assertThat(report(part).given()).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "JupiterParts$PerClass           | one instance for all tests (@TestInstance PER_CLASS)",
        "JupiterParts$PerClassByAnother  | one instance for all tests (@TestInstance PER_CLASS)",
        "JupiterParts$PerClassInside     | one instance for all tests (@TestInstance PER_CLASS)",
        "JupiterParts$Ordered            | ordered methods (@TestMethodOrder)",
        "JupiterParts$OrderedByInterface | ordered methods (@TestMethodOrder)",
        "JupiterParts$OrderedBySuper     | ordered methods (@TestMethodOrder)",
        "JupiterParts$OrderedClasses     | ordered nested classes (@TestClassOrder)",
        "JupiterParts$Locked             | a lock (@ResourceLock)",
        "JupiterParts$LockedMethods      | a lock (@ResourceLock)",
        "JupiterParts$LockedInItsJvmAndElse | a lock (@ResourceLock)",
        "JupiterParts$Alone              | a lock (@Isolated)",
        "JupiterParts$WithParameters     | parameters (@ParameterizedClass)",
        "VintageParts$WithSuite          | a suite (suite())",
        "VintageParts$Fixed              | ordered methods (@FixMethodOrder)",
        "VintageParts$Ordered            | ordered methods (@OrderWith)",
        "VintageParts$Holder             | a suite (@RunWith)",
        "VintageEnclosedFixture          | a suite (@RunWith)",
        "VintageParts$All                | a runner that cannot leave tests out (@RunWith)",
        "VintageParts$WithStubs          | stubs that no test needs are an error"
            + " (MockitoJUnitRunner)",
        "NgParts$ByPriority              | ordered methods (TestNG's priority)",
        "NgDependentFixture              | tests that need others (TestNG's dependsOnMethods)",
        "NgParts$ByGroup                 | tests that need others (TestNG's dependsOnGroups)",
        "NgParts$OneThread               | one thread for all tests (TestNG's singleThreaded)",
        "NgParts$FromFactory             | instances from a factory (TestNG's @Factory)",
        "JqwikParts                      | engine jqwik stays whole",
      })
  void whatMustStayWholeIsRefusedBeforeAnyTestRuns(String fixture, String reason) {
    for (ClassPart part : twoParts("#one")) {
      TrialResult result = run(fixture, part);
      isRefused(result, reason);
      assertThat(result.cases()).isEmpty();
      assertThat(report(result).ran()).isZero();
    }
    TrialResult whole = runner.run(FIXTURES + fixture, PLENTY);
    assertThat(whole.passed()).as("whole: " + whole.reason()).isPositive();
  }

  @Test
  void aSpecificationOfSpockIsRefused() throws IOException {
    try (GroovyClassLoader groovy = new GroovyClassLoader(loader)) {
      groovy.parseClass(
          "package example\n"
              + "class PlainSpec extends spock.lang.Specification {\n"
              + "  def 'one'() { expect: true }\n"
              + "  def 'the larger of #a and 1'() { expect: a > 1; where: a << [2, 3] }\n"
              + "}\n"
              + "@spock.lang.Stepwise\n"
              + "class OrderedSpec extends spock.lang.Specification {\n"
              + "  def 'one'() { expect: true }\n"
              + "}\n");
      Thread.currentThread().setContextClassLoader(groovy);
      assertThat(runner.run("example.PlainSpec", PLENTY).passed()).isEqualTo(4);
      ClassPart part = twoParts("#one").get(0);
      isRefused(runner.run("example.PlainSpec", part, PLENTY), "engine spock stays whole");
      isRefused(runner.run("example.OrderedSpec", part, PLENTY), "ordered features (@Stepwise)");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "junit.jupiter.testinstance.lifecycle.default | per_class"
            + " | one instance for all tests (junit.jupiter.testinstance.lifecycle.default)",
        "junit.jupiter.testmethod.order.default"
            + " | org.junit.jupiter.api.MethodOrderer$MethodName"
            + " | ordered methods (junit.jupiter.testmethod.order.default)",
      })
  void aParameterOfTheBuildRefusesWhatJupiterRuns(String name, String value, String reason) {
    with(settings(Map.of(name, value), TestProvider.JUNIT_PLATFORM));
    TrialResult result = run("JupiterParts$Usual", twoParts("#one").get(0));
    isRefused(result, reason);
    assertThat(result.cases()).isEmpty();
    assertThat(report(run("VintageParts$Usual", twoParts("#one").get(0))).refused()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"JupiterParts$LeftOut", "JupiterParts$NotHere", "VintageParts$LeftOut"})
  void aClassThatIsSkippedAsAWholeIsNotSkippedByEachPart(String fixture) {
    for (ClassPart part : twoParts("#one")) {
      TrialResult result = run(fixture, part);
      isRefused(result, "skipped as a whole");
      assertThat(result.passed()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"VintageParts$LeftOut", "VintageParts$NotHere"})
  void norIsOneThatSurefireCountsAsOneSkippedTest(String fixture) {
    with(settings(Map.of(), TestProvider.JUNIT4));
    isRefused(run(fixture, twoParts("#one").get(0)), "skipped as a whole");
  }

  @Test
  void aSetUpThatFailsIsABadPartOfWhichNothingIsSaidToHaveRun() {
    TrialResult result = run("JupiterParts$BrokenSetUp", twoParts("#one").get(0));
    assertThat(result.status()).isEqualTo(TrialStatus.ERROR);
    assertThat(report(result).given()).isEqualTo(1);
    assertThat(report(result).ran()).isZero();
    assertThat(report(result).refused()).isNull();
  }

  @Test
  void aPartOfMethodsThatAreGoneIsRefusedAndTheRestRunsAll() {
    List<ClassPart> parts = twoParts("#renamed", "Gone#one");
    TrialResult named = run("VintageParts$Usual", parts.get(0));
    isRefused(named, "part 1 of 2 names no method that has a test");
    assertThat(named.cases()).isEmpty();
    TrialResult rest = run("VintageParts$Usual", parts.get(1));
    assertThat(lines(rest)).isEqualTo(lines(runner.run(FIXTURES + "VintageParts$Usual", PLENTY)));
    assertThat(report(rest).given()).isEqualTo(report(rest).whole()).isEqualTo(5);
  }

  @Test
  void aRestOfNothingIsRefused() {
    TrialResult rest = run("VintageParts$OfJUnit3", twoParts("#testOne", "#testTwo").get(1));
    isRefused(rest, "part 2 of 2 names no method that has a test");
  }

  @Test
  void testsWithOtherIdsInEachJvmHaveAnotherDigest() {
    ClassPart part = twoParts("#one").get(0);
    PartReport once = report(run("VintageParts$NewIds", part));
    PartReport again = report(run("VintageParts$NewIds", part));
    assertThat(once.refused()).isNull();
    assertThat(again.digest()).isNotEqualTo(once.digest()).hasSize(PartReport.DIGEST);
    assertThat(again.whole()).isEqualTo(once.whole());
    PartReport stable = report(run("VintageParts$Usual", part));
    assertThat(report(run("VintageParts$Usual", part)).digest()).isEqualTo(stable.digest());
  }

  @Test
  void aRunnerThatRunsMoreThanItWasGivenIsFoundOut() {
    TrialResult result = run("VintageParts$AllInSecret", twoParts("#one").get(0));
    assertThat(report(result).refused()).startsWith("tests of other parts run with it (two");
    assertThat(result.status()).isEqualTo(TrialStatus.ERROR);
  }

  @Test
  void aRunnerThatRunsLessThanItWasGivenIsFoundOut() {
    TrialResult whole = runner.run(FIXTURES + "VintageParts$Less", PLENTY);
    assertThat(whole.passed()).isEqualTo(3);
    TrialResult result = run("VintageParts$Less", twoParts("#one", "#two").get(0));
    assertThat(result.passed()).isEqualTo(1);
    isRefused(result, "1 of 2 tests neither ran nor were skipped");
  }

  @Test
  void aRunnerThatThrowsAtHalfOfAClassMakesABadPart() {
    assertThat(runner.run(FIXTURES + "VintageParts$Half", PLENTY).passed()).isEqualTo(2);
    for (ClassPart part : twoParts("#one")) {
      TrialResult result = run("VintageParts$Half", part);
      assertThat(result.status()).isEqualTo(TrialStatus.ERROR);
      assertThat(result.reason()).contains("all or nothing");
      assertThat(result.passed()).isZero();
    }
  }

  @Test
  void aTestThatIsNamedAfterSomethingElseIsFoundOut() {
    List<ClassPart> parts = twoParts("#makes");
    isRefused(
        run("JupiterParts$Elsewhere", parts.get(0)),
        "a test that is not named after its method (elsewhere)");
    assertThat(report(run("JupiterParts$Elsewhere", parts.get(1))).refused()).isNull();
  }

  @Test
  void aClassThatIsOneTestIsRefused() {
    TrialResult result = run("VintageEmptyBehaviours$NoRows", twoParts("#never").get(1));
    assertThat(report(result).refused()).startsWith("a test that is not known by its method (");
    assertThat(report(result).ran()).isZero();
  }

  @Test
  void aClassThatSeveralExecutionsRunIsRefused() {
    String name = FIXTURES + "VintageParts$Usual";
    List<ExecutionSettings> two =
        Stream.of("it", "slow")
            .map(id -> new ExecutionSettings(id, Set.of(name), JUnitSettings.NONE, false, false))
            .toList();
    with(new Executions(two, false));
    isRefused(run("VintageParts$Usual", twoParts("#one").get(0)), "several executions run it");
    assertThat(report(runner.run(name + "@it#1/2", twoParts("#one").get(0), PLENTY)).ran())
        .isEqualTo(1);
  }

  @Test
  void whatTheBuildAndTheRunLeaveOutIsNoPartOfTheClass() {
    with(
        new JUnitSettings(
            List.of("slow"),
            List.of(),
            GroupSyntax.GROUPS,
            List.of(),
            List.of(),
            Map.of(),
            TestProvider.TESTNG));
    PartReport bySettings = report(run("NgParts$Usual", twoParts("#two").get(0)));
    assertThat(bySettings.whole()).isEqualTo(1);
    assertThat(bySettings.ran()).isEqualTo(1);

    runner.close();
    String name = FIXTURES + "VintageParts$Usual";
    runner =
        runner(
            Executions.only(JUnitSettings.NONE),
            TestSelection.ofMethods(List.of(name), Map.of(name, List.of("#one+two"))));
    PartReport bySelection = report(run("VintageParts$Usual", twoParts("#one").get(0)));
    assertThat(bySelection.whole()).isEqualTo(2);
    assertThat(bySelection.given()).isEqualTo(1);
  }

  @Test
  void aClassWithoutTestsHasEmptyParts() {
    TrialResult result = run("EmptyFixture", twoParts("#one").get(0));
    assertThat(result.status()).isEqualTo(TrialStatus.PASSED);
    assertThat(result.reason()).isEqualTo("it has no test");
    assertThat(report(result).whole()).isZero();
    assertThat(report(result).refused()).isNull();
  }

  @Test
  void aClassThatIsNotTheRecordedOneIsRefused() throws Exception {
    Class<?> type = Class.forName(FIXTURES + "VintageParts$Usual");
    String digest = Objects.requireNonNull(new OwnClassFiles().digest(type));
    ClassPart part = twoParts("#one").get(0);
    assertThat(report(run("VintageParts$Usual", part.withClassFiles(digest))).ran()).isEqualTo(1);
    isRefused(run("VintageParts$Usual", part.withClassFiles("ab12")), TaskSplit.OTHER_FILES);
  }

  @Test
  void aLongClassTellsWithWhichFilesItPassed() throws Exception {
    String digest = new OwnClassFiles().digest(Class.forName(FIXTURES + "SecondFixture"));
    assertThat(runner.run(FIXTURES + "SecondFixture", PLENTY).classFiles())
        .isNotNull()
        .isEqualTo(digest);
    ClassPart rest = twoParts("#none").get(1);
    assertThat(run("SecondFixture", rest).classFiles()).as("a part of it").isNull();
    assertThat(runner.run(FIXTURES + "EmptyFixture", PLENTY).classFiles()).as("short").isNull();

    runner.close();
    String name = FIXTURES + "SecondFixture";
    runner =
        runner(
            Executions.only(JUnitSettings.NONE),
            TestSelection.ofMethods(List.of(name), Map.of(name, List.of("#takes*"))));
    assertThat(runner.run(name, PLENTY).classFiles()).as("some of its tests").isNull();
  }

  @Test
  void aClassThatIsNotThereIsABadPartWithoutAReport() {
    TrialResult result = runner.run("com.foo.Missing#1/2", twoParts("#one").get(0), PLENTY);
    assertThat(result.status()).isEqualTo(TrialStatus.ERROR);
    assertThat(result.reason()).isEqualTo("class com.foo.Missing is not on the test class path");
    assertThat(result.part()).isNull();
  }

  private static void isRefused(TrialResult result, String reason) {
    assertThat(report(result).refused()).isEqualTo(reason);
    assertThat(result.status()).isEqualTo(TrialStatus.ERROR);
    assertThat(result.reason()).isEqualTo(PartReport.REFUSED + reason);
  }

  private static PartReport report(TrialResult part) {
    return Objects.requireNonNull(part.part(), () -> "no report: " + part.reason());
  }

  private static List<ClassPart> twoParts(String... units) {
    return List.of(
        new ClassPart(1, 2, false, List.of(units)), new ClassPart(2, 2, true, List.of(units)));
  }

  /** Cuts a list at random; each part gets one at least. */
  private static List<ClassPart> parts(List<String> units, int count, Random random) {
    List<ClassPart> parts = new ArrayList<>();
    int from = 0;
    for (int i = 1; i < count; i++) {
      int left = units.size() - from - (count - i);
      int to = from + 1 + (left > 1 ? random.nextInt(left) : 0);
      parts.add(new ClassPart(i, count, false, units.subList(from, to)));
      from = to;
    }
    parts.add(new ClassPart(count, count, true, units.subList(0, from)));
    return parts;
  }

  /** In the order of the record; what stands for a class has none. */
  private static Set<String> units(String fixture, TrialResult result) {
    Set<String> units = new LinkedHashSet<>();
    for (CaseResult test : result.cases()) {
      units.add(ClassPart.unitOf(FIXTURES + fixture, test.className(), test.name()));
    }
    return units;
  }

  private List<TrialResult> run(String fixture, List<ClassPart> parts) {
    return parts.stream().map(part -> run(fixture, part)).toList();
  }

  private TrialResult run(String fixture, ClassPart part) {
    return runner.run(part.taskOf(FIXTURES + fixture), part, PLENTY);
  }

  private static List<String> lines(TrialResult result) {
    return result.cases().stream()
        .map(test -> test.className() + "\t" + test.name() + "\t" + test.outcome())
        .toList();
  }

  private void with(JUnitSettings settings) {
    with(Executions.only(settings));
  }

  private void with(Executions executions) {
    runner.close();
    runner = runner(executions, TestSelection.ALL);
  }

  private static JUnitSettings settings(Map<String, String> parameters, TestProvider provider) {
    return new JUnitSettings(
        List.of(), List.of(), GroupSyntax.TAGS, List.of(), List.of(), parameters, provider);
  }

  private static JUnitRunner runner(Executions executions, TestSelection selection) {
    return new JUnitRunner(
        executions,
        MissingClass.WITHOUT_PROJECT,
        selection,
        Quarantine.NONE,
        OutputCapture.install(),
        running -> {},
        late -> {});
  }
}

package io.rrrspec.worker.slave.junit;

import static org.assertj.core.api.Assertions.assertThat;

import groovy.lang.GroovyClassLoader;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.Quarantine;
import io.rrrspec.common.model.QuarantinedTest;
import io.rrrspec.common.model.TestMethod;
import io.rrrspec.common.model.TestSelection;
import io.rrrspec.common.model.TimeLimits;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.worker.slave.jvm.OutputCapture;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests whose own failures are muted, and failures that are not their own. */
class QuarantinedTestsTest {
  private static final String FIXTURES = "io.rrrspec.worker.slave.fixtures.";
  private static final LocalDate DAY = LocalDate.of(2031, 5, 20);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final TimeLimits PLENTY = new TimeLimits(MINUTE, MINUTE.multipliedBy(2));

  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final InputStream in = System.in;

  @AfterEach
  void giveTheStreamsBack() {
    System.setOut(out);
    System.setErr(err);
    System.setIn(in);
  }

  @Test
  void aClassOfWhichAllFailuresAreMutedIsPendingAndKeepsThem() {
    TrialResult result =
        run("PlainFixture", muted("PlainFixture#fails", "PlainFixture#throwsSomething"));

    assertThat(result.status()).isEqualTo(TrialStatus.PENDING);
    assertThat(result.reason()).isNull();
    assertThat(result.failed()).isZero();
    assertThat(result.passed()).isEqualTo(3);
    assertThat(result.pending()).isEqualTo(5);
    assertThat(result.muted()).isEqualTo(2);
    CaseResult fails = test(result, "fails");
    assertThat(fails.outcome()).isEqualTo(Outcome.MUTED);
    assertThat(fails.message()).contains("the numbers");
    assertThat(fails.trace()).contains("PlainFixture");
    assertThat(fails.quarantine()).isEqualTo("quarantined until 2031-05-20 (ann: it is flaky)");
    assertThat(test(result, "passes").quarantine()).isNull();
  }

  @Test
  void aFailureBesideAMutedOneIsRed() {
    TrialResult result = run("PlainFixture", muted("PlainFixture#fails"));

    assertThat(result.status()).isEqualTo(TrialStatus.FAILED);
    assertThat(result.failed()).isEqualTo(1);
    assertThat(result.muted()).isEqualTo(1);
    assertThat(test(result, "throwsSomething").outcome()).isEqualTo(Outcome.ERROR);
  }

  @Test
  void aTestThatPassesIsNoFailureThatIsMuted() {
    TrialResult result = run("SecondFixture", muted("SecondFixture#takesASecond"));

    assertThat(result.status()).isEqualTo(TrialStatus.PASSED);
    assertThat(result.muted()).isZero();
  }

  @Test
  void afterTheEndOfItsQuarantineAFailureIsRedAndSaysSo() {
    Quarantine over =
        Quarantine.on(
            DAY.plusDays(1),
            List.of(quarantined("PlainFixture#fails"), quarantined("PlainFixture#passes")));
    TrialResult result = run("PlainFixture", over);

    assertThat(result.status()).isEqualTo(TrialStatus.FAILED);
    assertThat(result.failed()).isEqualTo(2);
    assertThat(test(result, "fails").outcome()).isEqualTo(Outcome.FAILED);
    assertThat(test(result, "fails").toldMessage())
        .startsWith("its quarantine ended on 2031-05-20 (ann: it is flaky): the numbers");
    assertThat(test(result, "passes").quarantine()).isNull();
  }

  @Test
  void allInvocationsOfAMethodAndItsArgumentsAreMutedWithIt() {
    TrialResult result =
        run(
            "ParameterizedFixture",
            muted("ParameterizedFixture#takesText", "ParameterizedFixture#hasBrokenSource"));

    assertThat(result.status()).isEqualTo(TrialStatus.PENDING);
    assertThat(result.reason()).isNull();
    assertThat(result.failed()).isZero();
    assertThat(result.muted()).isEqualTo(2);
  }

  @Test
  void aTestOfANestedClassHasTheNameOfThatClass() {
    Quarantine outer = muted("NestedFixture#inside", "NestedFixture$Broken#never");
    TrialResult result = run("NestedFixture", outer);

    assertThat(result.status()).isEqualTo(TrialStatus.ERROR);
    assertThat(result.failed()).isEqualTo(1);
    assertThat(result.muted()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"BeforeAllFixture#never", "AfterAllFixture#passes"})
  void whatFailsAroundTheTestsOfAClassIsRed(String test) {
    TrialResult result = run(test.substring(0, test.indexOf('#')), muted(test));

    assertThat(result.status()).isEqualTo(TrialStatus.ERROR);
    assertThat(result.failed()).isEqualTo(1);
    assertThat(result.muted()).isZero();
  }

  @Test
  void aClassThatCannotBeInitializedIsRed() {
    TrialResult result =
        run(
            "StaticInitializerFixture",
            muted("StaticInitializerFixture#one", "StaticInitializerFixture#two"));

    assertThat(result.status()).isEqualTo(TrialStatus.FAILED);
    assertThat(result.failed()).isPositive();
    assertThat(result.muted()).isZero();
  }

  @Test
  void aTestThatUsesUpItsStackIsRed() {
    TrialResult result = run("StackOverflowBehaviour", muted("StackOverflowBehaviour#callsItself"));

    assertThat(result.status()).isEqualTo(TrialStatus.FAILED);
    assertThat(result.failed()).isEqualTo(1);
  }

  @Test
  void aTestThatIsInterruptedSinceItsTimeIsOverIsRed() {
    TrialResult result =
        run(
            "InterruptedBehaviour",
            muted("InterruptedBehaviour#waits"),
            new TimeLimits(Duration.ofSeconds(2), MINUTE));

    assertThat(result.status()).isEqualTo(TrialStatus.TIMEOUT);
    assertThat(result.reason()).contains("and was interrupted");
    assertThat(result.muted()).isZero();
    assertThat(List.of(result.passed(), result.pending(), result.failed()))
        .containsExactly(0, 0, 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"other:", "", "@it"})
  void aTestOfAnotherModuleOrExecutionIsAnotherTest(String place) {
    String name = FIXTURES + "PlainFixture";
    String other = place.startsWith("@") ? name + place : place + name;
    Quarantine quarantine =
        new Quarantine(
            List.of(
                quarantined(TestMethod.parse(other + "#fails")),
                quarantined(TestMethod.parse(other + "#throwsSomething"))),
            List.of());
    TrialResult result = run("PlainFixture", quarantine);

    assertThat(result.failed()).isEqualTo(place.isEmpty() ? 0 : 2);
  }

  @Test
  void aTitleThatLooksLikeAnInvocationIsNoneOfAnotherMethod() {
    TrialResult result = run("TitledFixture", muted("TitledFixture#adds"));
    assertThat(mutedOf(result)).containsExactly("adds");
    assertThat(result.failed()).isEqualTo(4);

    TrialResult late = run("TitledFixture", muted("TitledFixture#it adds (late)"));
    assertThat(mutedOf(late)).containsExactly("it adds (late)");
    assertThat(mutedOf(run("TitledFixture", muted("TitledFixture#adds(1)"))))
        .containsExactly("adds(1)");
    assertThat(mutedOf(run("TitledFixture", muted("TitledFixture#makes()[4]"))))
        .containsExactly("makes()[4]");
  }

  @Test
  void aMethodStandsForTheDynamicTestsThatItMakes() {
    TrialResult result = run("TitledFixture", muted("TitledFixture#makes", "TitledFixture#adds"));
    assertThat(result.status()).isEqualTo(TrialStatus.PENDING);
    assertThat(result.muted()).isEqualTo(5);
  }

  @Test
  void oneInvocationStandsForItself() {
    TrialResult all = run("ParameterizedFixture", muted("ParameterizedFixture#takesText"));
    assertThat(mutedOf(all)).isNotEmpty();
    String failing = mutedOf(all).get(0);
    assertThat(failing).startsWith("takesText(");
    assertThat(mutedOf(run("ParameterizedFixture", muted("ParameterizedFixture#" + failing))))
        .containsExactly(failing);
    String other = failing.substring(0, failing.indexOf(')') + 1) + "[99]";
    assertThat(mutedOf(run("ParameterizedFixture", muted("ParameterizedFixture#" + other))))
        .isEmpty();
  }

  @Test
  void aMethodOfJUnit4StandsForItsParameters() {
    String fixture = "VintageFailingParametersFixture";
    assertThat(mutedOf(run(fixture, muted(fixture + "#adds"))))
        .containsExactlyInAnyOrder("adds[0]", "adds[1]");
    assertThat(mutedOf(run(fixture, muted(fixture + "#addsMore[1]"))))
        .containsExactly("addsMore[1]");
  }

  @Test
  void aFeatureOfSpockIsMutedByItsTitle() throws IOException {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (GroovyClassLoader groovy = new GroovyClassLoader(before)) {
      groovy.parseClass(
          "package example\n"
              + "class TitledSpec extends spock.lang.Specification {\n"
              + "  def 'adds (once)'() { expect: 1 == 2 }\n"
              + "  def 'adds (twice)'() { expect: 1 == 2 }\n"
              + "  def 'adds'() { expect: a == 0; where: a << [1, 2] }\n"
              + "}\n"
              + "@spock.lang.Stepwise\n"
              + "class OrderedSpec extends spock.lang.Specification {\n"
              + "  def 'one'() { expect: 1 == 2 }\n"
              + "  def 'two'() { expect: 1 == 1 }\n"
              + "}\n"
              + "class AloneSpec extends spock.lang.Specification {\n"
              + "  def 'one'() { expect: 1 == 2 }\n"
              + "  @spock.lang.Ignore def 'two'() { expect: 1 == 1 }\n"
              + "}\n");
      Thread.currentThread().setContextClassLoader(groovy);
      assertThat(mutedOf(runSpec("example.TitledSpec#adds (once)"))).containsExactly("adds (once)");
      assertThat(mutedOf(runSpec("example.TitledSpec#adds")))
          .isNotEmpty()
          .allMatch(name -> name.startsWith("adds ["));
      TrialResult ordered = runSpec("example.OrderedSpec#one");
      assertThat(ordered.status()).isEqualTo(TrialStatus.FAILED);
      assertThat(test(ordered, "one").toldMessage())
          .startsWith("not muted, since 1 test was skipped after it: two: ");
      assertThat(runSpec("example.AloneSpec#one").status()).isEqualTo(TrialStatus.PENDING);
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SkipsOthersFixture$Needing, 1 test was skipped after it: second",
    "NgNeedingFixture, '2 tests were skipped after it: second, third'",
    "SkipsInSetUpFixture$InMethod, 1 test was skipped after it: second",
    "SkipsInSetUpFixture$InExtension, 1 test was skipped after it: second",
    "SkipsInSetUpFixture$InVintage, 1 test was skipped after it: second",
    "SkipsInSetUpFixture$InListener, 1 test was skipped after it: second",
  })
  void aFailureForWhichOthersAreSkippedIsRedAndSaysSo(String fixture, String why) {
    TrialResult result = run(fixture, muted(fixture + "#first"));
    assertThat(result.status()).isEqualTo(TrialStatus.FAILED);
    assertThat(result.failed()).isEqualTo(1);
    assertThat(result.muted()).isZero();
    assertThat(test(result, "first").toldMessage()).startsWith("not muted, since " + why + ": ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SkipsOthersFixture$Alone",
        "SkipsInSetUpFixture$Alone",
        "SkipsInSetUpFixture$OfParameters"
      })
  void whatIsSkippedInAnyCaseChangesNothing(String fixture) {
    TrialResult result = run(fixture, muted(fixture + "#first"));
    assertThat(result.status()).isEqualTo(TrialStatus.PENDING);
    assertThat(result.muted()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "stackInAssertAll",
        "memoryInCauseInAssertAll",
        "classInSuppressed",
        "classAmongSeveral"
      })
  void anAssertionThatHoldsAnErrorWhichIsNotTheTestsOwnIsRed(String test) {
    TrialResult result =
        run(
            "HeldErrorsFixture",
            muted("HeldErrorsFixture#" + test, "HeldErrorsFixture#holdsItself"));
    assertThat(mutedOf(result)).containsExactly("holdsItself");
  }

  private static List<String> mutedOf(TrialResult result) {
    return result.cases().stream()
        .filter(test -> test.outcome() == Outcome.MUTED)
        .map(CaseResult::name)
        .toList();
  }

  private static TrialResult runSpec(String test) {
    Quarantine quarantine = Quarantine.on(DAY, List.of(quarantined(TestMethod.parse(test))));
    return runClass(test.substring(0, test.indexOf('#')), quarantine, PLENTY);
  }

  private static CaseResult test(TrialResult result, String name) {
    return result.cases().stream()
        .filter(test -> test.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Quarantine muted(String... tests) {
    return Quarantine.on(DAY, Arrays.stream(tests).map(QuarantinedTestsTest::quarantined).toList());
  }

  private static QuarantinedTest quarantined(String test) {
    return quarantined(TestMethod.parse(FIXTURES + test));
  }

  private static QuarantinedTest quarantined(TestMethod test) {
    return new QuarantinedTest(test, "ann", "it is flaky", DAY);
  }

  private static TrialResult run(String fixture, Quarantine quarantine) {
    return run(fixture, quarantine, PLENTY);
  }

  private static TrialResult run(String fixture, Quarantine quarantine, TimeLimits limits) {
    return runClass(FIXTURES + fixture, quarantine, limits);
  }

  private static TrialResult runClass(String name, Quarantine quarantine, TimeLimits limits) {
    JUnitRunner runner =
        new JUnitRunner(
            Executions.only(JUnitSettings.NONE),
            MissingClass.WITHOUT_PROJECT,
            TestSelection.ALL,
            // As a slave reads it.
            Quarantine.parse(quarantine.text()),
            OutputCapture.install(),
            running -> {},
            late -> {});
    try {
      return runner.run(name, limits);
    } finally {
      runner.close();
    }
  }
}

package io.rrrspec.worker.slave.junit;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.io.InputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
      return runner.run(FIXTURES + fixture, limits);
    } finally {
      runner.close();
    }
  }
}

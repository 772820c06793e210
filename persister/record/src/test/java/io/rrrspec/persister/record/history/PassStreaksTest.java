package io.rrrspec.persister.record.history;

import static io.rrrspec.persister.record.RunBuilder.aRun;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.PassStreak;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TestMethod;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.persister.record.ArchiveContract;
import io.rrrspec.persister.record.RunBuilder;
import io.rrrspec.persister.record.run.RunInSql;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How often in a row quarantined tests have passed, and where their failures are told. */
class PassStreaksTest extends ArchiveContract {
  private static final String CART = "shop:com.shop.CartTest";
  private static final CaseResult GREEN = named("adds", Outcome.PASSED);
  private static final CaseResult MUTED =
      new CaseResult(
          "com.shop.CartTest",
          "adds",
          Outcome.MUTED,
          3,
          "no luck",
          null,
          null,
          List.of(),
          "quarantined until 2031-05-20 (ann: flaky)");

  private RunBuilder save(TaskStatus status, TrialVerdict verdict, CaseResult... cases) {
    return save(aRun(), status, verdict, cases);
  }

  private RunBuilder save(
      RunBuilder run, TaskStatus status, TrialVerdict verdict, CaseResult... cases) {
    run.task(CART, status, run.trial(CART, verdict, 10, cases));
    archive.saveFinished(run.taskset(), run.tasks());
    archive.saveLogs(run.key(), "", List.of(), List.of(), Collections.emptyIterator());
    return run;
  }

  private RunBuilder green(CaseResult... cases) {
    return save(TaskStatus.PASSED, TrialVerdict.PASSED, cases);
  }

  private RunBuilder muted(CaseResult... cases) {
    return save(TaskStatus.PENDING, TrialVerdict.PENDING, cases);
  }

  private static CaseResult named(String name, Outcome outcome) {
    return new CaseResult("com.shop.CartTest", name, outcome, 1, null, null, null);
  }

  private PassStreak streak(String test) {
    return new PassStreaks(database).find("myclass", List.of(TestMethod.parse(test))).get(0);
  }

  @Test
  void whoHasPassedFiftyTimesInARowIsReady() {
    muted(named("adds", Outcome.MUTED));
    for (int i = 0; i < 49; i++) {
      green(named("adds", Outcome.PASSED), named("removes", Outcome.PASSED));
    }
    assertThat(streak(CART + "#adds").passes()).isEqualTo(49);
    assertThat(streak(CART + "#adds").isReady()).isFalse();

    green(named("adds", Outcome.PASSED));
    assertThat(streak(CART + "#adds")).isEqualTo(new PassStreak(method(), 50, true));
    assertThat(streak(CART + "#adds").isReady()).isTrue();

    muted(named("adds", Outcome.MUTED));
    assertThat(streak(CART + "#adds")).isEqualTo(new PassStreak(method(), 0, true));
  }

  private static TestMethod method() {
    return TestMethod.parse(CART + "#adds");
  }

  @Test
  void oneInvocationThatFailsIsAFailureAndASkippedTestIsNeither() {
    green(named("adds(int)[1]", Outcome.PASSED), named("adds(int)[2]", Outcome.PASSED));
    muted(named("adds(int)[1]", Outcome.PASSED), named("adds(int)[2]", Outcome.MUTED));
    green(named("adds(int)[1]", Outcome.PASSED), named("adds(int)[2]", Outcome.PASSED));
    muted(named("adds(int)[1]", Outcome.SKIPPED));
    green(named("removes", Outcome.PASSED));
    assertThat(streak(CART + "#adds")).isEqualTo(new PassStreak(method(), 1, true));
  }

  @Test
  void aTestThatIsGoneIsNotSeen() {
    green(named("adds", Outcome.PASSED));
    assertThat(streak(CART + "#removes").seen()).isFalse();
    assertThat(streak("com.shop.CartTest#adds").seen()).as("another module").isFalse();
    save(
        aRun().ofClass("other"),
        TaskStatus.PASSED,
        TrialVerdict.PASSED,
        named("removes", Outcome.PASSED));
    assertThat(streak(CART + "#removes").seen()).as("another project").isFalse();
  }

  @Test
  void aMutedFailureIsInTheHistoryOfItsTestAndNotAmongTheFailuresOfItsRun() {
    RunBuilder passed = save(aRun().onSources("a"), TaskStatus.PASSED, TrialVerdict.PASSED, GREEN);
    RunBuilder run = save(aRun().onSources("a"), TaskStatus.PENDING, TrialVerdict.PENDING, MUTED);

    assertThat(RunInSql.find(database, run.id()).orElseThrow().failures(10)).isEmpty();
    assertThat(new TestHistories(database).find("myclass", CART, "com.shop.CartTest", "adds", 10))
        .extracting(TestResult::outcome, TestResult::message)
        .containsExactly(
            tuple(Outcome.MUTED, "quarantined until 2031-05-20 (ann: flaky): no luck"),
            tuple(Outcome.PASSED, null));
    // It failed and passed on the same sources.
    assertThat(new FlakyTests(database).find("myclass", ClassWindow.ofRuns(10), 10))
        .singleElement()
        .satisfies(
            flaky -> {
              assertThat(flaky.name()).isEqualTo("adds");
              assertThat(flaky.runKeys()).containsExactly(run.key());
            });
    assertThat(passed.key()).isNotEqualTo(run.key());
  }
}

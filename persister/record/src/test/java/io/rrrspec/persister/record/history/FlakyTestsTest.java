package io.rrrspec.persister.record.history;

import static io.rrrspec.persister.record.RunBuilder.aRun;
import static io.rrrspec.persister.record.RunBuilder.testCase;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.TaskJvm;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.persister.record.ArchiveContract;
import io.rrrspec.persister.record.RunBuilder;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who is called flaky, and who is not. */
class FlakyTestsTest extends ArchiveContract {
  private static final String SPEC = "com.foo.BarTest";
  private static final CaseResult RED = testCase("x", Outcome.FAILED);
  private static final CaseResult GREEN = testCase("x", Outcome.PASSED);

  private void save(RunBuilder run) {
    archive.saveFinished(run.taskset(), run.tasks());
    saveLogs(run);
  }

  private void saveLogs(RunBuilder run) {
    archive.saveLogs(run.key(), "", List.of(), List.of(), Collections.emptyIterator());
  }

  /** A run of one task. */
  private RunBuilder run(@Nullable String sources, Trial... trials) {
    RunBuilder run = aRun().onSources(sources);
    save(run.task(SPEC, TaskStatus.PASSED, trials));
    return run;
  }

  @Test
  void runsOfSomeTestsAndKnownResultsDoNotCount() {
    RunBuilder red = run("s", bad(RED));
    run("s", good(GREEN));
    save(aRun().partial().onSources("s").task(SPEC, TaskStatus.PASSED, good()));
    save(aRun().partial().onSources("s").task(SPEC, TaskStatus.FAILED, bad(RED)));
    save(aRun().cached().onSources("s").task(SPEC, TaskStatus.PASSED, good(GREEN)));

    FlakyTest flaky = found().get(0);
    assertThat(flaky.runKeys()).containsExactly(red.key());
    assertThat(flaky.flakyRuns()).isEqualTo(1);
    assertThat(flaky.runs()).isEqualTo(2);
    assertThat(
            new SpecHistories(database)
                .find("myclass", SPEC, ClassWindow.ofRuns(100), 50)
                .get(0)
                .runs())
        .isEqualTo(flaky.runs());
    assertThat(new FlakyTests(database).findInBrief(null, ClassWindow.ofRuns(100), 100))
        .singleElement()
        .extracting(FlakyTest::runs)
        .isEqualTo(2);
  }

  @Test
  void aRunOfSomeTestsProvesThatATestPasses() {
    run("s", bad(RED));
    save(aRun().partial().onSources("s").task(SPEC, TaskStatus.PASSED, good(GREEN)));
    assertThat(found()).singleElement().extracting(FlakyTest::runs).isEqualTo(1);
  }

  @Test
  void whatFailsOnlyInJvmsMadeForSpeedIsNotFlaky() {
    run("a", bad(RED), good(GREEN));
    RunBuilder quick = aRun().onSources("b");
    save(
        quick.taskIn(
            new TaskJvm(JvmKind.QUICK, TaskJvm.State.REFUSED),
            "com.foo.QuickTest",
            TaskStatus.PASSED,
            quick.trial("com.foo.QuickTest", TrialVerdict.BAD, 10, RED),
            quick.trial("com.foo.QuickTest", TrialVerdict.PASSED, 10, GREEN)));
    assertThat(new FlakyTests(database).find("myclass", ClassWindow.ofRuns(50), 10))
        .extracting(FlakyTest::specFile)
        .containsExactly(SPEC);
  }

  private static Trial bad(CaseResult... cases) {
    return aRun().trial(SPEC, TrialVerdict.BAD, 10, cases);
  }

  private static Trial good(CaseResult... cases) {
    return aRun().trial(SPEC, TrialVerdict.PASSED, 10, cases);
  }

  private static Trial as(TrialStatus status, TrialVerdict verdict, Trial t) {
    return new Trial(
        t.key(),
        t.taskKey(),
        t.slaveKey(),
        t.startedAt(),
        t.finishedAt(),
        status,
        verdict,
        t.stdout(),
        t.stderr(),
        t.passed(),
        t.pending(),
        t.failed(),
        t.cases(),
        t.reason(),
        0);
  }

  private List<FlakyTest> found() {
    return new FlakyTests(database).find(null, ClassWindow.ofRuns(100), 100);
  }

  @Test
  void aTestThatFailedAndPassedInOneRunIsFlakyWithBothOutputs() {
    RunBuilder run = run(null, bad(RED), good(GREEN));
    FlakyTest flaky = found().get(0);
    assertThat(found()).hasSize(1);
    assertThat(flaky.className()).isEqualTo("com.foo.BarTest");
    assertThat(flaky.name()).isEqualTo("x");
    assertThat(flaky.tasksetClass()).isEqualTo("myclass");
    assertThat(flaky.specFile()).isEqualTo(SPEC);
    assertThat(flaky.flakyRuns()).isEqualTo(1);
    assertThat(flaky.runs()).isEqualTo(1);
    assertThat(flaky.runKeys()).containsExactly(run.key());
    assertThat(flaky.firstSeen()).isEqualTo(RunBuilder.START.plusSeconds(60));
    assertThat(flaky.lastSeen()).isEqualTo(flaky.firstSeen());
    assertThat(Objects.requireNonNull(flaky.failed()).message()).isEqualTo("no x");
    assertThat(Objects.requireNonNull(flaky.failed()).stdout()).isEqualTo("out of " + SPEC);
    assertThat(Objects.requireNonNull(flaky.passed()).message()).isNull();
    assertThat(Objects.requireNonNull(flaky.passed()).run()).isEqualTo(run.key());
  }

  @Test
  void inBriefATestHasTheSameCountsTimesAndMessageWithoutOutputs() {
    RunBuilder red = run("s", bad(RED));
    RunBuilder green = run("s", good(GREEN));
    run("s", as(TrialStatus.TIMEOUT, TrialVerdict.BAD, bad()));
    FlakyTest whole = found().get(0);
    FlakyTest brief =
        new FlakyTests(database).findInBrief(null, ClassWindow.ofRuns(100), 100).get(0);
    assertThat(brief)
        .usingRecursiveComparison()
        .ignoringFields("runKeys", "failed", "passed")
        .isEqualTo(whole);
    // A time-out is no run to the end.
    assertThat(brief.runs()).isEqualTo(2);
    assertThat(brief.failed()).isEqualTo(new FlakyTest.Sample(red.key(), "", "no x", null, "", ""));
    assertThat(brief.passed()).isEqualTo(new FlakyTest.Sample(green.key(), "", null, null, "", ""));
  }

  @Test
  void aTestThatFailsInSomeRunsOnTheSameSourcesIsFlakyInThose() {
    RunBuilder first = run("s", good(GREEN));
    RunBuilder second = run("s", bad(RED));
    RunBuilder third = run("s", bad(RED));
    run("s", good(GREEN));
    assertThat(found()).hasSize(1);
    FlakyTest flaky = found().get(0);
    assertThat(flaky.runKeys()).containsExactly(third.key(), second.key());
    assertThat(flaky.runs()).isEqualTo(4);
    assertThat(flaky.rate()).isEqualTo(0.5);
    assertThat(Objects.requireNonNull(flaky.passed()).run()).isEqualTo(first.key());
  }

  @Test
  void ofTwoRunsThatAreSavedAtTheSameTimeTheLaterOneSeesTheOther() {
    RunBuilder red = aRun().onSources("s").task(SPEC, TaskStatus.FAILED, bad(RED));
    RunBuilder green = aRun().onSources("s").task(SPEC, TaskStatus.PASSED, good(GREEN));
    archive.saveFinished(red.taskset(), red.tasks());
    archive.saveFinished(green.taskset(), green.tasks());
    saveLogs(red);
    saveLogs(green);
    saveLogs(red);
    assertThat(found()).singleElement().extracting(FlakyTest::flakyRuns).isEqualTo(1);
  }

  @Test
  void aSourceChangeIsNoProof() {
    run("s", good(GREEN));
    run("t", bad(RED));
    run("u", good(GREEN));
    assertThat(found()).isEmpty();
  }

  @Test
  void unknownSourcesAreNotTheSame() {
    run(null, good(GREEN));
    run(null, bad(RED));
    run("x".repeat(65), good(GREEN));
    run("x".repeat(65), bad(RED));
    assertThat(found()).isEmpty();
  }

  @Test
  void whatAlwaysFailsIsNotFlaky() {
    run("s", bad(RED), bad(RED));
    run("s", bad(RED));
    assertThat(found()).isEmpty();
  }

  @Test
  void anotherTasksetClassIsAnotherTest() {
    save(aRun().ofClass("a").onSources("s").task(SPEC, TaskStatus.PASSED, good(GREEN)));
    save(aRun().ofClass("b").onSources("s").task(SPEC, TaskStatus.FAILED, bad(RED)));
    assertThat(found()).isEmpty();
  }

  @Test
  void aClassOfTheSameNameInAnotherModuleIsAnotherTest() {
    save(
        aRun()
            .onSources("s")
            .task("a:" + SPEC, TaskStatus.PASSED, good(GREEN))
            .task("b:" + SPEC, TaskStatus.FAILED, bad(RED)));
    save(aRun().onSources("s").task("a:" + SPEC, TaskStatus.PASSED, good(GREEN)));
    assertThat(found()).isEmpty();
  }

  @Test
  void lostAndSupersededTrialsAreNoProof() {
    run(null, as(TrialStatus.FAILED, TrialVerdict.LOST, bad(RED)), good(GREEN));
    run(null, as(TrialStatus.FAILED, TrialVerdict.SUPERSEDED, bad(RED)), good(GREEN));
    run(null, bad(RED), as(TrialStatus.PASSED, TrialVerdict.SUPERSEDED, good(GREEN)));
    assertThat(found()).isEmpty();
  }

  @Test
  void timeOutsAndCrashesAreNoProofAboutAMethod() {
    run("s", as(TrialStatus.TIMEOUT, TrialVerdict.BAD, bad(RED)), good(GREEN));
    run("s", as(TrialStatus.ERROR, TrialVerdict.BAD, bad(RED)), good(GREEN));
    run("s", as(TrialStatus.ERROR, TrialVerdict.BAD, bad()), good(GREEN));
    assertThat(found()).isEmpty();
  }

  @Test
  void parametersWhoseNamesOrOrderChangeAreNoProof() {
    run("s", bad(testCase("p(int)[1] seed=1", Outcome.FAILED)));
    run("s", good(testCase("p(int)[1] seed=2", Outcome.PASSED)));
    // The second argument always fails, and comes as the first one now and then.
    run(
        "s",
        bad(testCase("q(int)[1]", Outcome.PASSED), testCase("q(int)[2]", Outcome.FAILED)),
        bad(testCase("q(int)[1]", Outcome.FAILED), testCase("q(int)[2]", Outcome.PASSED)));
    // Another number of arguments.
    run("s", bad(testCase("r(int)[1]", Outcome.FAILED), testCase("r(int)[2]", Outcome.PASSED)));
    run("s", good(testCase("r(int)[1]", Outcome.PASSED)));
    assertThat(found()).isEmpty();
  }

  @Test
  void oneInvocationThatFailsNowAndThenIsFlaky() {
    run(
        "s",
        bad(testCase("p(int)[1]", Outcome.PASSED), testCase("p(int)[2]", Outcome.FAILED)),
        good(testCase("p(int)[1]", Outcome.PASSED), testCase("p(int)[2]", Outcome.PASSED)));
    assertThat(found()).singleElement().extracting(FlakyTest::name).isEqualTo("p(int)[2]");
  }

  @Test
  void twoTestsOfOneNameAreNoProof() {
    run("s", bad(RED, GREEN), bad(GREEN, RED));
    run("s", good(GREEN));
    assertThat(found()).isEmpty();
  }

  @Test
  void aWorkerOnWhichMostFailsIsNoProof() {
    RunBuilder sick = aRun().onSources("s");
    RunBuilder sound = aRun().onSources("s");
    for (String spec : IntStream.range(0, 5).mapToObj(i -> SPEC + i).toList()) {
      sick.task(spec, TaskStatus.FAILED, sick.trial(spec, TrialVerdict.BAD, 1, RED));
      sound.task(spec, TaskStatus.PASSED, sound.trial(spec, TrialVerdict.PASSED, 1, GREEN));
    }
    save(sick);
    save(sound);
    assertThat(found()).isEmpty();
  }

  /** As a class in parts does, of which each part failed that was begun. */
  @Test
  void oneTaskThatFailedOftenOnAWorkerIsAProof() {
    run("s", bad(RED), bad(RED), bad(RED), bad(RED), bad(RED), good(GREEN));
    assertThat(found()).hasSize(1);
  }

  @Test
  void theWindowIsOfRunsOrOfDays() {
    run("s", bad(RED), good(GREEN));
    run("s", good(GREEN));
    FlakyTests tests = new FlakyTests(database);
    assertThat(tests.find("myclass", ClassWindow.ofRuns(1), 10)).isEmpty();
    assertThat(tests.find("myclass", ClassWindow.ofRuns(2), 10)).hasSize(1);
    assertThat(tests.find("myclass", ClassWindow.since(RunBuilder.START), 10)).hasSize(1);
    assertThat(tests.find("myclass", ClassWindow.since(RunBuilder.START.plusSeconds(61)), 10))
        .isEmpty();
    assertThatThrownBy(() -> tests.find("other", ClassWindow.ofRuns(1), 10))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("there are runs of [myclass]");
  }
}

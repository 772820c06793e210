package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.PartReport;
import io.rrrspec.common.model.PartsEnded;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.SplitRequest;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.testing.TasksetBuilder;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A class in parts: what its parts bring decides it, or it runs whole. */
class PartsTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final String DIGEST = "0123456789abcdef0123456789abcdef";

  private Installation i;
  private String taskset = "";
  private int skipped;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
  }

  /** Starts a run of the classes a (in three parts of 8, 6 and 3 s), b (7 s) and c (2 s). */
  private void run(int maxTrials, @Nullable Integer failFast) {
    SplitRequest split =
        new SplitRequest(
            List.of(
                part(1, 8, false, List.of("#one")),
                part(2, 6, false, List.of("#two")),
                part(3, 3, true, List.of("#one", "#two"))),
            3,
            skipped,
            "ab12");
    TasksetBuilder builder = aTaskset().runner(Runner.JUNIT).maxTrials(maxTrials);
    if (failFast != null) {
      builder = builder.failFast(failFast);
    }
    taskset =
        i.running(
            builder.withTasks(
                List.of(
                    new TaskRequest("a", Duration.ofSeconds(17)).withSplit(split),
                    new TaskRequest("b", Duration.ofSeconds(7)),
                    new TaskRequest("c", Duration.ofSeconds(2)))));
  }

  private static SplitRequest.Part part(int number, int seconds, boolean rest, List<String> tests) {
    return new SplitRequest.Part(
        Duration.ofSeconds(seconds), new ClassPart(number, 3, rest, tests));
  }

  private String task(String spec) {
    return Keys.task(taskset, spec);
  }

  private Claim.Run claim(String slave) {
    return i.claim(taskset, slave);
  }

  private void finish(Claim.Run run, String slave, TrialStatus status, @Nullable PartReport part) {
    boolean good = status == TrialStatus.PASSED || status == TrialStatus.PENDING;
    CaseResult test =
        new CaseResult(
            "a",
            run.specFile(),
            good ? CaseResult.Outcome.PASSED : CaseResult.Outcome.FAILED,
            5,
            null,
            null,
            null);
    TrialResult result =
        new TrialResult(
            status,
            "out of " + run.specFile() + "\n",
            "",
            status == TrialStatus.PASSED ? 1 : 0,
            status == TrialStatus.PENDING ? 1 : 0,
            good ? 0 : 1,
            List.of(test),
            null,
            0);
    i.trials.finish(run.trial(), slave, taskset, part == null ? result : result.withPart(part));
  }

  /** What a part reports that ran one of three tests. */
  private static PartReport one() {
    return new PartReport(3, DIGEST, 1, 1, null);
  }

  private void finishGood(Claim.Run run, String slave) {
    finish(run, slave, TrialStatus.PASSED, run.specFile().contains("#") ? one() : null);
  }

  /** Claims for slaves of their own, as many tasks as there are names, in this order. */
  private Map<String, Claim.Run> claim(List<String> specs) {
    Map<String, Claim.Run> runs = new HashMap<>();
    for (String spec : specs) {
      String slave = i.slave(taskset, "s" + spec.replace('/', '-').replace('#', '-'));
      Claim.Run run = claim(slave);
      assertThat(run.specFile()).isEqualTo(spec);
      runs.put(spec, run);
    }
    return runs;
  }

  private String slaveOf(String spec) {
    return Keys.slave(i.keys.worker("w"), "s" + spec.replace('/', '-').replace('#', '-'));
  }

  private void finish(
      Map<String, Claim.Run> runs, String spec, TrialStatus status, @Nullable PartReport part) {
    finish(Objects.requireNonNull(runs.get(spec)), slaveOf(spec), status, part);
    List<String> unused = i.judge();
  }

  private List<String> verdicts(String spec) {
    return i.list(Keys.trials(task(spec))).stream()
        .map(trial -> i.field(trial, "verdict"))
        .toList();
  }

  private void assertCounts(String status, String succeeded, String failed) {
    assertThat(i.field(taskset, "status")).as(i.tasksets.log(taskset)).isEqualTo(status);
    assertThat(i.field(taskset, "succeeded_count")).isEqualTo(succeeded);
    assertThat(i.field(taskset, "failed_count")).isEqualTo(failed);
  }

  /** Ends all else of the run well, with one slave after the other. */
  private List<String> runTheRest() {
    List<String> ran = new ArrayList<>();
    for (int jvm = 0; i.field(taskset, "status").equals("running"); jvm++) {
      String slave = i.slave(taskset, "rest" + jvm);
      while (i.trials.claim(taskset, slave, 1) instanceof Claim.Run run) {
        ran.add(run.specFile());
        finishGood(run, slave);
        List<String> unused = i.judge();
      }
      i.endSlave(slave, taskset, true);
    }
    return ran;
  }

  @Test
  void partsStandAmongTheClassesAndAreNoClasses() {
    run(3, null);
    assertThat(i.list(Keys.tasks(taskset))).containsExactly(task("a"), task("b"), task("c"));
    assertThat(i.list(Keys.taskQueue(taskset)))
        .containsExactly(task("a#1/3"), task("b"), task("a#2/3"), task("a#3/3"), task("c"));
    assertThat(i.list(Keys.tasksLeft(taskset)))
        .containsExactlyElementsOf(i.list(Keys.taskQueue(taskset)));
    Claim.Run first = claim(i.slave(taskset, "s"));
    assertThat(first.specFile()).isEqualTo("a#1/3");
    assertThat(first.part())
        .as("with the class files that its class must have")
        .isEqualTo(new ClassPart(1, 3, false, List.of("#one"), "ab12"));
    assertThat(first.estimate()).isEqualTo(Duration.ofSeconds(8));
  }

  @Test
  void goodPartsDecideTheirClassTogether() {
    run(3, null);
    List<String> ran = runTheRest();
    assertThat(ran).containsExactly("a#1/3", "b", "c", "a#2/3", "a#3/3");
    assertCounts("succeeded", "3", "");
    assertThat(verdicts("a")).containsExactly("passed");
    String merged = i.list(Keys.trials(task("a"))).get(0);
    assertThat(i.trials.find(List.of(merged)).get(0))
        .satisfies(
            trial -> {
              assertThat(trial.passed()).isEqualTo(3);
              assertThat(trial.cases())
                  .extracting(CaseResult::name)
                  .containsExactly("a#1/3", "a#2/3", "a#3/3");
              assertThat(trial.stdout()).isEqualTo("out of a#1/3\nout of a#2/3\nout of a#3/3\n");
              assertThat(trial.taskKey()).isEqualTo(task("a"));
              assertThat(trial.duration())
                  .as("its tests, each 5 ms")
                  .isBetween(Duration.ofMillis(15), Duration.ofMillis(15).plusSeconds(1));
              assertThat(trial.startedAt())
                  .as("with its first part")
                  .isEqualTo(trialOf("a#1/3").startedAt());
              assertThat(trial.finishedAt())
                  .as("with its last part")
                  .isEqualTo(trialOf("a#3/3").finishedAt());
              assertThat(i.field(merged, "started_at"))
                  .isEqualTo(i.field(trialOf("a#1/3").key(), "started_at"));
            });
    // Said once.
    String part = i.list(Keys.trials(task("a#1/3"))).get(0);
    assertThat(i.field(part, "stdout")).isEmpty();
  }

  private Trial trialOf(String spec) {
    return i.trials.findOutlines(i.list(Keys.trials(task(spec)))).get(0);
  }

  @Test
  void howManyPartsHaveEndedIsKnownWhileTheyDecideTheirClass() {
    run(3, null);
    List<String> all = List.of(task("a"), task("b"));
    Map<String, Claim.Run> runs = claim(List.of("a#1/3", "b", "a#2/3", "a#3/3"));
    assertThat(i.tasksets.partsEnded(all)).isEqualTo(Map.of(task("a"), new PartsEnded(1, 0, 3)));
    finish(runs, "a#2/3", TrialStatus.PASSED, one());
    finish(runs, "a#1/3", TrialStatus.PASSED, one());
    assertThat(i.tasksets.partsEnded(all)).isEqualTo(Map.of(task("a"), new PartsEnded(1, 2, 3)));
    finish(runs, "a#3/3", TrialStatus.PASSED, one());
    assertThat(i.tasksets.partsEnded(all)).as("decided").isEmpty();
  }

  @Test
  void ofAClassThatRunsWholeAfterAllNoPartCounts() {
    run(3, null);
    Map<String, Claim.Run> runs = claim(List.of("a#1/3"));
    finish(runs, "a#1/3", TrialStatus.PASSED, PartReport.refused("ordered methods"));
    assertThat(i.tasksets.partsEnded(List.of(task("a")))).isEmpty();
  }

  @Test
  void aPartWithASkippedTestMakesItsClassPending() {
    skipped = 1;
    run(3, null);
    Map<String, Claim.Run> runs = claim(List.of("a#1/3", "b", "a#2/3", "a#3/3"));
    finish(runs, "a#1/3", TrialStatus.PASSED, one());
    finish(runs, "a#2/3", TrialStatus.PENDING, one());
    assertThat(i.field(task("a"), "status")).isEmpty();
    finish(runs, "a#3/3", TrialStatus.PASSED, one());
    assertThat(i.field(task("a"), "status")).isEqualTo("pending");
    assertThat(i.field(taskset, "pending_count")).isEqualTo("1");
  }

  @Test
  void aMutedFailureInAPartIsNoSkippedTest() {
    run(1, null);
    Map<String, Claim.Run> runs = claim(List.of("a#1/3", "b", "a#2/3", "a#3/3"));
    finish(runs, "a#1/3", TrialStatus.PASSED, one());
    CaseResult muted =
        new CaseResult(
            "a", "x", CaseResult.Outcome.MUTED, 5, "no luck", null, null, List.of(), "muted");
    TrialResult result =
        new TrialResult(TrialStatus.PENDING, "", "", 0, 1, 0, List.of(muted), null, 0)
            .withPart(one());
    Claim.Run part = Objects.requireNonNull(runs.get("a#2/3"));
    i.trials.finish(part.trial(), slaveOf("a#2/3"), taskset, result);
    List<String> unused = i.judge();
    finish(runs, "a#3/3", TrialStatus.PASSED, one());

    assertThat(i.field(task("a"), "void")).isEmpty();
    assertThat(i.field(task("a"), "status")).isEqualTo("pending");
    String merged = i.list(Keys.trials(task("a"))).get(0);
    assertThat(i.field(merged, "muted")).isEqualTo("1");
    assertThat(i.field(merged, "failed")).isEqualTo("0");
    assertThat(i.trials.find(List.of(merged)).get(0).cases()).contains(muted).hasSize(3);
  }

  @Test
  void aFailedPartHasItsClassRunWholeWhenTheOthersHaveEnded() {
    run(3, null);
    Map<String, Claim.Run> runs = claim(List.of("a#1/3", "b", "a#2/3"));
    finish(runs, "a#2/3", TrialStatus.FAILED, one());
    // The third is dropped, the first one runs on.
    assertThat(i.list(Keys.taskQueue(taskset))).containsExactly(task("c"));
    assertThat(i.field(task("a"), "status")).isEmpty();
    finish(runs, "a#1/3", TrialStatus.PASSED, one());
    assertThat(i.list(Keys.taskQueue(taskset))).containsExactly(task("a"), task("c"));
    finish(runs, "b", TrialStatus.PASSED, null);
    assertThat(runTheRest()).containsExactly("a", "c");
    assertCounts("succeeded", "3", "");
    assertThat(verdicts("a")).containsExactly("bad", "passed");
    assertThat(i.field(task("a"), "void")).isEqualTo("its part 2/3 failed");
  }

  @Test
  void aFailedPartIsATryOfItsClass() {
    run(2, null);
    Map<String, Claim.Run> runs = claim(List.of("a#1/3", "b", "a#2/3", "a#3/3", "c"));
    finish(runs, "a#1/3", TrialStatus.FAILED, one());
    finish(runs, "a#2/3", TrialStatus.PASSED, one());
    // One try, however many parts fail.
    finish(runs, "a#3/3", TrialStatus.FAILED, one());
    finish(runs, "b", TrialStatus.PASSED, null);
    finish(runs, "c", TrialStatus.PASSED, null);
    finish(claim(List.of("a")), "a", TrialStatus.FAILED, null);
    assertCounts("failed", "2", "1");
    assertThat(verdicts("a")).containsExactly("bad", "bad", "bad");
  }

  @Test
  void whatFailsInASecondPartHasToBeSeenToPassInTheWholeClassToo() {
    run(3, null);
    Map<String, Claim.Run> runs = claim(List.of("a#1/3", "b", "a#2/3", "a#3/3", "c"));
    finish(runs, "a#1/3", TrialStatus.FAILED, one());
    finish(runs, "a#2/3", TrialStatus.FAILED, one());
    finish(runs, "a#3/3", TrialStatus.PASSED, one());
    Claim.Run whole = Objects.requireNonNull(claim(List.of("a")).get("a"));
    assertThat(i.trials.badBeside(whole.trial(), whole.task())).hasSize(2);
    assertThat(i.field(task("a"), "bad")).isEqualTo("2");
  }

  @Test
  void whatFailsAfterARefusalHasToBeSeenToPassInTheWholeClassToo() {
    run(3, null);
    Map<String, Claim.Run> runs = claim(List.of("a#1/3", "b", "a#2/3"));
    finish(runs, "a#1/3", TrialStatus.PASSED, PartReport.refused("ordered methods"));
    finish(runs, "a#2/3", TrialStatus.FAILED, one());
    assertThat(i.field(task("a"), "void")).isEqualTo("its part 2/3 failed");
    Claim.Run whole = Objects.requireNonNull(claim(List.of("a")).get("a"));
    assertThat(i.trials.badBeside(whole.trial(), whole.task())).hasSize(1);
    assertThat(i.field(task("a"), "bad")).isEqualTo("1");
  }

  @Test
  void aClassAsksOnceWhetherItIsTheFaultOfItsWorker() {
    run(2, null);
    Map<String, Claim.Run> runs = claim(List.of("a#1/3", "b", "a#2/3", "a#3/3"));
    for (String part : List.of("a#1/3", "a#2/3", "a#3/3")) {
      finish(runs, part, TrialStatus.FAILED, one());
    }
    assertThat(i.field(Keys.health(taskset), "asked " + i.keys.worker("w"))).isEqualTo("1");
    finish(runs, "b", TrialStatus.FAILED, null);
    assertThat(i.field(Keys.health(taskset), "asked " + i.keys.worker("w"))).isEqualTo("2");
  }

  @Test
  void partsThatPassElsewhereDoNotSpeakAgainstAWorkerWhereOneFailed() {
    run(2, null);
    i.serve(i.worker("v"), taskset);
    String here = i.slave(taskset, "s1");
    Claim.Run first = claim(here);
    assertThat(claim(i.slaveOf("v", taskset, "s1")).specFile()).isEqualTo("b");
    String there = i.slaveOf("v", taskset, "s2");
    Claim.Run second = claim(there);
    finish(first, here, TrialStatus.FAILED, one());
    finish(second, there, TrialStatus.PASSED, one());
    assertThat(i.judge()).containsExactly("bad", "passed");
    assertThat(i.field(taskset, "doubts")).isEqualTo("1");
    assertThat(i.field(Keys.health(taskset), "refuted " + i.keys.worker("w"))).isEmpty();
  }

  @Test
  void aFailedPartTakesNoRetryOfItsClass() {
    run(1, null);
    Map<String, Claim.Run> runs = claim(List.of("a#1/3", "b", "a#2/3", "a#3/3", "c"));
    finish(runs, "a#1/3", TrialStatus.FAILED, one());
    for (String spec : List.of("a#2/3", "a#3/3")) {
      finish(runs, spec, TrialStatus.PASSED, one());
    }
    finish(runs, "b", TrialStatus.PASSED, null);
    finish(runs, "c", TrialStatus.PASSED, null);
    finish(claim(List.of("a")), "a", TrialStatus.PASSED, null);
    assertCounts("succeeded", "3", "");
    assertThat(verdicts("a")).containsExactly("bad", "passed");
  }

  @Test
  void aLostTrialOfAClassWithAFailedPartDoesNotMakeItRed() {
    run(1, null);
    Map<String, Claim.Run> runs = claim(List.of("a#1/3", "b"));
    finish(runs, "a#1/3", TrialStatus.FAILED, one());
    finish(runs, "b", TrialStatus.PASSED, null);
    Map<String, Claim.Run> whole = claim(List.of("a"));
    assertThat(whole).hasSize(1);
    i.endSlave(slaveOf("a"), taskset, true);
    List<String> unused = i.judge();
    assertThat(i.field(task("a"), "status")).isEmpty();
    assertThat(runTheRest()).containsExactly("a", "c");
    assertCounts("succeeded", "3", "");
    assertThat(verdicts("a")).containsExactly("bad", "lost", "passed");
  }

  @Test
  void noJvmRunsTwoPartsOfAClassNorTheClassAfterOne() {
    run(1, null);
    String slave = i.slave(taskset, "s");
    for (String spec : List.of("a#1/3", "b", "c")) {
      Claim.Run run = claim(slave);
      assertThat(run.specFile()).isEqualTo(spec);
      finishGood(run, slave);
      List<String> unused = i.judge();
    }
    assertThat(i.trials.claim(taskset, slave, 1)).isInstanceOf(Claim.Fresh.class);
    String next = i.slave(taskset, "next");
    Claim.Run second = claim(next);
    assertThat(second.specFile()).isEqualTo("a#2/3");
    finish(second, next, TrialStatus.PASSED, PartReport.refused("ordered methods"));
    List<String> unused = i.judge();
    assertThat(i.trials.claim(taskset, next, 1)).isNotInstanceOf(Claim.Run.class);
    assertThat(claim(i.slave(taskset, "third")).specFile()).isEqualTo("a");
  }

  @Test
  void aSecondTrialOfAClassGoesToNoJvmThatHasRunAPart() {
    run(1, null);
    i.serve(i.worker("w2"), taskset);
    String other = i.slaveOf("w2", taskset, "other");
    Claim.Run part = claim(other);
    assertThat(part.specFile()).isEqualTo("a#1/3");
    finish(part, other, TrialStatus.PASSED, PartReport.refused("ordered methods"));
    List<String> unused = i.judge();
    assertThat(claim(List.of("a", "b", "c"))).hasSize(3);
    assertThat(new SpeculationStore(i.redis).offer(taskset, List.of(task("a")))).isEqualTo(1);
    assertThat(i.trials.claim(taskset, other, 1)).isNotInstanceOf(Claim.Run.class);
    assertThat(claim(i.slaveOf("w2", taskset, "fresh")).specFile()).isEqualTo("a");
  }

  @Test
  void partsThatSkipOtherTestsThanTheClassDidAreVoid() {
    run(1, null);
    Map<String, Claim.Run> runs = claim(List.of("a#1/3", "b", "a#2/3", "a#3/3"));
    finish(runs, "a#1/3", TrialStatus.PASSED, one());
    finish(runs, "a#2/3", TrialStatus.PENDING, one());
    finish(runs, "a#3/3", TrialStatus.PASSED, one());
    assertThat(i.field(task("a"), "void")).isEqualTo("its parts skip 1 tests, and it skipped 0");
    assertThat(i.list(Keys.taskQueue(taskset))).startsWith(task("a"));
  }

  static List<PartReport> oddReports() {
    return List.of(
        new PartReport(3, DIGEST.replace('f', 'e'), 1, 1, null),
        new PartReport(4, DIGEST, 1, 1, null),
        new PartReport(3, DIGEST, 2, 2, null),
        new PartReport(3, DIGEST, 1, 0, null),
        new PartReport(3, DIGEST, 0, 0, null),
        PartReport.refused("ordered methods"));
  }

  @ParameterizedTest
  @MethodSource("oddReports")
  void partsThatDoNotAgreeAreVoid(PartReport odd) {
    run(1, null);
    Map<String, Claim.Run> runs = claim(List.of("a#1/3", "b", "a#2/3", "a#3/3"));
    finish(runs, "a#1/3", TrialStatus.PASSED, one());
    finish(runs, "a#3/3", TrialStatus.PASSED, one());
    finish(runs, "a#2/3", TrialStatus.PASSED, odd);
    assertThat(i.field(task("a"), "void")).isNotEmpty();
    finish(runs, "b", TrialStatus.PASSED, null);
    assertThat(runTheRest()).containsExactly("a", "c");
    assertCounts("succeeded", "3", "");
    assertThat(verdicts("a")).containsExactly("passed");
  }

  @Test
  void aPartThatSaysNothingOfTheClassDecidesNothing() {
    run(1, null);
    Map<String, Claim.Run> runs = claim(List.of("a#1/3", "b", "a#2/3", "a#3/3"));
    finish(runs, "a#1/3", TrialStatus.PASSED, one());
    finish(runs, "a#2/3", TrialStatus.PASSED, null);
    finish(runs, "a#3/3", TrialStatus.PASSED, one());
    assertThat(i.field(task("a"), "status")).isEmpty();
    assertThat(i.list(Keys.taskQueue(taskset))).startsWith(task("a"));
  }

  @Test
  void aRefusalDropsWhatHasNotBegun() {
    run(1, null);
    Map<String, Claim.Run> runs = claim(List.of("a#1/3"));
    finish(runs, "a#1/3", TrialStatus.PASSED, PartReport.refused("ordered methods"));
    assertThat(i.list(Keys.taskQueue(taskset))).containsExactly(task("a"), task("b"), task("c"));
    assertThat(i.list(Keys.tasksLeft(taskset))).containsExactly(task("a"), task("b"), task("c"));
    assertThat(runTheRest()).containsExactly("a", "b", "c");
    assertCounts("succeeded", "3", "");
  }

  @Test
  void aLostPartRunsAgainAsAPart() {
    run(1, null);
    Map<String, Claim.Run> runs = claim(List.of("a#1/3", "b"));
    i.endSlave(slaveOf("a#1/3"), taskset, true);
    List<String> unused = i.judge();
    finish(runs, "b", TrialStatus.PASSED, null);
    assertThat(runTheRest()).contains("a#1/3").doesNotContain("a");
    assertCounts("succeeded", "3", "");
  }

  @Test
  void aPartThatIsLostTooOftenHasItsClassRunWhole() {
    run(1, null);
    for (int time = 0; time < 6; time++) {
      String slave = i.slave(taskset, "lost" + time);
      assertThat(claim(slave).specFile()).isEqualTo("a#1/3");
      i.endSlave(slave, taskset, true);
      List<String> unused = i.judge();
    }
    assertThat(i.field(task("a"), "void")).isEqualTo("its part 1/3 was lost 6 times");
    assertThat(runTheRest()).containsExactly("a", "b", "c");
    assertCounts("succeeded", "3", "");
  }

  @Test
  void afterFailFastAClassInPartsIsNotRun() {
    run(2, 1);
    Map<String, Claim.Run> runs = claim(List.of("a#1/3", "b"));
    finish(runs, "b", TrialStatus.FAILED, null);
    // Its second trial.
    String slave = i.slave(taskset, "again");
    Claim.Run again = claim(slave);
    assertThat(again.specFile()).isEqualTo("b");
    finish(again, slave, TrialStatus.FAILED, null);
    List<String> unused = i.judge();
    assertThat(i.field(taskset, "status")).isEqualTo("running");
    finish(runs, "a#1/3", TrialStatus.PASSED, one());
    assertCounts("failed", "", "1");
    assertThat(i.field(taskset, "reason")).isEqualTo("2 classes not run: --fail-fast");
  }

  @Test
  void afterFailFastAClassWithAFailedPartHasFailed() {
    run(2, 1);
    Map<String, Claim.Run> runs = claim(List.of("a#1/3", "b", "a#2/3"));
    finish(runs, "a#1/3", TrialStatus.FAILED, one());
    finish(runs, "b", TrialStatus.FAILED, null);
    String slave = i.slave(taskset, "again");
    Claim.Run again = claim(slave);
    finish(again, slave, TrialStatus.FAILED, null);
    List<String> unused = i.judge();
    finish(runs, "a#2/3", TrialStatus.PASSED, one());
    assertCounts("failed", "", "2");
    assertThat(i.field(task("a"), "status")).isEqualTo("failed");
  }

  @Test
  void aPartThatFailsAfterFailFastFailsItsClassAndIsSeenThere() {
    run(1, 1);
    Map<String, Claim.Run> runs = claim(List.of("a#1/3", "b", "a#2/3"));
    finish(runs, "b", TrialStatus.FAILED, null);
    assertThat(i.field(task("a"), "void")).as("its third part is dropped").isNotEmpty();
    finish(runs, "a#1/3", TrialStatus.FAILED, one());
    // However many fail, they are one try.
    finish(runs, "a#2/3", TrialStatus.FAILED, one());
    assertCounts("failed", "", "2");
    assertThat(i.field(taskset, "reason")).isEqualTo("1 class not run: --fail-fast");
    assertThat(verdicts("a")).containsExactly("bad");
    assertThat(i.trials.find(i.list(Keys.trials(task("a")))).get(0).cases())
        .extracting(CaseResult::name)
        .containsExactly("a#1/3");
  }

  @Test
  void nobodyPutsBackAClassWhosePartsAreAtWork() {
    run(1, null);
    Map<String, Claim.Run> runs = claim(List.of("a#1/3", "b", "a#2/3", "a#3/3", "c"));
    assertThat(i.lives.tasksInNobodysHands(taskset, true)).isEmpty();
    assertThat(runs).hasSize(5);
    // A part whose slave is gone without a word is put back, and not its class.
    i.commands.hdel(slaveOf("a#2/3"), "open_trial");
    i.commands.del(Objects.requireNonNull(runs.get("a#2/3")).trial());
    assertThat(i.lives.tasksInNobodysHands(taskset, true)).containsExactly(task("a#2/3"));
    assertThat(i.lives.putBack(taskset, List.of(task("a#2/3")), true)).isEqualTo(1);
    assertThat(i.list(Keys.taskQueue(taskset))).containsExactly(task("a#2/3"));
  }

  @Test
  void whatIsPersistedExpiresWithItsParts() {
    run(1, null);
    assertThat(runTheRest()).hasSize(5);
    Object unused = i.redis.run("expire_tasks", List.of(taskset), List.of("0", "10", "60"));
    IntStream.rangeClosed(1, 3)
        .mapToObj(n -> task("a#" + n + "/3"))
        .forEach(
            part -> {
              assertThat(i.commands.ttl(part)).isPositive();
              assertThat(i.commands.ttl(i.list(Keys.trials(part)).get(0))).isPositive();
            });
  }
}

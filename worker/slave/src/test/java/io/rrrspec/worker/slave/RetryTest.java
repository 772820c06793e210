package io.rrrspec.worker.slave;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TimeLimits;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.JudgementStore;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.worker.slave.fixtures.RetriedBehaviours;
import io.rrrspec.worker.slave.junit.JUnitRunner;
import io.rrrspec.worker.slave.junit.JUnitSettings;
import io.rrrspec.worker.slave.jvm.OutputCapture;
import io.rrrspec.worker.slave.runner.TaskRunner;
import java.io.InputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A class that is tried again is good only if all that failed before has passed now. */
class RetryTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final String BEHAVIOURS = RetriedBehaviours.class.getName() + "$";

  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final InputStream in = System.in;
  private final RedisConnection redis = testRedis.connection();
  private final Keys keys = testRedis.keys();
  private final TasksetStore tasksets = new TasksetStore(redis, keys);
  private final TrialStore trials = new TrialStore(redis, keys);
  private final String worker = keys.worker("w");
  private final MessageQueue messages = MessageQueue.arbiter(redis, keys, keys.server("a"));
  private final JUnitRunner runner =
      new JUnitRunner(JUnitSettings.NONE, OutputCapture.install(), result -> {});
  private String taskset = "";
  private String task = "";

  @BeforeEach
  void aWorkerLives() {
    RetriedBehaviours.trial = 1;
    new WorkerStore(redis, keys).announce(worker, "default", "host", Duration.ofMinutes(1));
  }

  @AfterEach
  void giveTheStreamsBack() {
    runner.close();
    System.setOut(out);
    System.setErr(err);
    System.setIn(in);
  }

  @ParameterizedTest
  @CsvSource({
    "Skips, it, was skipped",
    "Vanishes, makes()[2], did not run",
    "MakesNothing, makes()[1], did not run",
    "IsDisabled, takes(int)[2], was skipped",
    "GetsLess, takes(int)[2], did not run",
    "RepeatsAndSkips, repeats(RepetitionInfo)[2], was skipped",
  })
  void what_failed_and_did_not_pass_later_has_failed(String behaviour, String test, String what) {
    Trial retry = secondTrialOf(behaviour);

    String said =
        "%s › %s failed in trial 1, and %s in this one"
            .formatted(BEHAVIOURS + behaviour, test, what);
    assertThat(retry.reason()).isEqualTo(said);
    assertThat(retry.status()).isEqualTo(TrialStatus.FAILED);
    assertThat(retry.failed()).isEqualTo(1);
    CaseResult failed = only(retry, test);
    assertThat(failed.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(failed.message()).isEqualTo(said);
    assertCountsAgree(retry);
    assertThat(status()).isEqualTo(TaskStatus.FAILED);
  }

  @Test
  void aTestOfANestedClassIsNamedWithIt() {
    Trial retry = secondTrialOf("SkipsInside");

    assertThat(retry.reason())
        .isEqualTo(
            BEHAVIOURS + "SkipsInside$Inner › it failed in trial 1, and was skipped in this one");
    assertCountsAgree(retry);
    assertThat(status()).isEqualTo(TaskStatus.FAILED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SkipsAllAfterBeforeAll", "SkipsAllAfterAfterAll"})
  void a_class_that_failed_as_a_whole_has_to_have_a_test_that_passes(String behaviour) {
    Trial retry = secondTrialOf(behaviour);

    assertThat(retry.status()).isEqualTo(TrialStatus.ERROR);
    assertThat(retry.reason())
        .isEqualTo(
            BEHAVIOURS
                + behaviour
                + " failed in trial 1, and none of its tests passed in this one");
    assertThat(only(retry, "").outcome()).isEqualTo(Outcome.ERROR);
    assertCountsAgree(retry);
    assertThat(status()).isEqualTo(TaskStatus.FAILED);
  }

  @Test
  void whatIsSkippedInARetryThatFailsAnywayHasFailedAsWell() {
    Trial retry = secondTrialOf("SkipsAndFails");

    assertThat(retry.failed()).isEqualTo(2);
    assertThat(only(retry, "it").message()).endsWith("and was skipped in this one");
    assertThat(only(retry, "other").message()).startsWith("broken, too");
    assertThat(retry.reason()).isNull();
    assertCountsAgree(retry);
  }

  @Test
  void ofTestsThatCannotBeToldApartAllHaveToPass() {
    Trial retry = secondTrialOf("SkipsOneOfHashes");

    assertThat(retry.failed()).isEqualTo(1);
    assertThat(retry.passed()).isEqualTo(1);
    assertThat(retry.reason()).endsWith("failed in trial 1, and was skipped in this one");
    assertThat(status()).isEqualTo(TaskStatus.FAILED);
  }

  @ParameterizedTest
  @CsvSource({
    "PassesAfterBeforeAll, PENDING",
    "PassesInsideAfterBeforeAll, PASSED",
    "GetsItsArguments, PASSED",
    "Passes, PENDING",
    "PassesWithHashes, PASSED",
  })
  void what_failed_and_passed_later_is_good(String behaviour, TaskStatus expected) {
    Trial retry = secondTrialOf(behaviour);

    assertThat(retry.failed()).as(String.valueOf(retry.reason())).isZero();
    assertThat(status()).isEqualTo(expected);
  }

  @Test
  void allEarlierTrialsCountAndNotOnlyTheLastOne() {
    begin("Skips", 3);
    runAsSlave("1", runner);
    judge();
    // It dies in its second trial, which says nothing about single tests.
    String second = newSlave("2");
    trials.claim(taskset, second, 1);
    new SlaveStore(redis)
        .end(
            second,
            taskset,
            new SlaveStore.End(
                SlaveStatus.FAILURE_EXIT, TrialStatus.ERROR, false, "it died", "", 1L),
            Duration.ofDays(1));
    judge();
    RetriedBehaviours.trial = 3;
    Trial third = runAsSlave("3", runner);
    judge();

    assertThat(third.reason()).endsWith("it failed in trial 1, and was skipped in this one");
    assertThat(status()).isEqualTo(TaskStatus.FAILED);
  }

  @Test
  void aTrialThatDiedLeavesNothingToCompareWith() {
    begin("Skips", 2);
    redis
        .commands()
        .hset(trialOfAnother("dead"), Map.of("status", "error", "reason", "the JVM died"));
    redis.commands().hset(task, "bad", "1");
    RetriedBehaviours.trial = 2;

    assertThat(runAsSlave("2", runner).status()).isEqualTo(TrialStatus.PENDING);
  }

  @Test
  void aFirstTrialIsComparedWithACopyThatFailedWhileItRan() {
    begin("Skips", 2);
    CaseResult failed = test(Outcome.FAILED);
    CaseResult skipped = test(Outcome.SKIPPED);
    Trial first =
        runAsSlave(
            "1",
            returning(
                () -> {
                  redis
                      .commands()
                      .hset(
                          trialOfAnother("copy"),
                          Map.of(
                              "status",
                              "failed",
                              "cases",
                              "[{\"c\":\"%s\",\"n\":\"it\",\"o\":\"f\",\"ms\":1}]"
                                  .formatted(failed.className())));
                  return new TrialResult(
                      TrialStatus.PENDING, "", "", 0, 1, 0, List.of(skipped), null, 0);
                }));

    assertThat(first.status()).isEqualTo(TrialStatus.FAILED);
    assertThat(first.reason()).endsWith("it failed in trial 2, and was skipped in this one");
  }

  private static CaseResult test(Outcome outcome) {
    return new CaseResult("com.shop.CartTest", "it", outcome, 1, null, null, null);
  }

  private Trial secondTrialOf(String behaviour) {
    begin(behaviour, 2);
    Trial first = runAsSlave("1", runner);
    assertThat(first.failed()).isPositive();
    judge();
    RetriedBehaviours.trial = 2;
    Trial second = runAsSlave("2", runner);
    judge();
    return second;
  }

  private void begin(String behaviour, int maxTrials) {
    String name = BEHAVIOURS + behaviour;
    taskset = aTaskset().withTasks(name).maxTrials(maxTrials).activatedIn(tasksets);
    task = Keys.task(taskset, name);
    WorkerStore workers = new WorkerStore(redis, keys);
    workers.assign(taskset, worker, 0, 1, Duration.ofMinutes(1));
    workers.take(worker, taskset);
  }

  private String newSlave(String id) {
    String key = Keys.slave(worker, id);
    new SlaveStore(redis).register(key, taskset, "host", true).orElseThrow();
    return key;
  }

  /** What a slave of another host has begun meanwhile. */
  private String trialOfAnother(String id) {
    String trial = Keys.trial(task, id);
    redis.commands().hset(trial, Map.of("task", task, "slave", Keys.slave(keys.worker("v"), id)));
    redis.commands().rpush(Keys.trials(task), trial);
    return trial;
  }

  /** Has a new slave run the task; returns what it has reported. */
  private Trial runAsSlave(String id, TaskRunner runner) {
    String key = newSlave(id);
    SlaveLoop slave =
        new SlaveLoop(
            trials,
            tasksets.find(taskset).orElseThrow(),
            key,
            1,
            new RedisRetry(Duration.ofSeconds(5)),
            note -> {});
    while (slave.told() == null
        || slave.isToReport()
        || slave.told() instanceof TrialStore.Claim.Run) {
      slave.step(runner);
    }
    String trial = redis.commands().lindex(Keys.trials(key), 0);
    return trials.find(List.of(trial)).get(0);
  }

  private static TaskRunner returning(Supplier<TrialResult> result) {
    return new TaskRunner() {
      @Override
      public TrialResult run(String specFile, @Nullable ClassPart part, TimeLimits limits) {
        return result.get();
      }

      @Override
      public boolean reusable() {
        return true;
      }

      @Override
      public void close() {}
    };
  }

  private void judge() {
    new JudgementStore(redis, keys).judge(messages.processing(), 5, messages.take(100));
  }

  private TaskStatus status() {
    return tasksets.tasks(List.of(task)).get(0).status();
  }

  private static CaseResult only(Trial trial, String name) {
    List<CaseResult> found = trial.cases().stream().filter(c -> c.name().equals(name)).toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private static void assertCountsAgree(Trial trial) {
    assertThat(List.of(trial.passed(), trial.pending(), trial.failed()))
        .containsExactly(
            count(trial, Outcome.PASSED),
            count(trial, Outcome.SKIPPED),
            count(trial, Outcome.FAILED) + count(trial, Outcome.ERROR));
  }

  private static int count(Trial trial, Outcome outcome) {
    return (int) trial.cases().stream().filter(c -> c.outcome() == outcome).count();
  }
}

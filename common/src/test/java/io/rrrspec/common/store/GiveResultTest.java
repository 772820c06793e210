package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.artifact.Artifact;
import io.rrrspec.common.model.JobArtifacts;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.model.TasksetRequest.Extras;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.testing.TasksetBuilder;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A taskset whose result a worker holds ends without a slave; nothing else does. */
class GiveResultTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final String RESULT = Artifact.result("a".repeat(64));
  private static final String OTHER = Artifact.result("b".repeat(64));
  private static final String SERVED = "c".repeat(64) + " 1234";

  private Installation i;
  private ArtifactStore artifacts;
  private String worker;
  private String taskset;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
    artifacts = new ArtifactStore(i.redis, i.keys);
    worker = i.worker("w");
    i.commands.hset(worker, "artifact_address", "127.0.0.1:1");
    i.commands.hset(i.keys.artifact(RESULT), "w", SERVED);
    taskset = taskset(aTaskset().withTasks(1).notifying(i.keys.taskset("x") + ":told"), false);
  }

  private String taskset(TasksetBuilder builder, boolean noCache) {
    TasksetRequest request = builder.request();
    JobArtifacts job = new JobArtifacts(RESULT, List.of("out"), List.of());
    Extras extras = request.extras().withJob(job, noCache);
    String key = i.tasksets.create(request.with(extras), Instant.EPOCH);
    i.tasksets.activate(key, request.tasks().size());
    return key;
  }

  private String give(String key) {
    return artifacts.give(key, RESULT, worker);
  }

  private Taskset found(String key) {
    return i.tasksets.find(key).orElseThrow();
  }

  /** Everything that a refusal must leave as it was. */
  private Map<String, String> state(String key) {
    Map<String, String> state = new TreeMap<>(i.commands.hgetAll(key));
    String task = Keys.task(key, "task-0");
    state.put("task", i.commands.hgetAll(task).toString());
    state.put("trials", i.list(Keys.trials(task)).toString());
    state.put("left", i.list(Keys.tasksLeft(key)).toString());
    state.put("queue", i.list(Keys.taskQueue(key)).toString());
    state.put("active", i.list(i.keys.activeTasksets()).toString());
    state.put("persister", i.list(i.keys.persisterQueue()).toString());
    return state;
  }

  private void refused(String answer, String key) {
    Map<String, String> before = state(key);
    assertThat(give(key)).isEqualTo(answer);
    assertThat(state(key)).isEqualTo(before);
  }

  @Test
  void theTasksetHasSucceededWithItsOnlyTaskPassed() {
    assertThat(give(taskset)).isEqualTo("given");

    assertThat(found(taskset).status()).isEqualTo(TasksetStatus.SUCCEEDED);
    assertThat(found(taskset).succeededCount()).isEqualTo(1);
    assertThat(found(taskset).failedCount()).isZero();
    assertThat(i.field(taskset, "cached")).isEqualTo("1");
    assertThat(i.tasksets.log(taskset)).contains("not run: the result of w is given");
    assertThat(i.tasksets.tasks(taskset, 0, 2))
        .singleElement()
        .satisfies(task -> assertThat(task.status()).isEqualTo(TaskStatus.PASSED));
    String task = Keys.task(taskset, "task-0");
    Trial trial = i.trials.find(i.list(Keys.trials(task))).get(0);
    assertThat(trial.status()).isEqualTo(TrialStatus.PASSED);
    assertThat(trial.verdict()).isEqualTo(TrialVerdict.PASSED);
    assertThat(trial.stdout()).isEqualTo("cached: the result of w is given\n");
    assertThat(i.field(trial.key(), "cached")).isEqualTo("1");
  }

  @Test
  void theEndIsToldAsThatOfAnyRun() {
    give(taskset);

    assertThat(i.list(i.keys.activeTasksets())).isEmpty();
    assertThat(i.list(i.keys.persisterQueue())).containsExactly(taskset);
    assertThat(i.list(i.keys.taskset("x") + ":told")).containsExactly(taskset);
    assertThat(i.list(Keys.tasksLeft(taskset))).isEmpty();
    assertThat(i.list(Keys.taskQueue(taskset))).isEmpty();
  }

  @Test
  void aRepeatDoesNothing() {
    give(taskset);

    refused("over", taskset);
  }

  @Test
  void whatIsJudgedAssignedOrClaimedAfterwardsChangesNothing() {
    give(taskset);
    Map<String, String> before = state(taskset);
    String trial = i.list(Keys.trials(Keys.task(taskset, "task-0"))).get(0);
    i.commands.rpush(i.keys.arbiterQueue(), "trial\t" + trial);

    assertThat(i.judge()).containsExactly("judged");
    assertThat(i.workers.assign(taskset, worker, 0, 10, Duration.ofSeconds(1)))
        .isEqualTo(WorkerStore.Assigned.OVER);
    String slave = Keys.slave(worker, "1");
    assertThat(i.trials.finish(trial, slave, taskset, Installation.result(TrialStatus.FAILED)))
        .isFalse();
    assertThat(i.end(taskset, "cancel")).isEqualTo(JudgementStore.End.OVER);
    assertThat(state(taskset)).isEqualTo(before);
  }

  @Test
  void oneThatAWorkerServesIsRun() {
    i.serve(worker, taskset);

    refused("over", taskset);
  }

  @Test
  void oneThatIsGoneIsNotMade() {
    String none = i.keys.taskset("none");

    assertThat(give(none)).isEqualTo("over");
    assertThat(i.commands.exists(none)).isFalse();
  }

  @Test
  void oneThatWantsToRunDoes() {
    refused("unwanted", taskset(aTaskset().withTasks(1), true));
  }

  @Test
  void anotherResultIsNotGiven() {
    i.commands.hset(taskset, "result", OTHER);

    refused("unwanted", taskset);
  }

  @Test
  void onlyCommandsAreGivenResults() {
    refused("unwanted", taskset(aTaskset().withTasks(1).runner(Runner.HTTP), false));
  }

  @Test
  void severalTasksAreRun() {
    refused("many", taskset(aTaskset().withTasks(2), false));
  }

  @Test
  void aTaskThatWasTriedOrDecidedIsLeftAlone() {
    String task = Keys.task(taskset, "task-0");
    i.commands.rpush(Keys.trials(task), Keys.trial(task, "1"));
    refused("many", taskset);

    i.commands.del(Keys.trials(task));
    i.commands.hset(task, "status", "failed");
    refused("many", taskset);
  }

  @Test
  void aDeadWorkerGivesNothing() {
    i.commands.del(Keys.heartbeat(worker));

    refused("gone", taskset);
  }

  @Test
  void aWorkerOfAnotherTypeGivesNothing() {
    i.commands.hset(worker, "worker_type", "arm");

    refused("gone", taskset);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "", "abc", "zz 12", " 12"})
  void whoHoldsButDoesNotServeGivesNothing(String holds) {
    i.commands.hset(i.keys.artifact(RESULT), "w", holds);

    refused("gone", taskset);
    assertThat(artifacts.givers(List.of(RESULT))).isEmpty();
  }

  @Test
  void whoServesAnArtifactIsListed() {
    i.commands.hset(i.keys.artifact(RESULT), "../x", SERVED);

    assertThat(artifacts.givers(List.of(RESULT, OTHER))).isEqualTo(Map.of(RESULT, Set.of(worker)));
  }

  @Test
  void aWorkerWithoutAPortGivesNothing() {
    i.commands.hdel(worker, "artifact_address");
    assertThat(artifacts.give(taskset, RESULT, worker)).isEqualTo("gone");
  }
}

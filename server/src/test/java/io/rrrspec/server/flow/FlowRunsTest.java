package io.rrrspec.server.flow;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Edge;
import io.rrrspec.common.redis.Fate;
import io.rrrspec.common.redis.SimulatedRedis;
import io.rrrspec.common.store.FlowStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.WatchedRuns;
import io.rrrspec.common.store.WatchedRuns.WatchedRun;
import io.rrrspec.server.ServerScene;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tasks of flows that start runs, on two servers. */
class FlowRunsTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private FlowRunsScene runs;
  private ServerScene scene;
  private FlowStore flows;

  @BeforeEach
  void open() {
    runs = new FlowRunsScene(testRedis);
    scene = runs.scene;
    flows = runs.flows;
  }

  private String created(int tasks) {
    return scene.tasksets.create(aTaskset().withTasks(tasks).request(), scene.instant());
  }

  private static FlowStep run(String taskset) {
    return FlowStep.task("taskset", Map.of("run", taskset));
  }

  /** Has a worker carry a run out. */
  private void carryOut(String taskset, TrialStatus status) {
    String worker = scene.worker("w");
    ServerScene.step(runs.server, "dispatcher");
    assertThat(scene.takeGiven(worker)).isTrue();
    String slave = scene.slave(worker, taskset, "1");
    TrialStore.Claim.Run trial = scene.claim(taskset, slave);
    scene.finish(taskset, slave, trial, status);
    ServerScene.step(runs.server, "arbiter");
  }

  @Test
  void aTaskEndsWithTheSummaryOfItsRun() {
    String taskset = created(1);
    String id = flows.start(FlowStep.chain(List.of(run(taskset))));
    runs.settle();
    assertThat(scene.tasksets.active()).containsExactly(taskset);
    FlowState task = runs.find(runs.find(id).children().get(0));
    assertThat(task.state()).isEqualTo(FlowState.State.LOCKED);
    assertThat(task.fields()).containsEntry("run", '"' + taskset + '"');
    carryOut(taskset, TrialStatus.PASSED);
    runs.settle();
    assertThat(runs.find(id).fields().get("result"))
        .isEqualTo(
            "{\"run\":\""
                + taskset.replaceFirst(".*:", "")
                + "\",\"status\":\"succeeded\",\"tasks\":1,\"passed\":1,\"failed\":0}");
    assertThat(scene.commands.exists(flows.keys().runs())).isFalse();
  }

  @Test
  void aRunIsBegunWhenRedisIsBackThatWasAwayBeforeItsActivation() {
    String taskset = created(1);
    String id = flows.start(run(taskset));
    AtomicInteger refusals = new AtomicInteger(6);
    Edge edge =
        commands ->
            commands.contains("activate_taskset") && refusals.getAndDecrement() > 0
                ? Fate.NEVER_ARRIVES
                : Fate.ARRIVES;
    try (SimulatedRedis breaking = new SimulatedRedis(testRedis.url(), edge)) {
      FlowEngine engine = runs.engine(breaking.connection());
      engine.tick();
      engine.step();
    }
    assertThat(refusals.get()).as("it was refused as often").isNegative();
    assertThat(scene.tasksets.active()).containsExactly(taskset);
    carryOut(taskset, TrialStatus.PASSED);
    runs.settle();
    assertThat(runs.find(id).state()).isEqualTo(FlowState.State.FINISHED);
  }

  @Test
  void aRedRunIsAnErrorWithItsSummary() {
    String taskset = created(1);
    String id = flows.start(run(taskset));
    runs.settle();
    scene.tasksets.fail(taskset, "on purpose");
    runs.settle();
    assertThat(runs.find(id).errorText()).endsWith(" failed: 0 of 1 failed; on purpose");
    assertThat(runs.find(id).fields().get("error"))
        .contains("\"summary\":{")
        .contains("\"tasks\":1");
  }

  @Test
  void anotherAttemptIsACopyOfTheRun() {
    String taskset = created(3);
    String id = flows.start(FlowStep.task("taskset", Map.of("run", taskset, "attempts", 2)));
    runs.settle();
    scene.tasksets.fail(taskset, "on purpose");
    runs.settle();
    assertThat(runs.find(id).retries()).isEqualTo(1);
    org.awaitility.Awaitility.await()
        .atMost(Duration.ofSeconds(10))
        .until(
            () -> {
              runs.settle();
              return !scene.tasksets.active().isEmpty();
            });
    String copy = scene.tasksets.active().get(0);
    assertThat(copy).isNotEqualTo(taskset);
    assertThat(scene.tasksets.tasks(copy, 0, 9))
        .extracting(task -> task.specFile())
        .containsExactly("task-0", "task-1", "task-2");
    assertThat(scene.field(copy, "rsync_name")).isEqualTo(scene.field(taskset, "rsync_name"));
    scene.tasksets.fail(copy, "again");
    runs.settle();
    assertThat(runs.find(id).errorText()).endsWith("again");
  }

  private List<List<String>> runsOf(String template, int tasks, Map<String, Object> more) {
    Map<String, Object> args = new HashMap<>(Map.of("run", template, "tasks", tasks));
    args.putAll(more);
    String id = flows.start(FlowStep.iterator("runs", args));
    List<List<String>> made = new ArrayList<>();
    while (!runs.find(id).isFinished()) {
      runs.settle();
      assertThat(scene.tasksets.active()).as("two at a time").hasSizeLessThanOrEqualTo(2);
      for (String run : scene.tasksets.active()) {
        made.add(runs.tasksOf(run));
        runs.carryOutAll(run);
      }
      runs.settle();
    }
    assertThat(runs.find(id).errorText()).isEmpty();
    assertThat(scene.tasksets.active()).isEmpty();
    assertThat(scene.field(template, "activated_ms")).as("the run itself").isEmpty();
    return made;
  }

  @Test
  void anIteratorMakesRunsOfPartsOfTheTasks() {
    assertThat(runsOf(created(5), 5, Map.of("batch", 2)))
        .containsExactlyInAnyOrder(
            List.of("task-0", "task-1"), List.of("task-2", "task-3"), List.of("task-4"));
  }

  @Test
  void anIteratorMakesTheSameRunAgainAndAgain() {
    assertThat(runsOf(created(2), 2, Map.of("times", 3)))
        .hasSize(3)
        .containsOnly(List.of("task-0", "task-1"));
    assertThat(runsOf(created(0), 0, Map.of("times", 3))).isEmpty();
  }

  @Test
  void aFlowKnowsHowManyOfItsRunsAreDoneAndAnIteratorItsNewestOnes() {
    Map<String, Object> args = Map.of("run", created(1), "tasks", 1, "times", 25);
    FlowStep iterator = FlowStep.iterator("runs", args).withTotal(25).with("title", "again");
    String id = flows.start(FlowStep.chain(List.of(run(created(1)), iterator)));
    runs.settle();
    scene.tasksets.active().forEach(runs::carryOutAll);
    runs.settle();
    for (int done = 1; done < 26; done++) {
      assertThat(runs.find(id).progress()).isEqualTo(done);
      assertThat(runs.find(id).total()).isEqualTo(26);
      runs.carryOutAll(scene.tasksets.active().get(0));
      runs.settle();
    }
    assertThat(runs.find(id).progress()).isEqualTo(26);
    FlowState iterated = runs.find(runs.find(id).children().get(1));
    assertThat(iterated.childrenFinished()).isEqualTo(25);
    assertThat(iterated.newestChildren())
        .extracting(child -> runs.find(child).text("title"))
        .containsExactlyElementsOf(
            IntStream.rangeClosed(6, 25).mapToObj(Integer::toString).toList());
  }

  @ParameterizedTest
  @CsvSource({"0, 2", "1, 3"})
  void runsThatAreMadeAgainAndAgainGoOnAfterARedOne(int red, int reds) {
    Map<String, Object> args = Map.of("run", created(2), "tasks", 2, "times", 5);
    String id = flows.start(FlowStep.chain(List.of(FlowStep.iterator("runs", args))));
    int made = 0;
    while (!runs.find(id).isFinished()) {
      runs.settle();
      for (String run : scene.tasksets.active()) {
        made++;
        if (made % 2 == red) {
          scene.tasksets.fail(run, "on purpose");
        } else {
          runs.carryOutAll(run);
        }
      }
      runs.settle();
    }
    assertThat(made).isEqualTo(5);
    FlowState iterator = runs.find(runs.find(id).children().get(0));
    assertThat(iterator.childrenFinished()).isEqualTo(5);
    assertThat(iterator.errorText()).isEqualTo(reds + " of 5 runs failed");
    assertThat(runs.find(id).errorText()).isEqualTo(reds + " of 5 runs failed");
  }

  @Test
  void aRedPartOfTheTasksEndsTheIterator() {
    Map<String, Object> args = Map.of("run", created(5), "tasks", 5, "batch", 1);
    String id = flows.start(FlowStep.iterator("runs", args));
    runs.settle();
    scene.tasksets.fail(scene.tasksets.active().get(0), "on purpose");
    runs.settle();
    assertThat(runs.find(id).errorText()).endsWith(" failed: 0 of 1 failed; on purpose");
    assertThat(scene.tasksets.active()).isEmpty();
  }

  @Test
  void aCancelledFlowCancelsItsRun() {
    String taskset = created(1);
    String id = flows.start(FlowStep.chain(List.of(run(taskset), run(created(1)))));
    runs.settle();
    flows.cancel(id);
    runs.settle();
    assertThat(scene.tasksets.status(taskset)).contains(TasksetStatus.CANCELLED);
    assertThat(scene.tasksets.active()).isEmpty();
    assertThat(scene.commands.exists(flows.keys().runs())).isFalse();
  }

  @Test
  void aRunThatTakesTooLongIsCancelledAndHasFailed() {
    String taskset = created(1);
    String id = flows.start(FlowStep.task("taskset", Map.of("run", taskset, "limit_ms", 60_000)));
    runs.settle();
    // While it waits for a worker, nothing has begun.
    scene.pass(Duration.ofHours(3));
    runs.settle();
    scene.worker("w");
    ServerScene.step(runs.server, "dispatcher");
    runs.settle();
    scene.pass(Duration.ofSeconds(59));
    runs.settle();
    assertThat(runs.find(id).isFinished()).isFalse();
    scene.pass(Duration.ofSeconds(2));
    runs.settle();
    assertThat(scene.tasksets.status(taskset)).contains(TasksetStatus.CANCELLED);
    assertThat(runs.find(id).errorText()).endsWith(" took longer than 60 s");
  }

  @Test
  void aRunThatNobodyHasIsAnError() {
    String id = flows.start(run(scene.keys.taskset("gone")));
    runs.settle();
    assertThat(runs.find(id).errorText()).startsWith("the run is gone: ");
  }

  /**
   * The server that began it is dead: its task is executed again, and goes on with the same run.
   */
  @Test
  void aRunIsBegunOnceHoweverOftenItsTaskIsExecuted() {
    String taskset = created(1);
    String id = flows.start(run(taskset));
    runs.settle();
    for (int i = 0; i < 3; i++) {
      scene.commands.zadd(FlowKeys.ofService(scene.keys).locked(), 1, id);
      runs.settle();
    }
    assertThat(scene.tasksets.active()).containsExactly(taskset);
    carryOut(taskset, TrialStatus.PASSED);
    runs.settle();
    assertThat(runs.find(id).result()).isNotNull();
    assertThat(scene.tasksets.active()).isEmpty();
  }

  /** Its server has noted the run and watches it, and dies before it activates it. */
  @Test
  void aRunThatIsNotActivatedGivesItsTaskNoMoreTime() {
    String taskset = created(1);
    String id = flows.start(run(taskset));
    FlowEngine dead = runs.engineThatDies();
    dead.work("default");
    assertThat(dead.take("default")).isTrue();
    String locked = FlowKeys.ofService(scene.keys).locked();
    double deadline = scene.commands.zscore(locked, id);
    assertThat(runs.transitions.noteRun(id, (long) deadline, 0, taskset)).isEqualTo(taskset);
    new WatchedRuns(scene.redis, flows.keys())
        .add(taskset, new WatchedRun(id, 0, Duration.ZERO, 1, false));

    scene.pass(Duration.ofSeconds(31));
    runs.settle();
    assertThat(scene.commands.zscore(locked, id)).isEqualTo(deadline);
    assertThat(scene.tasksets.active()).isEmpty();

    scene.commands.zadd(locked, 1, id);
    runs.settle();
    assertThat(scene.tasksets.active()).containsExactly(taskset);
    carryOut(taskset, TrialStatus.PASSED);
    runs.settle();
    assertThat(runs.find(id).result()).isNotNull();
  }

  @Test
  void whileItsRunLivesTheTimeOfATaskIsRenewed() {
    String id = flows.start(run(created(1)));
    runs.settle();
    String locked = FlowKeys.ofService(scene.keys).locked();
    double before = scene.commands.zscore(locked, id);
    scene.commands.zadd(locked, before - 60_000, id);
    scene.pass(Duration.ofSeconds(31));
    runs.settle();
    assertThat(scene.commands.zscore(locked, id)).isGreaterThanOrEqualTo(before);
  }
}

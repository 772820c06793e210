package io.rrrspec.server;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.NodeStore;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.common.store.WorkerStore.Assigned;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.Objects;
import java.util.Random;
import java.util.function.BiFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two workers, played by the test, one step of a slave at a time. */
class SickWorkerTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final int TASKS = 200;
  private static final int MOST_STEPS = 10_000;

  private ServerScene scene;
  private Server server;
  private String taskset;
  private String one;
  private String two;
  private String slaveOfOne;
  private String slaveOfTwo;

  @BeforeEach
  void start() {
    scene = new ServerScene(testRedis);
    server = scene.server("a");
    taskset = aTaskset().withTasks(TASKS).maxTrials(3).activatedIn(scene.tasksets);
    one = scene.worker("one");
    two = scene.worker("two");
    ServerScene.step(server, "dispatcher");
    scene.takeGiven(one);
    scene.takeGiven(two);
    slaveOfOne = scene.slave(one, taskset, "1");
    slaveOfTwo = scene.slave(two, taskset, "1");
  }

  /** Whether a task passes on a worker. */
  private interface Outcome extends BiFunction<String, String, Boolean> {}

  /** One claim and its result; what it was told if that was no task. */
  private Claim run(String slave, Outcome passes) {
    Claim claim = scene.trials.claim(taskset, slave, 1);
    if (claim instanceof Claim.Run run) {
      boolean passed = passes.apply(Keys.workerOf(slave), run.specFile());
      scene.finish(taskset, slave, run, passed ? TrialStatus.PASSED : TrialStatus.FAILED);
      ServerScene.step(server, "arbiter");
    }
    return claim;
  }

  private boolean isOver() {
    return scene.tasksets.status(taskset).orElseThrow().isFinal();
  }

  /** Worker one is so much faster than worker two. */
  private void runBoth(int faster, Outcome passes) {
    for (int n = 0; !isOver() && scene.workers.heldTaskset(one) != null; n++) {
      assertThat(n).as("steps without an end").isLessThan(MOST_STEPS);
      for (int fast = 0; fast < faster && !isOver(); fast++) {
        fresh(run(slaveOfOne, passes), one);
      }
      fresh(run(slaveOfTwo, passes), two);
      elapse();
    }
  }

  private void fresh(Claim claim, String worker) {
    if (claim instanceof Claim.Fresh) {
      String id = "fresh-" + System.nanoTime();
      String next = scene.slave(worker, taskset, id);
      String old = worker.equals(one) ? slaveOfOne : slaveOfTwo;
      scene.commands.hset(old, "status", "normal_exit");
      if (worker.equals(one)) {
        slaveOfOne = next;
      } else {
        slaveOfTwo = next;
      }
    }
  }

  /** What waits has waited for two seconds: its entries are as old as that. */
  private void elapse() {
    for (String entry : scene.commands.lrange(Keys.retryQueue(taskset), 0, -1)) {
      int tab = entry.indexOf('\t');
      scene.commands.lrem(Keys.retryQueue(taskset), 1, entry);
      long since = Long.parseLong(entry.substring(0, tab)) - 500;
      scene.commands.rpush(Keys.retryQueue(taskset), since + entry.substring(tab));
    }
  }

  @Test
  void aFastOneThatFailsEverythingIsTakenOffAndTheRunIsGreen() {
    runBoth(10, (worker, task) -> worker.equals(two));

    assertThat(scene.workers.heldTaskset(one)).isNull();
    assertThat(scene.tasksets.log(taskset))
        .contains(one + " was taken off: 5 tasks failed here and passed elsewhere");
    String log = Keys.workerLog(taskset, one);
    assertThat(scene.field(log, "finished_ms")).isNotEmpty();
    assertThat(scene.trials.claim(taskset, slaveOfOne, 1)).isEqualTo(new Claim.Gone());
    assertThat(scene.commands.hget(taskset, "retries")).as("a few trials").isEqualTo("5");
    while (!isOver()) {
      run(slaveOfTwo, (worker, task) -> true);
    }
    assertThat(scene.field(taskset, "status")).isEqualTo("succeeded");
    assertThat(scene.commands.exists(Keys.health(taskset))).isFalse();
  }

  @Test
  void itIsMarkedGetsNothingAndIsBackAfterTheCoolDown() {
    runBoth(10, (worker, task) -> worker.equals(two));
    NodeStore.Node node = new NodeStore(scene.redis, scene.keys).all().get(0);
    NodeStore.Sick sick = Objects.requireNonNull(node.sick());
    assertThat(sick.taskset()).isEqualTo(taskset);
    assertThat(sick.reason()).isEqualTo("5 tasks failed here and passed elsewhere");
    assertThat(sick.left()).isBetween(Duration.ofMinutes(4), Duration.ofMinutes(5));
    String next = aTaskset().withTasks(1).activatedIn(scene.tasksets);
    assertThat(scene.workers.assign(next, one, 0, 10, Duration.ofSeconds(1)))
        .isEqualTo(Assigned.SICK);
    ServerScene.step(server, "dispatcher");
    assertThat(scene.takeGiven(one)).isFalse();

    scene.commands.del(Keys.sick(one));
    ServerScene.step(server, "dispatcher");
    assertThat(scene.takeGiven(one)).isTrue();
    assertThat(scene.workers.heldTaskset(one)).as("the other one serves the first").isEqualTo(next);
  }

  @Test
  void afterTheCoolDownItGetsTheSameTasksetOnlyIfNobodyElseIsLeft() {
    runBoth(10, (worker, task) -> worker.equals(two));
    scene.commands.del(Keys.sick(one));
    ServerScene.step(server, "dispatcher");
    assertThat(scene.takeGiven(one)).isFalse();

    scene.workers.leave(two, taskset, "set-up failed", false, Duration.ofHours(1));
    assertThat(isOver()).as("there is hope").isFalse();
    scene.workers.retire(two);
    ServerScene.step(server, "dispatcher");
    assertThat(scene.takeGiven(one)).isTrue();
    slaveOfOne = scene.slave(one, taskset, "2");
    while (!isOver()) {
      assertThat(run(slaveOfOne, (worker, task) -> true)).isInstanceOf(Claim.Run.class);
    }
    assertThat(scene.field(taskset, "status")).isEqualTo("succeeded");
  }

  @Test
  void whatItStillBringsIsLost() {
    String second = scene.slave(one, taskset, "2");
    Claim.Run late = scene.claim(taskset, second);
    runBoth(10, (worker, task) -> worker.equals(two));
    scene.finish(taskset, second, late, TrialStatus.FAILED);
    ServerScene.step(server, "arbiter");

    assertThat(scene.field(late.trial(), "verdict")).isEqualTo("lost");
    assertThat(scene.field(late.task(), "bad")).isEmpty();
    assertThat(scene.commands.lindex(Keys.taskQueue(taskset), 0)).isEqualTo(late.task());
  }

  @Test
  void aSuspectGetsNothingUntilAnotherHasAnswered() {
    scene.commands.sadd(scene.keys.workers(), "nonsense", Keys.log(taskset));
    for (int n = 0; n < 5; n++) {
      assertThat(run(slaveOfOne, (worker, task) -> false)).isInstanceOf(Claim.Run.class);
    }
    assertThat(run(slaveOfOne, (worker, task) -> false))
        .isEqualTo(new Claim.Pause(Duration.ofSeconds(1)));
    run(slaveOfTwo, (worker, task) -> false);

    assertThat(run(slaveOfOne, (worker, task) -> false)).isInstanceOf(Claim.Run.class);
  }

  @Test
  void aSuspectGoesOnWhenNobodyHasAnsweredInTime() {
    for (int n = 0; n < 5; n++) {
      run(slaveOfOne, (worker, task) -> false);
    }
    String field = "until " + one;
    long until = Long.parseLong(scene.field(Keys.health(taskset), field));
    assertThat(run(slaveOfOne, (worker, task) -> false)).isInstanceOf(Claim.Pause.class);
    // Ten seconds later, by the clock of Redis.
    scene.commands.hset(Keys.health(taskset), field, Long.toString(until - 10_000));

    for (int n = 0; n < 5; n++) {
      assertThat(run(slaveOfOne, (worker, task) -> false)).isInstanceOf(Claim.Run.class);
    }
    assertThat(run(slaveOfOne, (worker, task) -> false)).isInstanceOf(Claim.Pause.class);
  }

  @Test
  void aBrokenBuildTakesNobodyOff() {
    runBoth(3, (worker, task) -> false);

    assertThat(scene.field(taskset, "failed_count")).isEqualTo("200");
    assertThat(scene.tasksets.log(taskset)).doesNotContain("taken off");
  }

  @Test
  void flakyTestsTakeNobodyOff() {
    Random random = new Random(4711);
    runBoth(1, (worker, task) -> random.nextInt(10) > 0);

    assertThat(isOver()).isTrue();
    assertThat(scene.tasksets.log(taskset)).doesNotContain("taken off");
  }

  @Test
  void theOnlyWorkerIsNeverTakenOffNorPaused() {
    scene.workers.leave(two, taskset, "", true, Duration.ofHours(1));
    scene.commands.hset(slaveOfTwo, "status", "normal_exit");
    for (int n = 0; !isOver(); n++) {
      assertThat(n).isLessThan(MOST_STEPS);
      Claim claim = run(slaveOfOne, (worker, task) -> false);
      assertThat(claim).isNotInstanceOf(Claim.Pause.class);
      fresh(claim, one);
    }

    assertThat(scene.tasksets.log(taskset)).doesNotContain("taken off");
  }

  @Test
  void oneOfAnotherMakeIsNotTakenOffSinceItWouldNotSeeIt() {
    scene.commands.hdel(one, "protocol");
    for (int n = 0; n < 10; n++) {
      run(slaveOfOne, (worker, task) -> false);
      run(slaveOfTwo, (worker, task) -> true);
    }

    assertThat(scene.workers.heldTaskset(one)).isEqualTo(taskset);
  }
}

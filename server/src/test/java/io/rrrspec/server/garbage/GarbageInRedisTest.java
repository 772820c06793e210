package io.rrrspec.server.garbage;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Garbage in what dispatcher and watchdog read; a real taskset beside it is served. */
class GarbageInRedisTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private RealRun run;

  @BeforeEach
  void run() {
    run = new RealRun(redis);
  }

  /** Longer than a heartbeat lives, so that the watchdog has looked at all of it. */
  private void realTasksetEndsGreen() {
    run.withTasks(1).start().steps(12);
    run.pass();
    run.step();
    assertThat(run.status()).isEqualTo(TasksetStatus.SUCCEEDED);
    assertThat(run.tasksets.active()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense",
        "test:taskset:gone",
        "test:taskset:text",
        "test:worker:w1",
        "test:worker",
      })
  void an_active_taskset_that_is_none_is_dropped(String entry) {
    run.raw.set("test:taskset:text", "text");
    run.raw.rpush(run.keys.activeTasksets(), entry);

    realTasksetEndsGreen();

    assertThat(run.raw.hget(run.worker, "status")).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"status", "max_workers", "max_trials", "succeeded_count", "task_count"})
  void a_taskset_with_nonsense_in_a_field_ends(String field) {
    String broken = "test:taskset:broken";
    run.raw.hset(broken, Map.of("rsync_name", "x", field, "-1e99 nonsense"));
    run.raw.rpush(run.keys.activeTasksets(), broken);

    realTasksetEndsGreen();

    assertThat(run.raw.hget(broken, "status")).isEqualTo("failed");
    assertThat(run.raw.lrange(run.keys.persisterQueue(), 0, -1)).contains(broken, run.taskset);
  }

  @Test
  void aTasksetWithoutItsFieldsAndTasksIsFailedAndNotForgotten() {
    String broken = "test:taskset:broken";
    run.raw.hset(broken, "anything", "at all");
    run.raw.rpush(run.keys.activeTasksets(), broken);

    realTasksetEndsGreen();

    assertThat(run.raw.hget(broken, "status")).isEqualTo("failed");
    assertThat(run.raw.hget(broken, "reason")).isEqualTo("no tasks");
  }

  @ParameterizedTest
  @ValueSource(strings = {":tasks_left", ":task_queue", ":slave", ":retry"})
  void a_running_taskset_with_a_key_of_a_wrong_type_fails_with_the_reason(String part) {
    String broken = "test:taskset:broken";
    run.raw.hset(broken, Map.of("rsync_name", "x", "status", "running", "worker_type", "other"));
    run.raw.rpush(broken + ":tasks", broken + ":task:a");
    run.raw.rpush(broken + ":tasks_left", broken + ":task:a");
    run.raw.del(broken + part);
    run.raw.set(broken + part, "text");
    run.raw.rpush(run.keys.activeTasksets(), broken);

    realTasksetEndsGreen();

    assertThat(run.raw.hget(broken, "status")).isEqualTo("failed");
    assertThat(run.raw.hget(broken, "reason")).contains("damaged");
  }

  @Test
  void garbageAmongTheWorkersIsNotServedAndNothingIsDeletedForIt() {
    String innocent = "test:taskset:innocent";
    run.raw.hset(innocent, "rsync_name", "x");
    run.raw.set("test:worker:text", "text");
    run.raw.sadd(
        run.keys.workers(), "", "nonsense", innocent, "test:worker:text", "test:worker:gone");
    run.raw.set(Keys.heartbeat("test:worker:text"), "alive");
    run.raw.set(Keys.workerQueue("test:worker:text"), "text");

    realTasksetEndsGreen();

    run.steps(80);
    assertThat(run.raw.exists(innocent)).isTrue();
    assertThat(run.raw.smembers(run.keys.workers())).doesNotContain("test:worker:gone");
  }

  @Test
  void garbageAmongTheServersAndSlavesStopsNobody() {
    run.raw.sadd(run.keys.servers(), "", "nonsense", "test:server:gone");
    run.raw.set(Keys.processing("test:server:gone", "arbiter_queue"), "text");
    run.withTasks(1).start();
    run.raw.set("test:worker:w1:slave:text", "text");
    run.raw.hset("test:worker:w1:slave:odd", Map.of("life", "many", "open_trial", "nonsense"));
    run.raw.hset("test:worker:w1:slave:bad", "open_trial", "test:worker:w1:slave:text");
    for (String slave :
        List.of(
            "",
            "nonsense",
            "test:worker:w1:slave:text",
            "test:worker:w1:slave:odd",
            "test:worker:w1:slave:bad")) {
      run.raw.rpush(Keys.slaves(run.taskset), slave);
    }
    run.raw.rpush(Keys.workerLogs(run.taskset), "", "nonsense", "test:worker:w1:slave:text");
    run.raw.set(run.taskset + ":worker_log:text", "text");

    run.steps(12);
    run.pass();
    run.steps(2);

    assertThat(run.status()).isEqualTo(TasksetStatus.SUCCEEDED);
  }

  @Test
  void aDispatcherQueueThatIsNoListIsReplacedAndKeepsNoTasksetFromItsEnd() {
    run.withTasks(1).start();
    run.raw.del(run.keys.dispatcherQueue());
    run.raw.set(run.keys.dispatcherQueue(), "text");
    run.pass();

    run.step();
    new WorkerStore(redis.connection(), run.keys).awaitDispatch(Duration.ofMillis(10));

    assertThat(run.status()).isEqualTo(TasksetStatus.SUCCEEDED);
    assertThat(run.setAside()).isEmpty();
    assertThat(run.raw.exists(run.keys.dispatcherQueue())).isFalse();
  }

  @Test
  void garbageInTheQueueOfTasksIsSkipped() {
    run.withTasks(2).start();
    run.raw.set("test:text", "text");
    run.raw.hset("test:hash", "some", "thing");
    run.raw.lpush(Keys.taskQueue(run.taskset), "", "nonsense", "test:text", "test:hash");
    run.raw.rpush(Keys.retryQueue(run.taskset), "", "nonsense", "1\ttest:text", "x\tnonsense");

    run.pass();
    run.pass();
    run.step();

    assertThat(run.status()).isEqualTo(TasksetStatus.SUCCEEDED);
  }
}

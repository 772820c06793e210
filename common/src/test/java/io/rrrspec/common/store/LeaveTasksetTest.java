package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.Runner;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.testing.TasksetBuilder;
import io.rrrspec.testing.TestRedis;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LeaveTasksetTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
  }

  private static TasksetBuilder one() {
    return aTaskset().withTasks(1).runner(Runner.JUNIT);
  }

  private void leave(String taskset, String id, String reason, boolean othersMayTry) {
    i.workers.leave(i.keys.worker(id), taskset, reason, othersMayTry, Installation.KEEP);
  }

  @Test
  void theOnlyWorkerThatCannotServeItFailsTheTaskset() {
    String taskset = i.running(one());
    leave(taskset, "w", "set-up failed", false);

    assertThat(i.field(taskset, "status")).isEqualTo("failed");
    assertThat(i.field(taskset, "reason")).isEqualTo("set-up failed");
    assertThat(i.workers.heldTaskset(i.keys.worker("w"))).isNull();
  }

  @Test
  void aRepeatChangesNothing() {
    String taskset = i.running(one());
    leave(taskset, "w", "restart", true);
    leave(taskset, "w", "restart", false);

    assertThat(i.field(taskset, "status")).isEqualTo("running");
    assertThat(i.tasksets.log(taskset)).containsOnlyOnce("restart");
  }

  @Test
  void anotherWorkerThatFitsIsHopeWhateverItServesNow() {
    String taskset = i.running(one());
    i.commands.hdel(i.worker("v"), "worker_type");
    leave(taskset, "w", "set-up failed", false);

    assertThat(i.field(taskset, "status")).isEqualTo("running");
  }

  @Test
  void workersOfAnotherTypeDeadOnesOrThoseThatFailedAreNoHope() {
    String taskset = i.running(one());
    i.commands.hset(i.worker("type"), "worker_type", "other");
    i.commands.del(Keys.heartbeat(i.worker("dead")));
    i.serve(i.worker("failed"), taskset);
    leave(taskset, "failed", "set-up failed", false);
    assertThat(i.field(taskset, "status")).isEqualTo("running");
    leave(taskset, "w", "set-up failed", false);

    assertThat(i.field(taskset, "status")).isEqualTo("failed");
  }

  @Test
  void aWorkerOfAnotherMakeIsNoHopeForARunnerOfOurs() {
    String junit = i.running(one());
    String command = aTaskset().withTasks(1).activatedIn(i.tasksets);
    i.serve(i.worker("v"), command);
    i.commands.hdel(i.worker("ruby"), "protocol");
    i.commands.srem(i.keys.workers(), i.keys.worker("w"), i.keys.worker("v"));
    leave(junit, "w", "set-up failed", false);
    leave(command, "v", "set-up failed", false);

    assertThat(i.field(junit, "status")).isEqualTo("running");
    assertThat(i.field(command, "status")).isEqualTo("failed");
  }

  @Test
  void aTasksetThatWasSetUpElsewhereIsNotFailedByAnotherWorker() {
    String taskset = i.running(one());
    i.workers.mark(Keys.workerLog(taskset, i.keys.worker("w")), "setup_finished", Instant.EPOCH);
    i.serve(i.worker("v"), taskset);
    leave(taskset, "w", "", true);
    i.workers.retire(i.keys.worker("w"));
    leave(taskset, "v", "set-up failed", false);

    assertThat(i.field(taskset, "status")).isEqualTo("running");
  }

  @Test
  void aWorkerThatIsStillOnItIsHope() {
    String taskset = i.running(one());
    i.serve(i.worker("v"), taskset);
    i.commands.srem(i.keys.workers(), i.keys.worker("v"));
    leave(taskset, "w", "set-up failed", false);

    assertThat(i.field(taskset, "status")).isEqualTo("running");
  }

  @Test
  void whatIsWrittenWhenTheTasksetExpiresExpires() {
    String taskset = i.running(one());
    String log = Keys.workerLog(taskset, i.keys.worker("w"));
    i.end(taskset, "cancel");
    i.tasksets.expire(taskset, Installation.KEEP);
    i.workers.log(log, Instant.EPOCH, "late");
    leave(taskset, "w", "late", true);
    assertThat(i.commands.ttl(log)).isPositive();
    assertThat(i.commands.ttl(Keys.log(log))).isPositive();
    assertThat(i.commands.ttl(Keys.log(taskset))).isPositive();
  }

  @Test
  void theLogOfAWorkerOfAnotherMakeIsFoundByTheList() {
    String taskset = i.running(one());
    String ruby = i.worker("ruby");
    String log = taskset + ":" + ruby;
    i.commands.hset(ruby, "taskset", taskset);
    i.commands.rpush(Keys.workerLogs(taskset), log);
    i.commands.hset(log, Map.of("worker", ruby, "taskset", taskset));
    leave(taskset, "ruby", "", true);

    assertThat(i.field(log, "finished_at")).endsWith(" UTC");
    assertThat(i.commands.exists(Keys.workerLog(taskset, ruby))).isFalse();
  }

  @Test
  void oneThatDiedBeforeItHadALogLeavesNone() {
    String taskset = i.running(one());
    i.commands.hset(i.worker("ruby"), "taskset", taskset);
    leave(taskset, "ruby", "", true);

    assertThat(i.commands.exists(Keys.workerLog(taskset, i.keys.worker("ruby")))).isFalse();
  }

  @Test
  void aWorkerThatWasGivenUpLeavesNothingThatStays() {
    String taskset = i.running(one());
    String log = Keys.workerLog(taskset, i.keys.worker("w"));
    leave(taskset, "w", "", true);
    i.end(taskset, "cancel");
    i.commands.del(taskset);
    i.commands.hset(log, Map.of("setup_finished_ms", "1"));
    i.workers.log(log, Instant.EPOCH, "late");
    leave(taskset, "w", "", true);

    assertThat(i.commands.ttl(log)).isPositive();
    assertThat(i.commands.ttl(Keys.log(log))).isPositive();
  }
}

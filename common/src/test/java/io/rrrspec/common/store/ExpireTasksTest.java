package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ExpireTasksTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
  }

  @Test
  void everythingOfATasksetAndItsTasksGetsATimeToLive() {
    String taskset = i.running(aTaskset().withTasks(2).maxTrials(2));
    i.runOne(taskset, i.slave(taskset, "1"), TrialStatus.FAILED);
    i.runOne(taskset, i.slave(taskset, "2"), TrialStatus.PASSED);
    i.end(taskset, "cancel");
    i.tasksets.expire(taskset, Duration.ofMinutes(10));

    assertThat(i.commands.keys(taskset + "*"))
        .filteredOn(key -> !key.contains(":worker_log:"))
        .allSatisfy(key -> assertThat(i.commands.ttl(key)).isBetween(1L, 600L));
    assertThat(i.field(taskset, "persisted_ms")).isNotEmpty();
    i.tasksets.expire(taskset, Duration.ofMinutes(20));
    assertThat(i.commands.ttl(Keys.task(taskset, "task-0"))).isGreaterThan(600);
  }

  @Test
  void aTasksetWithMoreTasksThanAChunkExpiresWhole() {
    String taskset = i.running(aTaskset().withTasks(1_100));
    i.tasksets.expire(taskset, Duration.ofMinutes(10));

    assertThat(i.commands.ttl(Keys.task(taskset, "task-1099"))).isBetween(1L, 600L);
    assertThat(i.commands.ttl(Keys.task(taskset, "task-500"))).isBetween(1L, 600L);
  }
}

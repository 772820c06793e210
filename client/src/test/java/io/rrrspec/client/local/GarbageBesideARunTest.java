package io.rrrspec.client.local;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.testing.TestRedis;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.UnifiedJedis;

/** A whole cluster with loops and slave processes, and garbage in every key that it reads. */
class GarbageBesideARunTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  @TempDir Path workspace;
  @TempDir Path runtime;

  @Test
  void aRealTasksetEndsRightBesideGarbageInEveryQueue() {
    UnifiedJedis raw = redis.connection().commands();
    Keys keys = redis.keys();
    try (TestCluster cluster = new TestCluster(redis, workspace, runtime, 1)) {
      pollute(raw, keys);
      String key =
          aTaskset()
              .withTasks("true", "exit 3", "sleep 1")
              .slaveCommand(TestCluster.slaveCommand())
              .activatedIn(cluster.tasksets());
      pollute(raw, keys);

      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> cluster.tasksets().status(key).orElseThrow().isFinal());

      assertThat(cluster.tasksets().status(key)).contains(TasksetStatus.FAILED);
      assertThat(raw.hmget(key, "succeeded_count", "failed_count", "reason"))
          .containsExactly("2", "1", null);
      await().atMost(Duration.ofSeconds(20)).until(() -> cluster.tasksets().active().isEmpty());
      await().atMost(Duration.ofSeconds(20)).until(() -> raw.llen(keys.arbiterQueue()) == 0);
      assertThat(raw.lrange(keys.setAside(), 0, -1)).contains("arbiter_queue garbage");
    }
  }

  @Test
  void aWorkerThatFindsGarbageInItsQueueStillTakesWhatComesAfterIt() {
    UnifiedJedis raw = redis.connection().commands();
    raw.set("test:taskset:text", "text");
    raw.rpush(
        Keys.workerQueue(redis.keys().worker("worker-1")),
        "",
        "nonsense",
        "test:taskset:text",
        "test:taskset:gone");
    try (TestCluster cluster = new TestCluster(redis, workspace, runtime, 1)) {
      String key =
          aTaskset()
              .withTasks("true")
              .slaveCommand(TestCluster.slaveCommand())
              .activatedIn(cluster.tasksets());

      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> cluster.tasksets().status(key).orElseThrow().isFinal());

      assertThat(cluster.tasksets().status(key)).contains(TasksetStatus.SUCCEEDED);
    }
  }

  private static void pollute(UnifiedJedis raw, Keys keys) {
    raw.set("test:text", "text");
    raw.set("test:taskset:text", "text");
    raw.hset("test:taskset:odd", Map.of("status", "running", "max_workers", "many"));
    raw.rpush("test:taskset:odd:tasks", "nonsense");
    raw.set("test:taskset:odd:tasks_left", "text");
    List<String> garbage =
        List.of("", "garbage", "test:text", "test:taskset:text", "test:taskset:odd");
    for (String entry : garbage) {
      raw.rpush(keys.activeTasksets(), entry);
      raw.rpush(keys.dispatcherQueue(), entry);
      raw.rpush(keys.persisterQueue(), entry);
      raw.rpush(keys.arbiterQueue(), entry, "trial\t" + entry, "cancel\t" + entry);
      raw.rpush(Keys.workerQueue(keys.worker("worker-1")), entry);
      raw.sadd(keys.workers(), entry);
      raw.sadd(keys.servers(), entry);
    }
  }
}

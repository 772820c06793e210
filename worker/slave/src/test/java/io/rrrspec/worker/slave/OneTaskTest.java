package io.rrrspec.worker.slave;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TimeLimits;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.worker.slave.jvm.SlaveExit;
import io.rrrspec.worker.slave.runner.TaskRunner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A slave whose JVM runs one class only. */
class OneTaskTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final TaskRunner ENDS =
      new TaskRunner() {
        @Override
        public TrialResult run(String specFile, TimeLimits limits) {
          return TrialResult.error("it failed", "", "");
        }

        @Override
        public boolean reusable() {
          return true;
        }

        @Override
        public void close() {}
      };

  @Test
  void itEndsAfterItsTaskAndTakesNoOther() {
    var redis = testRedis.connection();
    Keys keys = testRedis.keys();
    String worker = keys.worker("w");
    TasksetStore tasksets = new TasksetStore(redis, keys);
    WorkerStore workers = new WorkerStore(redis, keys);
    String key = aTaskset().withTasks("a", "b").activatedIn(tasksets);
    workers.announce(worker, "default", "host", Duration.ofMinutes(1));
    workers.assign(key, worker, 0, 1, Duration.ofMinutes(1));
    workers.take(worker, key);
    String slaveKey = Keys.slave(worker, "1");
    long life = new SlaveStore(redis).register(slaveKey, key, "host", true).orElseThrow();
    List<String> notes = new ArrayList<>();
    SlaveLoop slave =
        new SlaveLoop(
            new TrialStore(redis, keys),
            tasksets.find(key).orElseThrow(),
            slaveKey,
            life,
            new RedisRetry(Duration.ofSeconds(5)),
            note -> notes.add(note.trial()));
    slave.endAfterOne();

    assertThat(slave.work(ENDS)).isEqualTo(SlaveExit.CHANGE);
    assertThat(redis.commands().hget(slaveKey, "open_trial")).isNull();
    assertThat(redis.commands().llen(Keys.trials(slaveKey))).isEqualTo(1);
    assertThat(redis.commands().lrange(Keys.taskQueue(key), 0, -1))
        .containsExactly(Keys.task(key, "b"));
    assertThat(notes).last().isEqualTo(TrialNote.ENDS);
  }
}

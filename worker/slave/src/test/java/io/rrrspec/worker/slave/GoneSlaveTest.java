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

/** A slave of which Redis knows nothing any more. */
class GoneSlaveTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final TaskRunner ENDS =
      new TaskRunner() {
        @Override
        public TrialResult run(String specFile, TimeLimits limits) {
          return TrialResult.error("", "", "");
        }

        @Override
        public boolean reusable() {
          return true;
        }

        @Override
        public void close() {}
      };

  @Test
  void aSlaveWhoseRegistrationIsLostSaysSoByItsExitCodeAndReportsNothing() {
    var redis = testRedis.connection();
    Keys keys = testRedis.keys();
    String worker = keys.worker("w");
    TasksetStore tasksets = new TasksetStore(redis, keys);
    WorkerStore workers = new WorkerStore(redis, keys);
    String key = aTaskset().withTasks("a").activatedIn(tasksets);
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
    assertThat(slave.step(ENDS)).isNull();
    String trial = redis.commands().hget(slaveKey, "open_trial");
    assertThat(slave.step(ENDS)).isNull();
    // Redis loses the claim, and the registration before that.
    redis.commands().del(slaveKey, trial);

    assertThat(slave.step(ENDS)).isEqualTo(SlaveExit.GONE);
    assertThat(SlaveExit.GONE.forOtherMakes()).isEqualTo(SlaveExit.NORMAL);
    assertThat(redis.commands().exists(trial)).isFalse();
    assertThat(redis.commands().exists(keys.arbiterQueue())).isFalse();
    assertThat(notes).containsExactly(trial, "", TrialNote.ENDS);
  }
}

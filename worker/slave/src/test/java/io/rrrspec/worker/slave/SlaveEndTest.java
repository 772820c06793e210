package io.rrrspec.worker.slave;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.TimeLimits;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Why a slave ends by itself, and what it leaves behind. */
class SlaveEndTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final TaskRunner ENDS =
      new TaskRunner() {
        @Override
        public TrialResult run(String specFile, @Nullable ClassPart part, TimeLimits limits) {
          return TrialResult.error("", "", "");
        }

        @Override
        public boolean reusable() {
          return true;
        }

        @Override
        public void close() {}
      };

  private final Keys keys = testRedis.keys();
  private final RedisConnection redis = testRedis.connection();
  private final List<String> notes = new ArrayList<>();
  private String taskset = "";
  private String slaveKey = "";

  private SlaveLoop slave(String... specFiles) {
    String worker = keys.worker("w");
    TasksetStore tasksets = new TasksetStore(redis, keys);
    WorkerStore workers = new WorkerStore(redis, keys);
    taskset = aTaskset().withTasks(specFiles).activatedIn(tasksets);
    workers.announce(worker, "default", "host", Duration.ofMinutes(1));
    workers.assign(taskset, worker, 0, 1, Duration.ofMinutes(1));
    workers.take(worker, taskset);
    slaveKey = Keys.slave(worker, "1");
    long life = new SlaveStore(redis).register(slaveKey, taskset, "host", true).orElseThrow();
    return new SlaveLoop(
        new TrialStore(redis, keys),
        tasksets.find(taskset).orElseThrow(),
        slaveKey,
        life,
        new RedisRetry(Duration.ofSeconds(5)),
        note -> notes.add(note.trial()));
  }

  @Test
  void aSlaveWhoseRegistrationIsLostSaysSoByItsExitCodeAndReportsNothing() {
    SlaveLoop slave = slave("a");
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

  @Test
  void aSlaveForOneTaskEndsAfterItAndTakesNoOther() {
    SlaveLoop slave = slave("a", "b");
    slave.endAfterOne();

    assertThat(slave.work(ENDS)).isEqualTo(SlaveExit.CHANGE);
    assertThat(redis.commands().hget(slaveKey, "open_trial")).isNull();
    assertThat(redis.commands().llen(Keys.trials(slaveKey))).isEqualTo(1);
    assertThat(redis.commands().lrange(Keys.taskQueue(taskset), 0, -1))
        .containsExactly(Keys.task(taskset, "b"));
    assertThat(notes).last().isEqualTo(TrialNote.ENDS);
  }
}

package io.rrrspec.persister.mover;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.redis.Edge;
import io.rrrspec.common.redis.Fate;
import io.rrrspec.common.redis.SimulatedRedis;
import io.rrrspec.common.run.Detail;
import io.rrrspec.common.run.RunInRedis;
import io.rrrspec.common.run.StoredRun;
import io.rrrspec.common.run.TaskFilter;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.testing.TestRedis;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How often Redis is asked: never once for each task, trial, slave or worker. */
class RoundTripsTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static int roundTrips(String key, Consumer<StoredRun> reading) {
    AtomicInteger count = new AtomicInteger();
    Edge edge =
        commands -> {
          count.incrementAndGet();
          return Fate.ARRIVES;
        };
    TasksetStore tasksets = new TasksetStore(redis.connection(), redis.keys());
    try (SimulatedRedis counting = new SimulatedRedis(redis.url(), edge)) {
      reading.accept(
          RunInRedis.of(tasksets.find(key).orElseThrow(), counting.connection(), redis.keys()));
    }
    return count.get();
  }

  @Test
  void eachListIsReadInFewRoundTrips() {
    String key = new EventfulRun(redis.connection(), redis.keys()).key;

    for (Detail detail : Detail.values()) {
      assertThat(roundTrips(key, run -> run.eachTask(detail, tasks -> {}))).isEqualTo(3);
    }
    assertThat(roundTrips(key, run -> run.tasks(TaskFilter.ALL, 0, 200))).isEqualTo(3);
    assertThat(roundTrips(key, run -> run.tasks(TaskFilter.RETRIED, 0, 200))).isEqualTo(3);
    assertThat(roundTrips(key, run -> run.task(3))).isEqualTo(3);
    assertThat(roundTrips(key, run -> run.task(EventfulRun.BAD))).isEqualTo(3);
    assertThat(roundTrips(key, run -> run.trial(3, 1))).isEqualTo(3);
    // One of them asks whether the run mutes tests.
    assertThat(roundTrips(key, StoredRun::tests)).isEqualTo(4);
    assertThat(roundTrips(key, run -> run.failures(500))).isEqualTo(4);
    assertThat(roundTrips(key, StoredRun::log)).isEqualTo(1);
    assertThat(roundTrips(key, run -> run.workers(200))).isEqualTo(2);
    assertThat(roundTrips(key, run -> run.slaves(200))).isEqualTo(2);
    assertThat(roundTrips(key, run -> run.eachWorker(worker -> {}))).isEqualTo(2);
    assertThat(roundTrips(key, run -> run.eachSlave(slave -> {}))).isEqualTo(2);
  }

  @Test
  void manyTasksAreRead500AtATime() {
    TasksetStore tasksets = new TasksetStore(redis.connection(), redis.keys());
    String key = aTaskset().withTasks(1_203).activatedIn(tasksets);

    // No task has a trial.
    assertThat(roundTrips(key, run -> run.eachTask(Detail.OUTLINE, tasks -> {}))).isEqualTo(6);
  }
}

package io.rrrspec.common.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.testing.TestRedis;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class EventStoreTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final String TASKSET = "test:taskset:a";

  @Test
  void whoListensHearsWhatHappensUntilTheEnd() {
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    try (EventStore.Subscription subscription =
        new EventStore(redis.connection())
            .listen(TASKSET, (event, about) -> heard.add(event + " " + about))) {
      await()
          .until(
              () ->
                  redis.connection().commands().publish(Keys.events(TASKSET), "over\tfailed") > 0);
      await().until(() -> heard.contains("over failed"));
    }
    await()
        .until(
            () -> redis.connection().commands().publish(Keys.events(TASKSET), "over\tagain") == 0);
    assertThat(heard).doesNotContain("over again");
  }

  /** The connection of a listener that left is another one's in the next moment. */
  @Test
  void nobodyGetsTheAnswersToTheCommandsOfSomebodyElse() throws Exception {
    AtomicReference<Throwable> wrong = new AtomicReference<>();
    AtomicBoolean ends = new AtomicBoolean();
    try (RedisConnection shared = RedisConnection.open(redis.url(), 2)) {
      EventStore events = new EventStore(shared);
      // More than there are connections: one that comes back is in use at once.
      List<Thread> others = new ArrayList<>();
      for (int n = 0; n < 4; n++) {
        Thread other = new Thread(() -> useUntil(ends, shared), "other");
        other.setUncaughtExceptionHandler((thread, e) -> wrong.set(e));
        other.start();
        others.add(other);
      }
      for (int n = 0; n < 500 && wrong.get() == null; n++) {
        EventStore.Subscription subscription = events.listen(TASKSET, (event, about) -> {});
        while (redis.connection().commands().publish(Keys.events(TASKSET), "a\tb") == 0) {
          Thread.onSpinWait();
        }
        subscription.close();
      }
      ends.set(true);
      for (Thread other : others) {
        other.join(20_000);
      }
    }
    assertThat(wrong.get()).isNull();
  }

  private static void useUntil(AtomicBoolean ends, RedisConnection shared) {
    while (!ends.get()) {
      assertThat(shared.commands().del("none")).isZero();
      assertThat(shared.commands().lrange("none", 0, -1)).isEqualTo(List.of());
    }
  }
}

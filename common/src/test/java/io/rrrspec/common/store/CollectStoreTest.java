package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.CollectStore.Part;
import io.rrrspec.common.store.CollectStore.State;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CollectStoreTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final Duration DAY = Duration.ofDays(1);

  private Installation i;
  private CollectStore store;
  private String taskset;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
    store = new Stores(i.redis, i.keys).collected();
    taskset = i.running(aTaskset().withTasks(1));
  }

  @Test
  void eachServiceOfAWorkerIsAPartAndARepeatIsNone() {
    assertThat(store.begin(taskset, "w", "first")).isEqualTo("w");
    assertThat(store.begin(taskset, "w", "first")).isEqualTo("w");
    assertThat(store.begin(taskset, "w", "second")).isEqualTo("w.2");
    store.end(taskset, "w", "w", State.SENT, "left out: a\tb\nc", DAY);

    assertThat(store.parts(taskset))
        .containsExactly(
            new Part("w", "w", State.SENT, "left out: a b c"),
            new Part("w.2", "w", State.OPEN, ""));
    assertThat(i.commands.ttl(Keys.collected(taskset))).isBetween(1L, DAY.toSeconds());
  }

  @Test
  void whatIsNoPartIsLeftOut() {
    i.commands.hset(Keys.collected(taskset), "w", "nonsense");
    i.commands.hset(Keys.collected(taskset), "x", "BROKEN\tx\t");

    assertThat(store.parts(taskset)).isEmpty();
  }

  @Test
  void aWorkerThatHasLeftOrDiedSendsNothingMore() {
    assertThat(store.isServedBy(taskset, "w")).isTrue();
    i.commands.del(Keys.heartbeat(i.keys.worker("w")));
    assertThat(store.isServedBy(taskset, "w")).isFalse();
    i.workers.beat(i.keys.worker("w"), Installation.LIFE);
    i.workers.leave(i.keys.worker("w"), taskset, "", true, DAY);
    assertThat(store.isServedBy(taskset, "w")).isFalse();
  }

  @Test
  void aDirectoryIsDueUntilItIsRemoved() {
    Instant now = Instant.ofEpochSecond(1_000_000);
    store.removeAt("collected-1-w", now);
    store.removeAt("collected-2-w", now.plusSeconds(1));

    assertThat(store.due(now, 10)).containsExactly("collected-1-w");
    store.removed("collected-1-w");
    assertThat(store.due(now.plusSeconds(1), 10)).containsExactly("collected-2-w");
  }
}

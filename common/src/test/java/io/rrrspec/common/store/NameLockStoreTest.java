package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.store.NameLockStore.Outcome;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class NameLockStoreTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final Duration LIFE = Duration.ofSeconds(10);

  private Installation i;
  private NameLockStore locks;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
    locks = new NameLockStore(i.redis, i.keys);
  }

  @Test
  void aSecondClientIsToldWhoHasTheName() {
    assertThat(locks.lock("shop", "alice", LIFE)).isEqualTo(new Outcome.Locked());
    assertThat(locks.lock("shop", "bob", LIFE)).isEqualTo(new Outcome.Held("alice"));
    assertThat(locks.lock("other", "bob", LIFE)).isEqualTo(new Outcome.Locked());
  }

  @Test
  void onlyTheOwnerGivesItBack() {
    locks.lock("shop", "alice", LIFE);
    locks.unlock("shop", "bob");
    assertThat(locks.lock("shop", "bob", LIFE)).isEqualTo(new Outcome.Held("alice"));
    locks.unlock("shop", "alice");
    assertThat(locks.lock("shop", "bob", LIFE)).isEqualTo(new Outcome.Locked());
    locks.unlock("shop", "alice");
    assertThat(locks.lock("shop", "alice", LIFE)).isEqualTo(new Outcome.Held("bob"));
  }

  @Test
  void theRunThatHasTheNameIsNamed() {
    String taskset = aTaskset().withTasks(1).activatedIn(i.tasksets);
    assertThat(locks.lock("test-name", "alice", LIFE)).isEqualTo(new Outcome.Active(taskset));
  }

  @Test
  void whatOnlyOurPartsHeedGoesIntoTheTaskset() {
    String plain = aTaskset().withTasks(1).activatedIn(i.tasksets);
    assertThat(i.commands.hmget(plain, "env", "setup", "wait")).containsOnlyNulls();

    String key =
        aTaskset()
            .withTasks(1)
            .env(Map.of("TZ", "UTC", "A", "it's \"so\""))
            .setupAlways()
            .waited()
            .activatedIn(i.tasksets);
    assertThat(i.commands.hmget(key, "env", "setup", "wait"))
        .containsExactly("{\"A\":\"it's \\\"so\\\"\",\"TZ\":\"UTC\"}", "always", "1");
  }
}

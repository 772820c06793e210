package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.testing.TestRedis;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LockNameTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
  }

  private Object lock(String owner) {
    return i.redis.run(
        "lock_name",
        List.of(i.keys.nameLock("test-name"), i.keys.activeTasksets()),
        List.of(owner, "5000", "test-name"));
  }

  @Test
  void oneOwnerLocksAndRenewsForALimitedTime() {
    assertThat(lock("a")).isEqualTo("locked");
    i.commands.pexpire(i.keys.nameLock("test-name"), 100);
    assertThat(lock("a")).isEqualTo("locked");

    assertThat(i.commands.pttl(i.keys.nameLock("test-name"))).isBetween(101L, 5000L);
  }

  @Test
  void anotherOwnerIsHeldOffAndDoesNotRenew() {
    lock("a");
    i.commands.pexpire(i.keys.nameLock("test-name"), 100);

    assertThat(lock("b")).isEqualTo("held");
    assertThat(i.commands.pttl(i.keys.nameLock("test-name"))).isLessThanOrEqualTo(100);
  }

  @Test
  void aNameWithAnActiveTasksetIsNotLocked() {
    String taskset = aTaskset().withTasks(1).activatedIn(i.tasksets);
    assertThat(lock("a")).isEqualTo(taskset);
    assertThat(i.commands.exists(i.keys.nameLock("test-name"))).isFalse();

    i.end(taskset, "cancel");
    assertThat(lock("a")).isEqualTo("locked");
  }
}

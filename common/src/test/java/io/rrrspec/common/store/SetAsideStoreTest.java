package io.rrrspec.common.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SetAsideStoreTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;
  private MessageQueue persister;
  private SetAsideStore aside;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
    persister = MessageQueue.persister(i.redis, i.keys, i.keys.server("p"));
    aside = new SetAsideStore(i.redis, i.keys);
  }

  @Test
  void aRunLeavesTheHandsOfItsPersisterAndComesBackOnce() {
    persister.send("run");
    persister.take(1);
    aside.add("run", "why", persister);

    assertThat(i.list(persister.processing())).isEmpty();
    assertThat(aside.all()).singleElement().extracting("key", "why").containsExactly("run", "why");
    assertThat(aside.all().get(0).since())
        .isBetween(Instant.now().minus(Duration.ofMinutes(5)), Instant.now().plusSeconds(5));
    assertThat(i.commands.ttl(i.keys.setAsideRuns())).isPositive();
    assertThat(i.commands.ttl(i.keys.setAsideReasons())).isPositive();

    assertThat(aside.retry("run")).isTrue();
    assertThat(aside.retry("run")).isFalse();
    assertThat(i.list(i.keys.persisterQueue())).containsExactly("run");
    assertThat(aside.all()).isEmpty();
  }

  @Test
  void ofTooManyTheOldestLeaveTheListAndSoDoThoseThatHaveExpired() {
    i.commands.zadd(i.keys.setAsideRuns(), 1, "expired");
    i.commands.hset(i.keys.setAsideReasons(), "expired", "why");
    for (int n = 1; n <= 1_005; n++) {
      aside.add("run" + n, "why", persister);
    }

    assertThat(aside.all()).hasSize(1_000).extracting("key").doesNotContain("expired", "run1");
    assertThat(i.commands.hlen(i.keys.setAsideReasons())).isEqualTo(1_000);
  }

  @Test
  void whatIsNoListOfRunsIsReplaced() {
    i.commands.set(i.keys.setAsideRuns(), "text");
    i.commands.rpush(i.keys.setAsideReasons(), "list");
    aside.add("run", "x".repeat(2_000), persister);

    assertThat(aside.all().get(0).why()).hasSize(500);
  }
}

package io.rrrspec.worker.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.worker.agent.workspace.CancellablePrograms;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PreparationTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Path DIR = Path.of("ready");

  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private final RedisConnection redis = testRedis.connection();
  private final CancellablePrograms programs =
      new CancellablePrograms(UUID.randomUUID().toString());

  @AfterEach
  void takeWritesAgain() {
    redis.commands().configSet("maxmemory", "0");
  }

  private Preparation prepare(Preparation.Work work) {
    return new Preparation("taskset", programs, work, Thread::new, Duration.ofMillis(1));
  }

  @Test
  void aRedisThatRefusesWritesIsNoReasonToGiveUp() throws InterruptedException {
    AtomicInteger tries = new AtomicInteger();
    redis.commands().configSet("maxmemory", "1");
    Preparation preparation =
        prepare(
            () -> {
              if (tries.incrementAndGet() == 40) {
                redis.commands().configSet("maxmemory", "0");
              }
              redis.commands().set("key", "value");
              return DIR;
            });
    assertThat(preparation.await(LONG)).isTrue();
    assertThat(preparation.result()).isEqualTo(DIR);
    assertThat(tries).hasValue(40);
  }

  @Test
  void whoeverEndsItNeedNotWaitForThatRedis() throws InterruptedException {
    redis.commands().configSet("maxmemory", "1");
    Preparation preparation =
        prepare(
            () -> {
              redis.commands().set("key", "value");
              return DIR;
            });
    preparation.end();
    assertThat(preparation.await(LONG)).isTrue();
  }

  @Test
  void whatIsWrongOtherwiseIsTriedTenTimes() throws InterruptedException {
    AtomicInteger tries = new AtomicInteger();
    Preparation preparation =
        prepare(
            () -> {
              tries.incrementAndGet();
              throw new IllegalStateException("broken");
            });
    assertThat(preparation.await(LONG)).isTrue();
    assertThatThrownBy(preparation::result)
        .isInstanceOf(ServiceException.class)
        .hasMessageContaining("broken");
    assertThat(tries).hasValue(10);
  }
}

package io.rrrspec.worker.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.testing.TestRedis;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SlaveHeartbeatsTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private final RedisConnection redis = testRedis.connection();
  private final String first = Keys.slave(testRedis.keys().worker("w"), "1");
  private final String second = Keys.slave(testRedis.keys().worker("w"), "2");
  private final AtomicLong now = new AtomicLong(1_000_000);
  private final SlaveHeartbeats heartbeats =
      new SlaveHeartbeats(new SlaveStore(redis), () -> Instant.ofEpochMilli(now.get()));

  @Test
  void aNewSlaveGetsOneAtOnceAndLongerThanThePauseToTheNext() {
    heartbeats.renew(List.of(first));
    assertThat(redis.commands().pttl(Keys.heartbeat(first))).isBetween(20_001L, 30_000L);
    now.addAndGet(2_500);
    heartbeats.renew(List.of(first, second));
    assertThat(beats(second)).isTrue();
  }

  @Test
  void itIsRenewedEveryTenSeconds() {
    heartbeats.renew(List.of(first));
    loses(first);
    now.addAndGet(9_999);
    heartbeats.renew(List.of(first));
    assertThat(beats(first)).isFalse();
    now.addAndGet(1);
    heartbeats.renew(List.of(first));
    assertThat(beats(first)).isTrue();
  }

  @Test
  void aClockThatIsPutBackDelaysNothing() {
    heartbeats.renew(List.of(first));
    loses(first);
    now.addAndGet(-3_600_000);
    heartbeats.renew(List.of(first));
    assertThat(beats(first)).isTrue();
  }

  @Test
  void whatRedisMayHaveLostIsRenewedAtOnce() {
    heartbeats.renew(List.of(first));
    loses(first);
    heartbeats.forget();
    heartbeats.renew(List.of(first));
    assertThat(beats(first)).isTrue();
  }

  @Test
  void anIdThatComesBackIsNew() {
    heartbeats.renew(List.of(first));
    loses(first);
    heartbeats.renew(List.of());
    heartbeats.renew(List.of(first));
    assertThat(beats(first)).isTrue();
  }

  private void loses(String slave) {
    redis.commands().del(Keys.heartbeat(slave));
  }

  private boolean beats(String slave) {
    return redis.commands().exists(Keys.heartbeat(slave));
  }
}

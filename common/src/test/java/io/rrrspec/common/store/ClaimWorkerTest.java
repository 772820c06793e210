package io.rrrspec.common.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ClaimWorkerTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;
  private String worker;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
    worker = i.keys.worker("w");
  }

  private long claim(String owner) {
    return i.workers.claim(worker, owner, "default", "host", Installation.LIFE);
  }

  @Test
  void aFreeNameIsAnnouncedIdle() {
    assertThat(claim("a")).isZero();

    WorkerStore.Seen seen = i.workers.all().get(0);
    assertThat(seen)
        .isEqualTo(
            new WorkerStore.Seen(
                worker, "default", null, false, true, true, false, false, Set.of()));
    assertThat(i.field(worker, "taskset")).isEmpty();
    assertThat(i.list(i.keys.dispatcherQueue())).containsExactly("0");
  }

  @Test
  void aWorkerTellsItsJdksAndTellsThemAnewWhenItStartsAgain() {
    i.workers.claim(worker, "a", "default", "host", Set.of(17, 8, 11), Installation.LIFE);
    assertThat(i.field(worker, "jdks")).isEqualTo("8 11 17");
    assertThat(i.workers.all().get(0).jdks()).containsExactly(8, 11, 17);
    assertThat(new NodeStore(i.redis, i.keys).all().get(0).jdks()).containsExactly(8, 11, 17);

    i.workers.claim(worker, "a", "default", "host", Set.of(25), Installation.LIFE);
    assertThat(i.workers.all().get(0).jdks()).containsExactly(25);
  }

  @Test
  void aNameIsHeldAsLongAsItsHeartbeatLives() {
    claim("a");
    assertThat(claim("b")).isBetween(1L, Installation.LIFE.toMillis());
    assertThat(i.field(worker, "owner")).isEqualTo("a");

    i.commands.del(Keys.heartbeat(worker));
    assertThat(claim("b")).isZero();
    assertThat(i.field(worker, "owner")).isEqualTo("b");
  }

  @Test
  void theOwnerMayClaimAgain() {
    claim("a");
    assertThat(claim("a")).isZero();
  }

  @Test
  void aWorkerOfAnotherMakeHoldsItsNameByItsHeartbeat() {
    i.commands.hset(worker, "worker_type", "default");
    i.commands.set(Keys.heartbeat(worker), "alive");
    assertThat(claim("a")).isPositive();
    assertThat(i.commands.hexists(worker, "owner")).isFalse();
  }

  @Test
  void whatAnEarlierLifeHeldStaysInTheHandOfTheName() {
    claim("a");
    i.commands.hset(worker, "taskset", "test:taskset:1");
    i.commands.del(Keys.heartbeat(worker));

    claim("b");
    assertThat(i.workers.heldTaskset(worker)).isEqualTo("test:taskset:1");
  }

  @Test
  void onlyTheOwnerBeatsAndRetires() {
    claim("a");
    i.commands.pexpire(Keys.heartbeat(worker), 1_000);
    assertThat(i.workers.beat(worker, "b", Installation.LIFE)).isNull();
    assertThat(i.commands.pttl(Keys.heartbeat(worker))).isLessThanOrEqualTo(1_000);
    assertThat(i.workers.beat(worker, "a", Duration.ofHours(1))).isEmpty();
    assertThat(i.commands.pttl(Keys.heartbeat(worker))).isGreaterThan(1_000);

    i.workers.retire(worker, "b");
    assertThat(i.workers.all()).hasSize(1);
    i.workers.retire(worker, "a");
    assertThat(i.workers.all()).isEmpty();
    assertThat(i.workers.beat(worker, "a", Installation.LIFE)).as("given up").isNull();
    assertThat(i.commands.exists(Keys.heartbeat(worker))).isFalse();
  }
}

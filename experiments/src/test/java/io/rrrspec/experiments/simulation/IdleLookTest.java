package io.rrrspec.experiments.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.artifact.Artifact;
import io.rrrspec.common.artifact.Holding;
import io.rrrspec.common.redis.Fate;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.SimulatedRedis;
import io.rrrspec.common.store.ArtifactStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class IdleLookTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final String WORKSPACE = Artifact.workspace("a".repeat(64));

  @Test
  void onlyWorkersThatLiveAndHaveNothingToDoAreIdle() {
    Keys keys = testRedis.keys();
    String idle = worker("idle");
    String busy = worker("busy");
    String dead = worker("dead");
    String given = worker("given");
    testRedis.connection().commands().hset(busy, "taskset", keys.taskset("x"));
    testRedis.connection().commands().del(Keys.heartbeat(dead));
    IdleLook before = look();
    testRedis.connection().commands().set(Keys.reservation(given), keys.taskset("y"));
    IdleLook after = look();

    assertThat(before.idle()).containsExactlyInAnyOrder(idle, given);
    assertThat(after.idle()).containsExactly(idle);
    assertThat(before.givenUntil(after)).isEqualTo(Map.of(keys.taskset("y"), Set.of(given)));
  }

  @Test
  void whoHasAnnouncedAWorkspaceAndIsBusyIsNoIdleHolder() {
    ArtifactStore artifacts = new ArtifactStore(testRedis.connection(), testRedis.keys());
    String idle = worker("a");
    String busy = worker("b");
    testRedis.connection().commands().hset(busy, "taskset", testRedis.keys().taskset("x"));
    artifacts.announce(idle, List.of(new Holding(WORKSPACE)));
    artifacts.announce(busy, List.of(new Holding(WORKSPACE)));

    assertThat(look().holders()).isEqualTo(Map.of(WORKSPACE, Set.of(idle, busy)));
    assertThat(look().idleHolders(WORKSPACE)).containsExactly(idle);
  }

  @Test
  void whoseHeartbeatHasRunOutByTheSimulatedClockIsNotIdle() {
    Keys keys = testRedis.keys();
    String worker = keys.worker("w");
    try (SimulatedRedis redis = new SimulatedRedis(testRedis.url(), commands -> Fate.ARRIVES)) {
      redis.clear(1_000);
      new WorkerStore(redis.connection(), keys)
          .announce(worker, "default", "host", Duration.ofSeconds(8));
      redis.advance(8_999);
      assertThat(IdleLook.at(redis.behind(), keys, Set.of()).idle()).containsExactly(worker);
      redis.advance(9_001);
      assertThat(IdleLook.at(redis.behind(), keys, Set.of()).idle()).isEmpty();
    }
  }

  private static String worker(String id) {
    String key = testRedis.keys().worker(id);
    new WorkerStore(testRedis.connection(), testRedis.keys())
        .announce(key, "default", "host", Duration.ofMinutes(5));
    return key;
  }

  private static IdleLook look() {
    return IdleLook.at(testRedis.connection().commands(), testRedis.keys(), Set.of(WORKSPACE));
  }
}

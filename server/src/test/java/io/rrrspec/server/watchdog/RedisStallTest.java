package io.rrrspec.server.watchdog;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.server.Server;
import io.rrrspec.server.ServerScene;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Protocol;

/** A Redis that stands still, with the same heartbeats in it as before, and then goes on. */
@SuppressWarnings("deprecation") // sendCommand: for commands that Jedis has no method for
class RedisStallTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  /** Longer than the gap that the watchdog allows, and longer than the heartbeat lives here. */
  private static final String STALL_MILLIS = "6000";

  private ServerScene scene;
  private Server server;
  private String worker;

  @BeforeEach
  void watchForLongEnough() {
    scene = new ServerScene(testRedis);
    server = scene.server("a");
    look(0);
    look(60);
    worker = scene.keys.worker("w");
    scene.workers.announce(worker, "default", "host", Duration.ofSeconds(3));
  }

  private void look(int secondsLater) {
    scene.pass(Duration.ofSeconds(secondsLater));
    ServerScene.step(server, "watchdog");
  }

  @Test
  void nobodyIsDeadBeforeAHeartbeatsLifeAfterRedisStoodStill() {
    scene.commands.sendCommand(Protocol.Command.CLIENT, "PAUSE", STALL_MILLIS);
    // It asks, and is answered six seconds later: by then nobody has a heartbeat.
    look(1);
    assertThat(scene.commands.exists(Keys.heartbeat(worker))).isFalse();
    look(1);
    look(6);
    assertThat(scene.workers.all()).hasSize(1);

    look(2);
    assertThat(scene.workers.all()).as("it is dead indeed").isEmpty();
  }
}

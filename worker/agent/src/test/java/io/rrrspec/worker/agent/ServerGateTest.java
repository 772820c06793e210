package io.rrrspec.worker.agent;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.testing.TestRedis;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A worker serves only while a server of ours lives, on a clock that the test moves. */
class ServerGateTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private enum Servers {
    LIVE,
    NONE,
    OUT_OF_REACH
  }

  @TempDir Path dir;
  private final AtomicReference<Servers> servers = new AtomicReference<>(Servers.LIVE);
  private final AtomicInteger looks = new AtomicInteger();
  private final AtomicLong nanos = new AtomicLong();
  private final ServerGate gate = new ServerGate(this::look, nanos::get);

  private boolean look() {
    looks.incrementAndGet();
    if (servers.get() == Servers.OUT_OF_REACH) {
      throw new IllegalStateException("no Redis");
    }
    return servers.get() == Servers.LIVE;
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void itIsClosedUntilThereIsAServer() {
    servers.set(Servers.NONE);
    assertThat(gate.isOpen()).isFalse();
    servers.set(Servers.LIVE);
    assertThat(gate.isOpen()).isTrue();
  }

  @Test
  void aServerThatRestartsDoesNotCloseItAndOneThatStaysAwayDoes() {
    assertThat(gate.isOpen()).isTrue();
    for (int restarts = 0; restarts < 5; restarts++) {
      servers.set(Servers.NONE);
      for (int seconds = 0; seconds < 20; seconds += 5) {
        pass(Duration.ofSeconds(5));
        assertThat(gate.isOpen()).isTrue();
      }
      servers.set(Servers.LIVE);
      assertThat(gate.isOpen()).isTrue();
    }
    servers.set(Servers.NONE);
    pass(Duration.ofSeconds(10));
    assertThat(gate.isOpen()).as("this is when it is missed").isTrue();
    pass(ServerGate.PATIENCE);
    assertThat(gate.isOpen()).isFalse();
  }

  @Test
  void anOutageOfRedisDoesNotCloseIt() {
    assertThat(gate.isOpen()).isTrue();
    servers.set(Servers.NONE);
    pass(Duration.ofSeconds(20));
    assertThat(gate.isOpen()).isTrue();
    servers.set(Servers.OUT_OF_REACH);
    pass(Duration.ofMinutes(10));
    assertThatThrownBy(gate::isOpen).hasMessage("no Redis");
    // Redis is back, and servers beat again in a moment.
    servers.set(Servers.NONE);
    assertThat(gate.isOpen()).isTrue();
    servers.set(Servers.LIVE);
    assertThat(gate.isOpen()).isTrue();
  }

  @Test
  void itLooksSeldomWhileThereIsAServer() {
    for (int beats = 0; beats < 40; beats++) {
      assertThat(gate.isOpen()).isTrue();
      pass(Duration.ofMillis(2_500));
    }
    assertThat(looks.get()).isEqualTo(10);
  }

  @Test
  void whatIsGivenToAWorkerWithoutAServerOfOursItDoesNotTakeAndItsNameGoes() throws Exception {
    try (Scene scene = new Scene(testRedis, dir, 1)) {
      scene.worker.behind(gate);
      scene.worker.heartbeat().step();
      servers.set(Servers.NONE);
      // As a server of Ruby rrrspec does it.
      String taskset = aTaskset().withTasks(1).activatedIn(scene.tasksets);
      scene.commands.hset(taskset, "status", "running");
      scene.commands.rpush(scene.key + ":worker_queue", taskset);
      Map<String, String> before = scene.commands.hgetAll(taskset);
      scene.worker.await(Duration.ofSeconds(5));
      scene.worker.step();
      assertThat(scene.isIdle()).as("a server may just restart").isTrue();
      pass(Duration.ofMinutes(1));
      scene.worker.step();
      scene.worker.heartbeat().step();

      assertThat(scene.workers.all()).isEmpty();
      assertThat(scene.commands.hgetAll(taskset)).isEqualTo(before);
      assertThat(scene.commands.lrange(taskset + ":worker_log", 0, -1)).isEmpty();
      servers.set(Servers.LIVE);
      scene.worker.heartbeat().step();
      assertThat(scene.workers.all()).hasSize(1);
      scene.worker.step();
      assertThat(scene.isIdle()).as("another worker has it").isTrue();
    }
  }

  @Test
  void whatIsGivenWhileAServerOfOursRestartsItTakesAfterwards() throws Exception {
    try (Scene scene = new Scene(testRedis, dir, 1)) {
      scene.worker.behind(gate);
      scene.worker.heartbeat().step();
      servers.set(Servers.NONE);
      String taskset = scene.give(aTaskset().withTasks(1), Map.of());
      scene.worker.await(Duration.ofSeconds(5));
      scene.worker.step();
      assertThat(scene.isIdle()).isTrue();
      servers.set(Servers.LIVE);
      scene.worker.await(Duration.ofMillis(100));
      scene.worker.step();

      assertThat(scene.workers.heldTaskset(scene.key)).isEqualTo(taskset);
      scene.worker.leave();
    }
  }
}

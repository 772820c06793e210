package io.rrrspec.server.watchdog;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.ClientStore;
import io.rrrspec.server.Server;
import io.rrrspec.server.ServerScene;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class AbandonedRunsTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private ServerScene scene;
  private Server server;
  private ClientStore clients;

  @BeforeEach
  void begin() {
    scene = new ServerScene(testRedis);
    server = scene.server("a");
    clients = new ClientStore(scene.redis, scene.keys);
    look(0);
  }

  private void look(int secondsLater) {
    scene.pass(Duration.ofSeconds(secondsLater));
    ServerScene.step(server, "server-heartbeat", "watchdog");
  }

  private String waited() {
    String taskset = aTaskset().withTasks(1).waited().activatedIn(scene.tasksets);
    clients.beat(taskset);
    return taskset;
  }

  @Test
  void aRunWhoseClientHasVanishedIsCancelledAndSaysWhy() {
    String taskset = waited();
    look(61);
    assertThat(scene.tasksets.status(taskset)).contains(TasksetStatus.WAITING);

    scene.commands.del(Keys.client(taskset));
    look(1);
    assertThat(scene.tasksets.status(taskset)).contains(TasksetStatus.CANCELLED);
    assertThat(scene.field(taskset, "reason")).contains("client").contains("60 s");
    assertThat(scene.tasksets.active()).isEmpty();
  }

  @Test
  void afterARestartOfRedisNoClientIsCalledAwayBeforeItHadTimeToBeat() {
    String taskset = waited();
    scene.commands.del(Keys.client(taskset));
    look(59);
    assertThat(scene.tasksets.status(taskset)).contains(TasksetStatus.WAITING);
  }

  @Test
  void aRunThatNobodyPromisedToWaitForGoesOn() {
    String taskset = aTaskset().withTasks(1).activatedIn(scene.tasksets);
    look(61);
    look(61);
    assertThat(scene.tasksets.status(taskset)).contains(TasksetStatus.WAITING);
  }
}

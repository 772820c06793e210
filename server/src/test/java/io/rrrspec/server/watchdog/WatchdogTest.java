package io.rrrspec.server.watchdog;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.server.Server;
import io.rrrspec.server.ServerScene;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;

class WatchdogTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private ServerScene scene;
  private Server server;
  private String taskset;
  private String worker;
  private String slave;

  @BeforeEach
  void runOne() {
    scene = new ServerScene(testRedis);
    server = scene.server("a");
    taskset = aTaskset().withTasks(2).activatedIn(scene.tasksets);
    worker = scene.worker("w");
    ServerScene.step(server);
    scene.takeGiven(worker);
    slave = scene.slave(worker, taskset, "1");
  }

  private void look(int secondsLater) {
    scene.pass(Duration.ofSeconds(secondsLater));
    ServerScene.step(server, "server-heartbeat", "watchdog");
  }

  @Test
  void whatADeadWorkerHeldGoesBackAndTheWorkerIsForgotten() {
    Claim.Run run = scene.claim(taskset, slave);
    scene.commands.del(Keys.heartbeat(worker));
    look(9);
    ServerScene.step(server, "arbiter");

    assertThat(scene.field(run.trial(), "verdict")).isEqualTo("lost");
    assertThat(scene.commands.lrange(Keys.taskQueue(taskset), 0, -1)).startsWith(run.task());
    assertThat(scene.workers.all()).isEmpty();
    assertThat(scene.field(taskset, "status")).isEqualTo("running");
    assertThat(scene.trials.claim(taskset, slave, 1)).isEqualTo(new Claim.Gone());
    assertThat(
            scene.trials.finish(
                run.trial(), slave, taskset, ServerScene.result(TrialStatus.PASSED)))
        .isFalse();
  }

  @Test
  void nobodyIsDeadBeforeAHeartbeatsLifeOfWatching() {
    scene.commands.del(Keys.heartbeat(worker));
    look(7);
    assertThat(scene.workers.all()).hasSize(1);

    look(1);
    assertThat(scene.workers.all()).isEmpty();
  }

  @Test
  void theMessagesOfADeadServerAreTakenOverAndItsNameIsForgotten() {
    Server other = scene.server("b");
    ServerScene.step(other, "server-heartbeat");
    Claim.Run run = scene.claim(taskset, slave);
    scene.finish(taskset, slave, run, TrialStatus.PASSED);
    MessageQueue.arbiter(scene.redis, scene.keys, scene.keys.server("b")).take(10);
    look(9);
    assertThat(scene.commands.llen(scene.keys.arbiterQueue())).as("b lives").isZero();

    scene.kill("b");
    look(1);
    ServerScene.step(server, "arbiter");
    assertThat(scene.field(taskset, "succeeded_count")).isEqualTo("1");
    assertThat(scene.commands.smembers(scene.keys.servers()))
        .containsExactly(scene.keys.server("a"));
  }

  @Test
  void aFloodOfDeadServersIsFewLinesOfTheLog() {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    Logger logger = (Logger) LoggerFactory.getLogger(Watchdog.class);
    logger.addAppender(log);
    for (int i = 0; i < 300; i++) {
      scene.commands.sadd(scene.keys.servers(), "nobody " + i);
    }
    try {
      look(9);
    } finally {
      logger.detachAppender(log);
    }
    assertThat(scene.commands.smembers(scene.keys.servers()))
        .containsExactly(scene.keys.server("a"));
    assertThat(log.list).hasSize(51);
    assertThat(log.list.get(50).getFormattedMessage()).isEqualTo("250 more servers are dead");
  }

  @Test
  void aTaskInNobodysHandsIsPutBackAtTheSecondLookFiveSecondsLater() {
    String popped = scene.commands.lpop(Keys.taskQueue(taskset));
    look(9);
    look(4);
    assertThat(scene.commands.llen(Keys.taskQueue(taskset))).isEqualTo(1);

    look(1);
    assertThat(scene.commands.lrange(Keys.taskQueue(taskset), 0, -1)).startsWith(popped);
  }

  @Test
  void aSlaveOfAnotherMakeIsDeadWithItsOwnHeartbeatAfterAMinuteOfWatching() {
    String foreign = Keys.slave(worker, "77");
    String task = scene.commands.lpop(Keys.taskQueue(taskset));
    String trial = Keys.trial(task, "u");
    scene.commands.rpush(Keys.slaves(taskset), foreign);
    scene.commands.hset(trial, Map.of("task", task, "slave", foreign, "status", ""));
    scene.commands.rpush(Keys.trials(task), trial);
    scene.commands.rpush(Keys.trials(foreign), trial);
    look(9);
    look(6);
    look(6);
    assertThat(scene.field(trial, "status")).isEmpty();

    look(60);
    assertThat(scene.field(trial, "status")).isEqualTo("error");
    ServerScene.step(server, "arbiter");
    assertThat(scene.commands.lrange(Keys.taskQueue(taskset), 0, -1)).startsWith(task);
  }

  @Test
  void aFieldThatNobodyCanReadStopsNothing() {
    String odd = Keys.slave(worker, "78");
    scene.commands.rpush(Keys.slaves(taskset), odd);
    scene.commands.hset(odd, Map.of("life", "", "status", ""));
    scene.commands.del(Keys.heartbeat(worker));
    look(9);

    assertThat(scene.workers.all()).isEmpty();
  }

  @Test
  void onlyTheOneThatLeadsBuries() {
    Server other = scene.server("b");
    look(9);
    scene.commands.del(Keys.heartbeat(worker));
    ServerScene.step(other, "watchdog");
    scene.pass(Duration.ofSeconds(9));
    ServerScene.step(other, "watchdog");
    assertThat(scene.workers.all()).hasSize(1);

    scene.kill("a");
    Server newcomer = scene.server("c");
    ServerScene.step(newcomer, "watchdog");
    assertThat(scene.workers.all()).as("this one has not watched yet").hasSize(1);

    scene.kill("c");
    ServerScene.step(other, "watchdog");
    assertThat(scene.workers.all()).as("it has watched all the time").isEmpty();
  }

  @Test
  void whoComesAnewHasNotWatchedYet() {
    scene.commands.del(Keys.heartbeat(worker));
    scene.kill("a");
    Server fresh = scene.server("b");
    ServerScene.step(fresh, "watchdog");
    scene.pass(Duration.ofSeconds(7));
    ServerScene.step(fresh, "watchdog");
    assertThat(scene.workers.all()).hasSize(1);
    scene.pass(Duration.ofSeconds(1));
    ServerScene.step(fresh, "watchdog");
    assertThat(scene.workers.all()).isEmpty();
  }
}

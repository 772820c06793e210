package io.rrrspec.server.arbiter;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.server.Server;
import io.rrrspec.server.ServerScene;
import io.rrrspec.testing.TestRedis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;

class ArbiterTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private ServerScene scene;
  private Server server;
  private String taskset;
  private String slave;

  @BeforeEach
  void runOne() {
    scene = new ServerScene(testRedis);
    server = scene.server("a");
    taskset = aTaskset().withTasks(2).activatedIn(scene.tasksets);
    String worker = scene.worker("w");
    ServerScene.step(server);
    assertThat(scene.takeGiven(worker)).isTrue();
    slave = scene.slave(worker, taskset, "1");
  }

  private MessageQueue queue() {
    return MessageQueue.arbiter(scene.redis, scene.keys, scene.keys.server("a"));
  }

  @Test
  void whatCameBeforeACancelStillCounts() {
    Claim.Run run = scene.claim(taskset, slave);
    scene.finish(taskset, slave, run, TrialStatus.PASSED);
    Claim.Run late = scene.claim(taskset, slave);
    scene.judgements.requestCancel(taskset);
    scene.finish(taskset, slave, late, TrialStatus.PASSED);
    ServerScene.step(server, "arbiter");

    assertThat(scene.field(taskset, "succeeded_count")).isEqualTo("1");
    assertThat(scene.field(taskset, "status")).isEqualTo("cancelled");
    assertThat(scene.field(late.trial(), "verdict")).isEqualTo("superseded");
  }

  @Test
  void nonsenseIsSetAsideAndTheRestGoesOn() {
    scene.commands.rpush(scene.keys.arbiterQueue(), "nonsense", "trial\t", "cancel\tx");
    scene.judgements.requestCancel(taskset);
    ServerScene.step(server, "arbiter");

    assertThat(scene.commands.llen(scene.keys.setAside())).isEqualTo(3);
    assertThat(scene.field(taskset, "status")).isEqualTo("cancelled");
    assertThat(scene.commands.exists(queue().processing())).isFalse();
  }

  @Test
  void nonsenseIsOneLineOfTheLogAlsoInManyLooks() {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    Logger logger = (Logger) LoggerFactory.getLogger(Arbiter.class);
    logger.addAppender(log);
    for (int i = 0; i < 120; i++) {
      scene.commands.rpush(scene.keys.arbiterQueue(), "nonsense " + i);
    }
    try {
      for (int i = 0; i < 3; i++) {
        ServerScene.step(server, "arbiter");
      }
    } finally {
      logger.detachAppender(log);
    }
    assertThat(log.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly("set aside, no message of the arbiter queue: nonsense 0 (and 49 more)");
    assertThat(scene.commands.llen(scene.keys.setAside())).isEqualTo(120);
  }

  @Test
  void twoArbitersShareTheQueueAndCountNothingTwice() {
    Server other = scene.server("b");
    for (int n = 0; n < 2; n++) {
      scene.finish(taskset, slave, scene.claim(taskset, slave), TrialStatus.PASSED);
    }
    queue().take(1);
    ServerScene.step(other, "arbiter");
    ServerScene.step(server, "arbiter");

    assertThat(scene.field(taskset, "succeeded_count")).isEqualTo("2");
    assertThat(scene.field(taskset, "status")).isEqualTo("succeeded");
  }

  @Test
  void aFailMessageOfAWorkerFailsTheTaskset() {
    scene.commands.rpush(scene.keys.arbiterQueue(), "fail\t" + taskset);
    ServerScene.step(server, "arbiter");

    assertThat(scene.field(taskset, "status")).isEqualTo("failed");
    assertThat(scene.field(taskset, "reason")).isNotEmpty();
  }
}

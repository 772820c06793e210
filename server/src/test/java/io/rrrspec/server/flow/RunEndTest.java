package io.rrrspec.server.flow;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.server.Server;
import io.rrrspec.server.ServerScene;
import io.rrrspec.server.flow.RunEnd.Cause;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunEndTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private ServerScene scene;
  private Server server;
  private Stores stores;
  private String run;
  private String worker;
  private String slave;

  @BeforeEach
  void runOne() {
    scene = new ServerScene(testRedis);
    server = scene.server("a");
    stores = new Stores(scene.redis, scene.keys);
    run = aTaskset().withTasks(1).once().activatedIn(scene.tasksets);
    worker = scene.worker("w");
    ServerScene.step(server);
    scene.takeGiven(worker);
    slave = scene.slave(worker, run, "1");
  }

  private Taskset read() {
    return scene.tasksets.find(run).orElseThrow();
  }

  private Cause cause() {
    assertThat(read().status()).isEqualTo(TasksetStatus.FAILED);
    return RunEnd.of(stores, read());
  }

  @ParameterizedTest
  @CsvSource({"FAILED, FAILED", "ERROR, FAILED", "TIMEOUT, HUNG"})
  void aTrialThatIsReportedSaysIt(TrialStatus status, Cause cause) {
    scene.finish(run, slave, scene.claim(run, slave), status);
    ServerScene.step(server, "arbiter");
    assertThat(cause()).isEqualTo(cause);
  }

  @Test
  void aDeadWorkerLosesItsTask() {
    Claim.Run trial = scene.claim(run, slave);
    scene.commands.del(Keys.heartbeat(worker));
    scene.pass(Duration.ofSeconds(9));
    ServerScene.step(server, "server-heartbeat", "watchdog");
    ServerScene.step(server, "arbiter");
    assertThat(scene.field(trial.trial(), "verdict")).isEqualTo("lost");
    assertThat(cause()).isEqualTo(Cause.LOST);
  }

  @Test
  void whatRedisHasLostIsLost() {
    Claim.Run trial = scene.claim(run, slave);
    scene.finish(run, slave, trial, TrialStatus.PASSED);
    // Its message, but not that it was.
    scene.commands.hset(trial.trial(), "verdict", "lost");
    scene.commands.del(scene.keys.arbiterQueue());
    assertThat(stores.lives().putBack(run, List.of(trial.task()), false)).isPositive();
    assertThat(cause()).isEqualTo(Cause.LOST);
  }

  @Test
  void aRunThatFailsAsAWholeHasFailed() {
    scene.tasksets.fail(run, "no worker can set it up");
    assertThat(cause()).isEqualTo(Cause.FAILED);
  }

  @Test
  void alsoWhileItsTaskRuns() {
    scene.claim(run, slave);
    scene.tasksets.fail(run, "on purpose");
    assertThat(cause()).isEqualTo(Cause.FAILED);
  }

  @Test
  void cancelledIsCancelledWhateverItsTaskDid() {
    scene.claim(run, slave);
    scene.tasksets.cancel(run, "enough");
    assertThat(RunEnd.of(stores, read())).isEqualTo(Cause.CANCELLED);
  }

  @Test
  void aRunThatHasNotFailedHasNoCause() {
    assertThatThrownBy(() -> RunEnd.of(stores, read()))
        .isInstanceOf(IllegalArgumentException.class);
    scene.finish(run, slave, scene.claim(run, slave), TrialStatus.PASSED);
    ServerScene.step(server, "arbiter");
    assertThatThrownBy(() -> RunEnd.of(stores, read()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

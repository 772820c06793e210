package io.rrrspec.server.dispatch;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.artifact.Artifact;
import io.rrrspec.common.model.JobArtifacts;
import io.rrrspec.common.model.Recipe;
import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.server.Server;
import io.rrrspec.server.ServerScene;
import io.rrrspec.testing.TestRedis;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CachedResultsTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final String RESULT = Artifact.result("a".repeat(64));
  private static final String USED = Artifact.result("b".repeat(64));
  private static final String SERVED = "c".repeat(64) + " 1234";

  private ServerScene scene;
  private Server server;

  @BeforeEach
  void start() {
    scene = new ServerScene(testRedis);
    server = scene.server("a");
  }

  private String run() {
    Recipe recipe = new Recipe(USED, "make", Map.of(), List.of("out"), List.of(), "");
    JobArtifacts job = new JobArtifacts(RESULT, List.of("out"), List.of(recipe));
    TasksetRequest request = aTaskset().withTasks(1).maxWorkers(1).request();
    TasksetRequest whole = request.with(request.extras().withJob(job, false));
    String run = scene.tasksets.create(whole, scene.instant());
    scene.tasksets.activate(run, 1);
    return run;
  }

  private void serves(String worker, String artifact) {
    scene.commands.hset(worker, "artifact_address", "127.0.0.1:1");
    scene.commands.hset(scene.keys.artifact(artifact), Keys.lastPart(worker), SERVED);
  }

  private TasksetStatus status(String run) {
    return scene.tasksets.status(run).orElseThrow();
  }

  @Test
  void aRunWhoseResultALiveWorkerServesIsOverAtOnceAndTakesNoWorker() {
    String worker = scene.worker("w");
    serves(worker, RESULT);
    String run = run();

    ServerScene.step(server, "dispatcher");

    assertThat(status(run)).isEqualTo(TasksetStatus.SUCCEEDED);
    assertThat(scene.commands.llen(Keys.workerQueue(worker))).isZero();
  }

  @Test
  void aDeadGiverIsPassedOverForALiveOne() {
    String dead = scene.worker("a");
    serves(dead, RESULT);
    scene.commands.del(Keys.heartbeat(dead));
    serves(scene.worker("b"), RESULT);
    String run = run();

    ServerScene.step(server, "dispatcher");

    assertThat(status(run)).isEqualTo(TasksetStatus.SUCCEEDED);
    assertThat(scene.tasksets.log(run)).contains("the result of b is given");
  }

  @Test
  void aRunWhoseResultNobodyServesGoesToAWorkerThatHasWhatItUses() {
    String first = scene.worker("a");
    String second = scene.worker("b");
    serves(second, USED);
    String run = run();

    ServerScene.step(server, "dispatcher");

    assertThat(status(run)).isEqualTo(TasksetStatus.RUNNING);
    assertThat(scene.commands.llen(Keys.workerQueue(first))).isZero();
    assertThat(scene.commands.lrange(Keys.workerQueue(second), 0, -1)).containsExactly(run);
  }

  @Test
  void aRunWithoutAUsableDeclarationIsRun() {
    serves(scene.worker("w"), RESULT);
    String run = run();
    scene.commands.hset(run, "outputs", "{");

    ServerScene.step(server, "dispatcher");

    assertThat(status(run)).isEqualTo(TasksetStatus.RUNNING);
  }
}

package io.rrrspec.server.dispatch;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.artifact.Artifact;
import io.rrrspec.common.artifact.Holding;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.model.WantedWorkspace;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.Lifetimes;
import io.rrrspec.server.Server;
import io.rrrspec.server.ServerScene;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PlacementTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final String NOW = Artifact.workspace("0".repeat(64));
  private static final String EARLIER = Artifact.workspace("1".repeat(64));

  private ServerScene scene;
  private Server server;

  @BeforeEach
  void start() {
    scene = new ServerScene(testRedis);
    server = scene.server("a");
  }

  @Test
  void aRunGoesToTheWorkerThatHasItsWorkspace() {
    String run = run(1);
    scene.worker("a");
    String earlier = scene.worker("b");
    String same = scene.worker("c");
    holds(earlier, EARLIER, project(run));
    holds(same, NOW, project(run));
    ServerScene.step(server, "dispatcher");

    assertThat(given(same)).containsExactly(run);
    scene.takeGiven(same);
    assertThat(scene.commands.get(Keys.log(Keys.workerLog(run, same))))
        .endsWith(" is given the run: it has the workspace\n");
    assertThat(scene.commands.hexists(same, "placed")).as("told once").isFalse();
  }

  @Test
  void elseToOneThatHasAnEarlierState() {
    String run = run(2);
    String first = scene.worker("a");
    String second = scene.worker("b");
    String third = scene.worker("c");
    holds(third, EARLIER, project(run));
    ServerScene.step(server, "dispatcher");

    assertThat(given(third)).containsExactly(run);
    assertThat(given(first)).containsExactly(run);
    assertThat(given(second)).isEmpty();
    scene.takeGiven(third);
    scene.takeGiven(first);
    assertThat(scene.commands.get(Keys.log(Keys.workerLog(run, third))))
        .endsWith("it has an earlier state of the workspace\n");
    assertThat(scene.commands.get(Keys.log(Keys.workerLog(run, first))))
        .endsWith("no idle worker has anything of it\n");
  }

  @Test
  void alsoOneThatWorkersOfAnotherMakeCouldServe() {
    TasksetRequest request = aTaskset().withTasks(1).maxWorkers(1).runner(Runner.JUNIT).request();
    String run = scene.tasksets.create(request, scene.instant());
    scene.tasksets.activate(run, 1);
    String first = scene.worker("a");
    String second = scene.worker("b");
    holds(second, project(run));
    ServerScene.step(server, "dispatcher");

    assertThat(given(first)).isEmpty();
    assertThat(given(second)).containsExactly(run);
  }

  @Test
  void admissionSaysWhoIsServed() {
    String old = aTaskset().withTasks(1).maxWorkers(1).activatedIn(scene.tasksets);
    String young = run(1);
    String only = scene.worker("a");
    holds(only, NOW, project(young));
    ServerScene.step(server, "dispatcher");

    assertThat(given(only)).containsExactly(old);
  }

  @Test
  void aWorkerThatHasLeftTheRunDoesNotGetItForWhatItHas() {
    String run = run(1);
    String left = scene.worker("a");
    holds(left, NOW, project(run));
    ServerScene.step(server, "dispatcher");
    scene.takeGiven(left);
    scene.workers.leave(left, run, "no disk", true, Duration.ofHours(1));
    String other = scene.worker("b");
    ServerScene.step(server, "dispatcher");

    assertThat(given(left)).isEmpty();
    assertThat(given(other)).containsExactly(run);
  }

  @Test
  void whatAWorkerHoldsNoMoreIsForgotten() {
    String run = run(1);
    String first = scene.worker("a");
    String second = scene.worker("b");
    holds(second, NOW, project(run));
    holds(second, EARLIER);
    assertThat(scene.artifacts().heldBy(second)).containsExactly(EARLIER);
    assertThat(scene.artifacts().holders(List.of(NOW)).get(NOW)).isEmpty();
    ServerScene.step(server, "dispatcher");

    assertThat(given(first)).containsExactly(run);
    assertThat(scene.commands.ttl(scene.keys.artifact(EARLIER)))
        .isBetween(1L, Lifetimes.ARTIFACTS.toSeconds());
    assertThat(scene.commands.ttl(Keys.artifacts(second)))
        .isBetween(1L, Lifetimes.ARTIFACTS.toSeconds());
    holds(second);
    assertThat(scene.commands.exists(scene.keys.artifact(EARLIER))).isFalse();
    assertThat(scene.commands.exists(Keys.artifacts(second))).isFalse();
  }

  @Test
  void whoHasSwitchedItOffGetsAnyWorker() {
    AdmissionSettings on = AdmissionSettings.DEFAULT;
    AdmissionSettings off =
        new AdmissionSettings(
            on.reclaimAfter(), on.starveAfter(), false, on.jobTimeoutSec(), on.templates());
    server = new Server("a", scene.redis, scene.keys, scene, off);
    String run = run(1);
    String first = scene.worker("a");
    holds(scene.worker("b"), NOW);
    ServerScene.step(server, "dispatcher");

    assertThat(given(first)).containsExactly(run);
  }

  @Test
  void aKeyThatIsDamagedHoldsNobodyUp() {
    String run = run(2);
    String first = scene.worker("a");
    String second = scene.worker("b");
    holds(second, NOW);
    scene.commands.set(scene.keys.artifact(project(run)), "no hash");
    ServerScene.step(server, "dispatcher");

    assertThat(given(first)).containsExactly(run);
    assertThat(given(second)).containsExactly(run);
  }

  @Test
  void aNameThatIsNoWorkspaceIsNone() {
    TasksetRequest request = aTaskset().withTasks(1).request();
    String run = scene.tasksets.create(request, scene.instant());
    scene.commands.hset(run, "workspace", "workspace-../x");
    scene.tasksets.activate(run, 1);
    String first = scene.worker("a");
    String second = scene.worker("b");
    holds(second, "workspace-../x");
    ServerScene.step(server, "dispatcher");

    assertThat(given(first)).containsExactly(run);
  }

  private String run(int maxWorkers) {
    TasksetRequest request = aTaskset().withTasks(1).maxWorkers(maxWorkers).request();
    String key =
        scene.tasksets.create(
            request.with(request.extras().withWorkspace(new WantedWorkspace(NOW, false))),
            scene.instant());
    scene.tasksets.activate(key, 1);
    return key;
  }

  private String project(String run) {
    return Objects.requireNonNull(Artifact.project(scene.field(run, "rsync_name")));
  }

  private void holds(String worker, String... names) {
    scene.artifacts().announce(worker, Stream.of(names).map(Holding::new).toList());
  }

  private List<String> given(String worker) {
    return scene.commands.lrange(Keys.workerQueue(worker), 0, -1);
  }
}

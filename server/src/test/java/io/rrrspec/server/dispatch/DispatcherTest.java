package io.rrrspec.server.dispatch;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.queue.Job;
import io.rrrspec.common.queue.Share;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.Activation;
import io.rrrspec.common.store.JobStore;
import io.rrrspec.common.store.QueueStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.TasksetCopies;
import io.rrrspec.server.Server;
import io.rrrspec.server.ServerScene;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DispatcherTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private ServerScene scene;
  private Server server;

  @BeforeEach
  void start() {
    scene = new ServerScene(testRedis);
    server = scene.server("a");
  }

  @Test
  void idleWorkersGoToTheOldestTasksetUpToItsLimit() {
    String old = aTaskset().withTasks(1).maxWorkers(1).activatedIn(scene.tasksets);
    String young = aTaskset().withTasks(1).activatedIn(scene.tasksets);
    String first = scene.worker("a");
    String second = scene.worker("b");
    ServerScene.step(server, "dispatcher");
    ServerScene.step(server, "dispatcher");

    assertThat(scene.commands.lrange(Keys.workerQueue(first), 0, -1)).containsExactly(old);
    assertThat(scene.commands.lrange(Keys.workerQueue(second), 0, -1)).containsExactly(young);
  }

  @Test
  void whatIsNoJobStandsBeforeNoJob() {
    for (int i = 0; i < 200; i++) {
      scene.commands.zadd(scene.keys.waitingJobs(0), -1e6 + i, "no job " + i);
    }
    long number =
        stores().jobs().push(new JobStore.Push("default", "shell", "true", "me")).number();
    scene.worker("a");
    for (int i = 0; i < 50; i++) {
      ServerScene.step(server, "dispatcher");
    }

    assertThat(stores().jobs().find(number).orElseThrow().status()).isEqualTo(Job.Status.RUNNING);
  }

  private Stores stores() {
    return new Stores(scene.redis, scene.keys);
  }

  @Test
  void aTasksetGetsTheWorkerThatItPrefers() {
    String old = aTaskset().withTasks(1).maxWorkers(1).activatedIn(scene.tasksets);
    TasksetRequest request = aTaskset().withTasks(1).request();
    String young =
        scene.tasksets.create(
            request.with(request.extras().withPreferredWorker("a")), scene.instant());
    scene.tasksets.activate(young, 1);
    assertThat(scene.tasksets.find(young).orElseThrow().preferredWorker()).isEqualTo("a");
    String copy =
        new TasksetCopies(scene.redis, scene.keys)
            .createLike(young, null, scene.instant())
            .orElseThrow();
    assertThat(scene.tasksets.find(copy).orElseThrow().preferredWorker()).isEqualTo("a");
    String first = scene.worker("a");
    String second = scene.worker("b");
    ServerScene.step(server, "dispatcher");

    assertThat(scene.commands.lrange(Keys.workerQueue(first), 0, -1)).containsExactly(young);
    assertThat(scene.commands.lrange(Keys.workerQueue(second), 0, -1)).containsExactly(old);
  }

  @Test
  void aTasksetThatNeedsJdksGoesToWorkersThatHaveThemAll() {
    TasksetRequest request = aTaskset().withTasks(1).request();
    String taskset =
        scene.tasksets.create(
            request.with(request.extras().withJdks(Set.of(11, 17))), scene.instant());
    scene.tasksets.activate(taskset, 1);
    assertThat(scene.tasksets.jdks(taskset)).containsExactly(11, 17);
    String copy =
        new TasksetCopies(scene.redis, scene.keys)
            .createLike(taskset, null, scene.instant())
            .orElseThrow();
    assertThat(scene.tasksets.jdks(copy)).containsExactly(11, 17);
    String none = scene.worker("a");
    String one = scene.worker("b");
    String all = scene.worker("c");
    scene.commands.hset(one, "jdks", "17 25");
    ServerScene.step(server, "dispatcher");
    assertThat(scene.commands.exists(Keys.workerQueue(all))).isFalse();

    scene.commands.hset(all, "jdks", "11 17 25");
    ServerScene.step(server, "dispatcher");
    assertThat(scene.commands.lrange(Keys.workerQueue(all), 0, -1)).containsExactly(taskset);
    assertThat(scene.commands.exists(Keys.workerQueue(none))).isFalse();
    assertThat(scene.commands.exists(Keys.workerQueue(one))).isFalse();
  }

  @Test
  void whoeverDoesNotLeadGivesNothingAway() {
    aTaskset().withTasks(1).activatedIn(scene.tasksets);
    ServerScene.step(server, "dispatcher");
    String worker = scene.worker("w");
    Server other = scene.server("b");
    ServerScene.step(other, "dispatcher");
    assertThat(scene.commands.exists(Keys.workerQueue(worker))).isFalse();

    scene.kill("a");
    ServerScene.step(other, "dispatcher");
    assertThat(scene.commands.exists(Keys.workerQueue(worker))).isTrue();
  }

  @Test
  void aWorkerThatLeftWithAReasonDoesNotGetItAgain() {
    String taskset = aTaskset().withTasks(1).activatedIn(scene.tasksets);
    String worker = scene.worker("w");
    ServerScene.step(server, "dispatcher");
    scene.takeGiven(worker);
    scene.workers.leave(worker, taskset, "no disk", true, Duration.ofHours(1));
    ServerScene.step(server, "dispatcher");

    assertThat(scene.commands.exists(Keys.workerQueue(worker))).isFalse();
  }

  @Test
  void aTasksetWithoutTasksFailsWithoutAnyWorker() {
    String taskset = aTaskset().activatedIn(scene.tasksets);
    ServerScene.step(server, "dispatcher");
    ServerScene.step(server, "dispatcher");
    assertThat(scene.commands.llen(scene.keys.arbiterQueue())).as("asked once").isEqualTo(1);
    ServerScene.step(server, "arbiter");

    assertThat(scene.field(taskset, "status")).isEqualTo("failed");
    assertThat(scene.field(taskset, "reason")).isEqualTo("no tasks");
  }

  @Test
  void aQuestionThatRedisHasLostIsAskedAgain() {
    String taskset = aTaskset().activatedIn(scene.tasksets);
    ServerScene.step(server, "dispatcher");
    scene.commands.del(scene.keys.arbiterQueue());
    scene.pass(Duration.ofSeconds(9));
    ServerScene.step(server, "dispatcher");
    assertThat(scene.commands.llen(scene.keys.arbiterQueue())).as("it may be on its way").isZero();
    scene.pass(Duration.ofSeconds(1));
    ServerScene.step(server, "dispatcher");
    ServerScene.step(server, "arbiter");

    assertThat(scene.field(taskset, "status")).isEqualTo("failed");
  }

  @Test
  void whatIsGoneOrOverDoesNotStayActive() {
    scene.commands.rpush(scene.keys.activeTasksets(), scene.keys.taskset("gone"));
    String over = aTaskset().withTasks(1).activatedIn(scene.tasksets);
    scene.commands.hset(over, "status", "succeeded");
    ServerScene.step(server, "dispatcher", "arbiter");
    ServerScene.step(server, "arbiter");

    assertThat(scene.tasksets.active()).isEmpty();
    assertThat(scene.commands.lrange(scene.keys.persisterQueue(), 0, -1)).containsExactly(over);
  }

  @Test
  void countsThatNobodyCanReadStopNothing() {
    String taskset = aTaskset().withTasks(1).activatedIn(scene.tasksets);
    scene.commands.hset(
        taskset, Map.of("succeeded_count", "x", "task_count", "", "max_workers", ""));
    String worker = scene.worker("w");
    scene.commands.hset(worker, Map.of("worker_type", "", "taskset", ""));
    ServerScene.step(server, "dispatcher");

    assertThat(scene.commands.exists(Keys.workerQueue(worker))).isTrue();
  }

  @Test
  void aQueueThatTakesTheOldNameOfAnotherOneGetsNotItsRuns() {
    QueueStore queues = new QueueStore(scene.redis, scene.keys);
    queues.change(setup -> setup.create("slow").ceil("slow", Share.parse("1")));
    Activation activation = new Activation(queues.read().setup().get("slow"), null, null);
    for (int i = 0; i < 3; i++) {
      TasksetRequest request = aTaskset().withTasks(9).request();
      String taskset = scene.tasksets.create(request, scene.instant());
      scene.commands.hset(taskset, "queue", "slow");
      scene.tasksets.activate(taskset, 9, activation);
      scene.worker("w" + i);
    }
    queues.change(setup -> setup.rename("slow", "slower").create("slow"));
    for (int i = 0; i < 5; i++) {
      ServerScene.step(server, "dispatcher");
    }
    assertThat(scene.commands.keys(Keys.workerQueue(scene.keys.worker("w*"))))
        .as("its ceil is one worker")
        .hasSize(1);
  }

  @Test
  void aModuleThatOnlyAnotherServerHasIsRunAsThatSays() {
    new QueueStore(scene.redis, scene.keys).publishModules(Map.of("ruby", "ruby -e {job}"));
    JobStore jobs = new JobStore(scene.redis, scene.keys);
    long number = jobs.push(new JobStore.Push("default", "ruby", "puts 1", "u")).number();
    scene.worker("w");
    ServerScene.step(server, "dispatcher");
    String taskset = jobs.find(number).orElseThrow().taskset();
    assertThat(scene.tasksets.active()).containsExactly(taskset);
    assertThat(scene.tasksets.tasks(taskset, 0, 9))
        .extracting(Task::specFile)
        .containsExactly("ruby -e 'puts 1'");
  }
}

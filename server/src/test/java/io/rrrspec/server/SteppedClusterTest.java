package io.rrrspec.server;

import static io.rrrspec.common.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.testing.TestRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two servers and six slaves in one thread, in an order that a seed decides, with calls made twice,
 * slaves, workers and servers that die and come back, and tasks that are popped and forgotten.
 */
class SteppedClusterTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final int TASKS = 12;
  private static final int MOST_TRIALS = 2;
  private static final int MOST_STEPS = 3_000;

  private final ServerScene scene = new ServerScene(testRedis);
  private final Map<String, Server> servers = new TreeMap<>();
  private final Map<String, List<FakeSlave>> workers = new TreeMap<>();

  static List<Long> seeds() {
    return new Random(4711).longs(50).boxed().toList();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyTaskIsDecidedOnceAndTheEndIsReached(long seed) {
    Random random = new Random(seed);
    String taskset = aTaskset().withTasks(TASKS).maxTrials(MOST_TRIALS).activatedIn(scene.tasksets);
    servers.put("a", scene.server("a"));
    servers.put("b", scene.server("b"));
    for (String id : List.of("v", "w", "x")) {
      scene.worker(id);
      List<FakeSlave> slaves = new ArrayList<>();
      for (int n = 0; n < 2; n++) {
        slaves.add(new FakeSlave(scene, random, scene.keys.worker(id), taskset));
      }
      workers.put(id, slaves);
    }
    int steps = 0;
    while (!scene.tasksets.status(taskset).orElseThrow().isFinal()) {
      assertThat(steps++).as("steps without an end, seed %d", seed).isLessThan(MOST_STEPS);
      act(random, taskset);
    }
    assertCounted(taskset);
    Map<String, String> before = scene.commands.hgetAll(taskset);
    for (int n = 0; n < 50; n++) {
      act(random, taskset);
    }
    assertThat(scene.commands.hgetAll(taskset)).as("nothing late counts").isEqualTo(before);
  }

  private void act(Random random, String taskset) {
    scene.pass(Duration.ofMillis(random.nextInt(1_500)));
    String server = pick(random, servers.keySet());
    String worker = pick(random, workers.keySet());
    switch (random.nextInt(100)) {
      case 0 -> killWorker(worker);
      case 1 -> killServer(server);
      case 2 -> scene.commands.lpop(Keys.taskQueue(taskset));
      default -> {
        if (random.nextInt(3) == 0) {
          stepServer(random, server);
        } else {
          stepWorker(random, worker, taskset);
        }
      }
    }
  }

  private static String pick(Random random, java.util.Set<String> names) {
    return List.copyOf(names).get(random.nextInt(names.size()));
  }

  private void stepServer(Random random, String id) {
    Server server = servers.get(id);
    if (server != null) {
      server.actors().get(0).step();
      server.actors().get(random.nextInt(server.actors().size())).step();
    }
  }

  private void stepWorker(Random random, String id, String taskset) {
    String key = scene.keys.worker(id);
    if (!scene.commands.exists(Keys.heartbeat(key))) {
      scene.worker(id);
    } else if (taskset.equals(scene.workers.heldTaskset(key))) {
      List<FakeSlave> slaves = workers.getOrDefault(id, List.of());
      slaves.get(random.nextInt(slaves.size())).step();
    } else {
      scene.takeGiven(key);
    }
  }

  /** The host goes, with all that is on it; it comes back as a new process at its next step. */
  private void killWorker(String id) {
    scene.commands.del(Keys.heartbeat(scene.keys.worker(id)));
    scene.pass(Duration.ofSeconds(9));
    servers.values().forEach(server -> ServerScene.step(server, "watchdog"));
    workers.getOrDefault(id, List.of()).forEach(FakeSlave::forget);
  }

  /** It dies with messages in its hands; another process of that name follows later. */
  private void killServer(String id) {
    MessageQueue.arbiter(scene.redis, scene.keys, scene.keys.server(id)).take(3);
    scene.kill(id);
    servers.put(id, scene.server(id));
  }

  private void assertCounted(String taskset) {
    List<Task> tasks = new ArrayList<>();
    scene.tasksets.eachTask(taskset, tasks::addAll);
    assertThat(tasks).hasSize(TASKS).allMatch(task -> task.status().isFinal());
    int failed = 0;
    for (Task task : tasks) {
      List<TrialVerdict> verdicts =
          scene.trials.find(task.trials()).stream().map(Trial::verdict).toList();
      long good =
          verdicts.stream()
              .filter(v -> v == TrialVerdict.PASSED || v == TrialVerdict.PENDING)
              .count();
      long bad = verdicts.stream().filter(v -> v == TrialVerdict.BAD).count();
      long lost = verdicts.stream().filter(v -> v == TrialVerdict.LOST).count();
      if (task.status() == TaskStatus.FAILED) {
        failed++;
        assertThat(good).isZero();
        assertThat(bad >= MOST_TRIALS || lost > 5).as("%s: %s", task, verdicts).isTrue();
      } else {
        assertThat(good).as("%s: %s", task, verdicts).isEqualTo(1);
      }
    }
    assertThat(scene.field(taskset, "failed_count")).isEqualTo(Integer.toString(failed));
    assertThat(scene.field(taskset, "succeeded_count")).isEqualTo(Integer.toString(TASKS - failed));
    assertThat(scene.field(taskset, "status")).isEqualTo("failed");
    assertThat(scene.commands.llen(Keys.tasksLeft(taskset))).isZero();
    assertThat(scene.commands.exists(Keys.taskQueue(taskset))).isFalse();
    assertThat(scene.tasksets.active()).isEmpty();
    assertThat(scene.commands.lrange(scene.keys.persisterQueue(), 0, -1)).containsExactly(taskset);
  }
}

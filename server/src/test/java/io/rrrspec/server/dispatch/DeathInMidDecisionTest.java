package io.rrrspec.server.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.queue.Share;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.JobStore;
import io.rrrspec.common.store.QueueStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.server.Server;
import io.rrrspec.server.ServerScene;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A server dies somewhere in a decision, again and again: nobody can tell afterwards. */
class DeathInMidDecisionTest {
  private static final int DEATHS = 50;
  private static final int JOBS_PER_QUEUE = 60;
  private static final List<String> QUEUES = List.of("half", "quarter", "rest");

  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  /**
   * What came of it.
   *
   * @param numbers of the jobs, as they were pushed
   * @param runs how often each was run
   * @param served the jobs in the order in which they were given to workers
   * @param shares what each queue had after each decision
   * @param deaths how many decisions a server died in
   */
  private record Course(
      List<Long> numbers,
      Map<Long, Integer> runs,
      List<String> served,
      List<Map<String, Integer>> shares,
      int deaths) {}

  @Test
  void nothingIsLostOrRunTwiceAndOrderSharesAndTurnsStay() throws IOException {
    Course undisturbed = course(null);
    testRedis.connection().commands().flushAll();
    Course disturbed = course(new Random(4711));

    assertThat(disturbed.deaths()).isGreaterThanOrEqualTo(DEATHS);
    assertThat(disturbed.numbers()).isEqualTo(undisturbed.numbers());
    assertThat(disturbed.runs()).hasSize(QUEUES.size() * JOBS_PER_QUEUE);
    assertThat(disturbed.runs().values()).containsOnly(1);
    assertThat(disturbed.served()).isEqualTo(undisturbed.served());
    assertThat(disturbed.shares()).isEqualTo(undisturbed.shares());
  }

  private Course course(@Nullable Random deaths) throws IOException {
    ServerScene scene = new ServerScene(testRedis);
    Stores stores = new Stores(scene.redis, scene.keys);
    QueueStore queues = stores.queues();
    queues.change(
        setup ->
            setup
                .create("half")
                .rate("half", Share.parse("50%"))
                .create("quarter")
                .rate("quarter", Share.parse("25%"))
                .create("rest"));
    List<Long> numbers = new ArrayList<>();
    for (int n = 0; n < JOBS_PER_QUEUE; n++) {
      for (String queue : QUEUES) {
        String user = n % 3 == 0 ? "ann" : "bob";
        numbers.add(
            stores.jobs().push(new JobStore.Push(queue, "shell", "echo " + n, user)).number());
      }
    }
    List<String> workers = new ArrayList<>();
    for (String id : List.of("a", "b", "c", "d", "e")) {
      workers.add(scene.worker(id));
    }
    Map<Long, Integer> runs = new HashMap<>();
    List<String> served = new ArrayList<>();
    List<Map<String, Integer>> shares = new ArrayList<>();
    int died = 0;
    int looks = 0;
    while (runs.size() < numbers.size() && looks < 1_000) {
      for (int i = 0; deaths != null && i < 3; i++) {
        died += decisionDies(scene, "dying-" + looks + "-" + i, deaths) ? 1 : 0;
      }
      Server server = scene.server("living-" + looks);
      ServerScene.step(server, "dispatcher");
      scene.kill("living-" + looks);
      Map<String, Integer> share = new LinkedHashMap<>();
      List<String> given = new ArrayList<>();
      for (String worker : workers) {
        String taskset = scene.commands.lindex(Keys.workerQueue(worker), 0);
        if (taskset != null) {
          share.merge(scene.field(taskset, "queue"), 1, Integer::sum);
          given.add(scene.field(taskset, "job"));
        }
      }
      shares.add(share);
      served.addAll(given.stream().sorted().toList());
      for (String worker : workers) {
        runJob(scene, worker, looks, runs);
      }
      looks++;
    }
    return new Course(numbers, runs, served, shares, died);
  }

  /** Whether a server died in it: it may have had nothing more to ask. */
  private static boolean decisionDies(ServerScene scene, String id, Random random)
      throws IOException {
    try (DyingLink link =
            new DyingLink(testRedis.url().getPort(), 1 + random.nextInt(22), random.nextBoolean());
        RedisConnection redis =
            RedisConnection.open(URI.create("redis://127.0.0.1:" + link.port()), 2)) {
      Server server = new Server(id, redis, scene.keys, scene);
      try {
        ServerScene.step(server, "dispatcher");
        return false;
      } catch (RuntimeException e) {
        return true;
      } finally {
        scene.kill(id);
      }
    }
  }

  private static void runJob(ServerScene scene, String worker, int look, Map<Long, Integer> runs) {
    String taskset = scene.commands.lindex(Keys.workerQueue(worker), 0);
    if (taskset == null || !scene.takeGiven(worker)) {
      return;
    }
    runs.merge(Long.parseLong(scene.field(taskset, "job")), 1, Integer::sum);
    String slave = scene.slave(worker, taskset, "look-" + look);
    scene.finish(taskset, slave, scene.claim(taskset, slave), TrialStatus.PASSED);
    ServerScene.step(scene.server("judge"), "arbiter");
    assertThat(scene.field(taskset, "status")).isEqualTo("succeeded");
    scene.workers.leave(worker, taskset, "", true, Duration.ofMinutes(5));
  }
}

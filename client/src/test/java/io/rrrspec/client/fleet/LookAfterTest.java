package io.rrrspec.client.fleet;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.rrrspec.client.fleet.ClientShell.Result;
import io.rrrspec.client.local.TestCluster;
import io.rrrspec.common.artifact.Artifact;
import io.rrrspec.common.artifact.Holding;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.ArtifactStore;
import io.rrrspec.common.store.LeaderStore;
import io.rrrspec.common.store.ServerStore;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.params.SetParams;

/** Looking after runs that somebody else started. */
class LookAfterTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  @TempDir Path directory;
  @TempDir Path runtime;
  private ClientShell shell;
  private TasksetStore tasksets;

  @BeforeEach
  void surroundings() throws IOException {
    Files.createDirectory(directory.resolve("sources"));
    tasksets = new TasksetStore(redis.connection(), redis.keys());
    shell = new ClientShell(redis, directory);
  }

  private ClientShell another() {
    return new ClientShell(redis, directory);
  }

  private TestCluster cluster() {
    return new TestCluster(redis, directory.resolve("sources"), runtime, 2);
  }

  private String start(String... commands) {
    return aTaskset()
        .withTasks(commands)
        .slaveCommand(TestCluster.slaveCommand())
        .activatedIn(tasksets);
  }

  @Test
  void waitingForARunOfOthersEndsWithItsResult() {
    String key = start("true", "exit 2");
    try (TestCluster cluster = cluster()) {
      Result result = shell.run("waitfor", Keys.lastPart(key), "--pollsec", "1");
      assertThat(result.code()).as(result.err()).isEqualTo(1);
      assertThat(result.out()).contains("FAILED").contains("1 failed, 1 passed");
      assertThat(cluster.tasksets().active()).isEmpty();
    }
    // It is over, and still there.
    Result again = another().run("waitfor", key);
    assertThat(again.code()).isEqualTo(1);
    assertThat(again.err()).isEmpty();
  }

  @Test
  void aRunThatGoesWhileItIsWaitedForIsLost() throws Exception {
    String key = start("true");
    CompletableFuture<Result> waiting = shell.begin("waitfor", key, "--pollsec", "1");
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> redis.connection().commands().exists(Keys.client(key)));
    redis.connection().commands().del(key);
    Result result = waiting.get(20, TimeUnit.SECONDS);
    assertThat(result.code()).isEqualTo(3);
    assertThat(result.err())
        .contains("the run " + key + " is gone: Redis at ")
        .endsWith(" was emptied, or has lost its last writes; start it again\n");
  }

  @Test
  void aRunWhoseActivationRedisHasLostEndsForWhoWaitsForIt() throws Exception {
    String key = start("true");
    CompletableFuture<Result> waiting = shell.begin("waitfor", key, "--pollsec", "1");
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> redis.connection().commands().exists(Keys.client(key)));
    redis.connection().commands().lrem(redis.keys().activeTasksets(), 0, key);
    redis.connection().commands().hdel(key, "activated_ms");
    Result result = waiting.get(40, TimeUnit.SECONDS);
    assertThat(result.code()).isEqualTo(3);
    assertThat(result.err())
        .contains("the run " + key + " is not active any more, and not over: Redis at ")
        .endsWith(" has lost its last writes; start it again\n");
  }

  @Test
  void theBuildServerIsTold() throws IOException {
    String key = start("exit 2");
    Path page = directory.resolve("page.md");
    shell.environment.put("GITHUB_ACTIONS", "true");
    shell.environment.put("GITHUB_STEP_SUMMARY", page.toString());
    try (TestCluster cluster = cluster()) {
      Result result = shell.run("waitfor", key, "--pollsec", "1");
      assertThat(result.err()).contains("::error title=command › exit 2");
      assertThat(result.out()).doesNotContain("::error");
      assertThat(page)
          .content(StandardCharsets.UTF_8)
          .startsWith("### ❌ FAILED: 1 failed, 0 passed of 1 test");
      assertThat(cluster.tasksets().active()).isEmpty();
    }
  }

  @Test
  void aRunIsShownAsItStands() throws IOException {
    String key = start("echo first >&2; exit 2", "true");
    Result waiting = shell.run("show", key);
    assertThat(waiting.code()).isZero();
    assertThat(waiting.out()).contains("RUNNING").contains("0 of 2 finished");

    try (TestCluster cluster = cluster()) {
      another().run("waitfor", key, "--pollsec", "1");
      assertThat(cluster.tasksets().active()).isEmpty();
    }
    assertThat(another().run("show", key).code()).isEqualTo(1);
    assertThat(another().run("show", key, "--failure-exit-code", "0").code()).isZero();
    assertThat(another().run("show", key, "--show-errors").out())
        .contains("standard error:\n    first\n")
        .contains("FAILED");
    assertThat(another().run("show", key, "--verbose").out())
        .contains("failed echo first >&2; exit 2\n    bad ")
        .contains("passed true\n    passed ")
        .contains("log of worker worker-1\n");
    Result json = another().run("show", key, "--json", "--verbose");
    assertThat(json.code()).isEqualTo(1);
    var node = new ObjectMapper().readTree(json.out());
    assertThat(node.get("key").asText()).isEqualTo(key);
    assertThat(node.get("task_list")).hasSize(2);
  }

  @Test
  void cancelAsksForTheEndOnce() {
    String key = start("sleep 60");
    try (TestCluster cluster = cluster()) {
      assertThat(shell.run("cancel", key))
          .isEqualTo(new Result(0, "", "asked for the end of " + key + "\n"));
      await().atMost(Duration.ofSeconds(20)).until(() -> cluster.tasksets().active().isEmpty());
    }
    assertThat(another().run("cancel", Keys.lastPart(key)))
        .isEqualTo(new Result(0, "", key + " is over already: it was cancelled\n"));
  }

  @Test
  void cancelallEndsThoseOfOneName() {
    String key = start("true");
    assertThat(shell.run("cancelall", "other"))
        .isEqualTo(
            new Result(
                0, "", "no run of rsync_name 'other' goes on; `client actives` lists all\n"));
    assertThat(another().run("cancelall", "test-name").out()).isEqualTo(key + "\n");
    assertThat(redis.connection().commands().lrange(redis.keys().arbiterQueue(), 0, -1))
        .containsExactly("cancel\t" + key);
  }

  @Test
  void listsOfRunsAndWorkers() {
    WorkerStore workers = new WorkerStore(redis.connection(), redis.keys());
    workers.announce(redis.keys().worker("w1"), "default", "build-1", Duration.ofMinutes(1));
    workers.announce(redis.keys().worker("w2"), "big", "build-2", Duration.ofMinutes(1));
    workers.announce(redis.keys().worker("w3"), "big", "build-3", Duration.ofMinutes(1));
    redis.connection().commands().del(Keys.heartbeat(redis.keys().worker("w3")));
    String key = start("true", "false");
    workers.assign(key, redis.keys().worker("w1"), 0, 10, Duration.ofSeconds(60));
    workers.take(redis.keys().worker("w1"), key);

    assertThat(shell.run("actives").out())
        .matches(
            "KEY +RSYNC_NAME +USER +STATUS +DONE +SINCE\n"
                + key
                + "  test-name +tester +running +0/2 +\\d+s\n");
    ArtifactStore artifacts = new ArtifactStore(redis.connection(), redis.keys());
    artifacts.announce(
        redis.keys().worker("w1"),
        holdings(Artifact.workspace("0".repeat(64)), "project-web", "project-shop"));
    artifacts.announce(
        redis.keys().worker("w2"),
        holdings("project-a", "project-b", "project-c", "project-d", "project-e"));
    String[] nodes = another().run("nodes").out().split("\n");
    assertThat(nodes).hasSize(7);
    String id = Keys.lastPart(key);
    assertThat(nodes[1]).matches("w1 +default +build-1 +busy +" + id + " +\\d+s +shop, web +-");
    assertThat(nodes[2]).matches("w2 +big +build-2 +idle +- +- +a, b, c, d, 1 other project +-");
    assertThat(nodes[3]).matches("w3 +big +build-3 +dead +- +- +- +-");
    assertThat(nodes[4]).isEmpty();
    assertThat(nodes[5]).matches("HOLDER +HOLDS +ENDS IN +THEN");
    assertThat(nodes[6])
        .matches(
            "worker w1 +run " + id + " +(1m 00s|\\d+s) +the watchdog gives its work to others");
  }

  @Test
  void whoHoldsWhatAndUntilWhen() {
    UnifiedJedis commands = redis.connection().commands();
    WorkerStore workers = new WorkerStore(redis.connection(), redis.keys());
    for (String id : List.of("w1", "w2", "w3")) {
      workers.announce(redis.keys().worker(id), "default", "build", Duration.ofSeconds(45));
    }
    String key = start("true", "false");
    String id = Keys.lastPart(key);
    workers.assign(key, redis.keys().worker("w1"), 0, 10, Duration.ofSeconds(60));
    workers.take(redis.keys().worker("w1"), key);
    workers.assign(key, redis.keys().worker("w2"), 1, 10, Duration.ofSeconds(30));
    commands.set(
        Keys.sick(redis.keys().worker("w3")),
        key + "\t5 tasks failed here and passed elsewhere",
        SetParams.setParams().px(100_000));
    String slave = Keys.slave(redis.keys().worker("w1"), "4711");
    long life = new SlaveStore(redis.connection()).register(slave, key, "b", true).orElseThrow();
    new TrialStore(redis.connection(), redis.keys()).claim(key, slave, life);
    String server = redis.keys().server("server-1");
    ServerStore servers = new ServerStore(redis.connection(), redis.keys());
    servers.beat(server, Duration.ofSeconds(20));
    new LeaderStore(redis.connection(), redis.keys())
        .lead("dispatcher", server, Duration.ofSeconds(10));
    commands.rpush(Keys.processing(server, "arbiter_queue"), "check\t" + key, "check\t" + key);
    String persister = redis.keys().server("persister-1");
    commands.sadd(redis.keys().servers(), persister);
    commands.rpush(Keys.processing(persister, "persister_queue"), key);

    assertThat(shell.run("nodes").out())
        .containsPattern(
            "w3 +default +build +sick +- +- +- +gets nothing for 1m \\d\\ds, taken off run "
                + id
                + ": 5 tasks failed here and passed elsewhere\n")
        .containsPattern(
            "worker w1 +run " + id + " +\\d\\ds +the watchdog gives its work to others")
        .containsPattern("worker w2 +the promise of run " + id + " +\\d\\ds +it counts as idle")
        .containsPattern("server server-1 +the lead as dispatcher +\\d+s +another server leads")
        .containsPattern("server server-1 +2 messages of arbiters +\\d\\ds +the watchdog puts them")
        .containsPattern(
            "server persister-1 +the history of run " + id + " +now +the watchdog gives it to");
    assertThat(another().run("show", key, "--verbose").out())
        .containsPattern("slave w1:4711 +task true +\\d\\ds +the watchdog has it tried again")
        .containsPattern("worker w1 +run " + id)
        .containsPattern("worker w2 +the promise of run " + id)
        .containsPattern("server persister-1 +the history of run " + id)
        .doesNotContain("the lead");
  }

  private static List<Holding> holdings(String... names) {
    return Stream.of(names).map(Holding::new).toList();
  }
}

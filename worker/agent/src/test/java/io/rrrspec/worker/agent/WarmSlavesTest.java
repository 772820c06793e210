package io.rrrspec.worker.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.rrrspec.common.model.HttpExchange.Answer;
import io.rrrspec.common.model.HttpExchange.Request;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.CommandFileStore;
import io.rrrspec.common.store.HttpExchangeStore;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A slave that has served a job stays for the next one, and nothing of a job stays with it. */
class WarmSlavesTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  @TempDir Path dir;

  private JobScene scene;

  @BeforeEach
  void open() throws IOException {
    scene = new JobScene(testRedis, dir);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private static void awaitEnd(long pid) {
    await().atMost(Scene.LONG).until(() -> !JobScene.lives(pid));
  }

  /** A worker first says that it has left, then deletes the file. */
  private void awaitNoSlaveFile() {
    await()
        .atMost(Scene.LONG)
        .untilAsserted(
            () -> {
              try (Stream<Path> left = Files.list(scene.work.resolve(".rrrspec-java"))) {
                assertThat(left.map(file -> file.getFileName().toString()))
                    .noneMatch(name -> name.startsWith("slave-"));
              }
            });
  }

  private long pidIn(Path file) throws IOException {
    await().atMost(Scene.LONG).until(() -> file.toFile().length() > 0);
    return Long.parseLong(Files.readString(file).strip());
  }

  @Test
  void theNextJobRunsInTheSameProcessAsASlaveOfItsOwn() throws IOException {
    Set<String> slaves = new HashSet<>();
    Set<Long> processes = new HashSet<>();
    for (int n = 0; n < 20; n++) {
      Map<String, String> trial = scene.run("echo job " + n);
      assertThat(trial)
          .containsEntry("status", "passed")
          .containsEntry("stdout", "job " + n + "\n");
      slaves.add(trial.get("slave"));
      processes.add(JobScene.process(trial));
    }
    assertThat(slaves).hasSize(20);
    assertThat(processes).hasSize(1);
    for (String slave : slaves) {
      await().atMost(Scene.LONG).until(() -> !scene.commands.hget(slave, "status").isEmpty());
      assertThat(scene.commands.hmget(slave, "status", "life")).containsExactly("normal_exit", "1");
    }
    scene.awaitIdle();
    awaitNoSlaveFile();
    assertThat(scene.work.resolve(".jobs")).isEmptyDirectory();
  }

  @Test
  void aJobHasItsOwnDirectoryAndEnvironmentAndNothingOfAnother() {
    String print = "pwd; ls -A; env | sort; touch left";
    Map<String, String> first =
        scene.result(
            scene.give(
                print,
                Runner.COMMAND,
                "rrrspec-java slave",
                Map.of("OF_THE_FIRST", "1", "TZ", "Asia/Tokyo"),
                60));
    Map<String, String> second =
        scene.result(
            scene.give(
                print, Runner.COMMAND, "rrrspec-java slave", Map.of("OF_THE_SECOND", "2"), 60));

    assertThat(JobScene.process(second)).isEqualTo(JobScene.process(first));
    assertThat(first.get("stdout"))
        .startsWith(scene.work.resolve(".jobs/job-1") + "\n")
        .contains("OF_THE_FIRST=1\n", "TZ=Asia/Tokyo\n", "PWD=" + scene.work + "/.jobs/job-1\n")
        .doesNotContain("RRRSPEC_", "\nleft\n");
    assertThat(second.get("stdout"))
        .startsWith(scene.work.resolve(".jobs/job-2") + "\n")
        .contains("OF_THE_SECOND=2\n", "SLAVE_NUMBER=0\n", "NUM_SLAVES=2\n")
        .doesNotContain("OF_THE_FIRST", "Asia/Tokyo", "job-1", "RRRSPEC_", "\nleft\n");
  }

  @Test
  void whatAJobLeavesRunningEndsBeforeTheNextOne() throws IOException {
    Path pids = dir.resolve("pid");
    Map<String, String> first =
        scene.run(
            "setsid sleep 6170 & echo $! >"
                + pids
                + "1; env -i PWD=/ setsid /bin/sh -c 'sleep 6171 & echo $! >"
                + pids
                + "2; sleep 6172' & while ! test -s "
                + pids
                + "2; do sleep 0.02; done");
    assertThat(first).containsEntry("status", "passed");
    Map<String, String> second = scene.run("ps -e -o args= | grep '^sleep 617[0-2]$' | wc -l");

    assertThat(second.get("stdout")).isEqualTo("0\n");
    // Where nobody asks how it ended, its number stays for a while.
    awaitEnd(pidIn(Path.of(pids + "1")));
    awaitEnd(pidIn(Path.of(pids + "2")));
    assertThat(JobScene.process(second)).isEqualTo(JobScene.process(first));
  }

  @Test
  void aJobThatTakesTooLongIsEndedAndTheNextOneRuns() {
    Map<String, String> late =
        scene.result(scene.give("sleep 600", Runner.COMMAND, "rrrspec-java slave", Map.of(), 1));

    assertThat(late).containsEntry("status", "timeout").containsEntry("verdict", "bad");
    assertThat(late.get("reason")).isEqualTo("took longer than 1.0 s and was ended");
    assertThat(scene.run("echo next")).containsEntry("stdout", "next\n");
  }

  @Test
  void aJobThatWritesWithoutEndOrKillsItsShellIsBounded() {
    assertThat(scene.run("yes | head -c 30000000").get("stdout")).hasSizeLessThan(2_000_000);
    assertThat(scene.run("kill -9 $$")).containsEntry("reason", "exit code 137");
    assertThat(scene.run("echo next")).containsEntry("stdout", "next\n");
  }

  @Test
  void aJobThatKillsItsSlaveFailsAndTheNextOneHasAnother() {
    Map<String, String> killed = scene.run("kill -9 $PPID; sleep 600");
    assertThat(killed).containsEntry("status", "error").containsEntry("verdict", "bad");
    assertThat(killed.get("reason")).contains("killed by signal KILL");

    Map<String, String> next = scene.run("echo next");
    assertThat(next).containsEntry("stdout", "next\n");
    assertThat(JobScene.process(next)).isNotEqualTo(JobScene.process(killed));
  }

  @Test
  void anIdleSlaveThatDiesIsReplaced() {
    long first = JobScene.process(scene.run("true"));
    scene.awaitIdle();
    ProcessHandle.of(first).ifPresent(ProcessHandle::destroyForcibly);
    awaitEnd(first);

    Map<String, String> next = scene.run("echo next");
    assertThat(next).containsEntry("stdout", "next\n");
    assertThat(JobScene.process(next)).isNotEqualTo(first);
  }

  @Test
  void anotherSlaveCommandEndsIt() {
    long first = JobScene.process(scene.run("true"));
    scene.awaitIdle();
    assertThat(JobScene.lives(first)).isTrue();
    String other = "true; rrrspec-java slave";
    String taskset = scene.give("echo cold", Runner.COMMAND, other, Map.of(), 60);

    assertThat(scene.result(taskset)).containsEntry("stdout", "cold\n");
    assertThat(scene.commands.lindex(Keys.slaves(taskset), 0)).doesNotContain("-");
    awaitEnd(first);
  }

  @Test
  void afterAMinuteWithoutAJobItEnds() {
    long first = JobScene.process(scene.run("true"));
    scene.awaitIdle();
    scene.aheadNanos.set(Duration.ofSeconds(55).toNanos());
    long same = JobScene.process(scene.run("true"));
    scene.awaitIdle();
    assertThat(same).isEqualTo(first);

    scene.aheadNanos.set(Duration.ofSeconds(116).toNanos());
    awaitEnd(first);
  }

  @Test
  void aWorkerThatStopsEndsIt() throws InterruptedException {
    long first = JobScene.process(scene.run("true"));
    scene.awaitIdle();
    scene.stop();

    awaitEnd(first);
  }

  @Test
  void aCancelledJobEndsWithItsProcessesAtOnce() throws IOException {
    Path pid = dir.resolve("pid");
    String taskset = scene.give("sleep 600 & echo $! >" + pid + "; wait");
    long sleeps = pidIn(pid);
    scene.tasksets.cancel(taskset, "enough");

    awaitEnd(sleeps);
    scene.awaitIdle();
    assertThat(scene.run("echo next")).containsEntry("stdout", "next\n");
  }

  /** {@code -Drrrspec.jobs=500} for more of them. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void eachJobRunsOnceAlsoWhileSlavesAreKilled(boolean kill) throws Exception {
    Path ran = Files.createFile(dir.resolve("ran"));
    List<Integer> passed = new ArrayList<>();
    int jobs = Integer.getInteger("rrrspec.jobs", 15);
    Random random = new Random(7);
    for (int n = 0; n < jobs; n++) {
      String taskset = scene.give("echo " + n + " >>" + ran);
      if (kill && n % 3 == 2) {
        // Before, while or after it is handed over, or while it runs.
        LockSupport.parkNanos(random.nextInt(40) * 1_000_000L);
        scene.killSlaves();
      }
      if ("passed".equals(scene.result(taskset).get("status"))) {
        passed.add(n);
      }
    }
    List<Integer> lines = Files.readAllLines(ran).stream().map(Integer::valueOf).toList();
    assertThat(lines).doesNotHaveDuplicates().containsAll(passed);
    if (!kill) {
      assertThat(lines).hasSize(jobs);
      assertThat(passed).hasSize(jobs);
    }
  }

  @Test
  void aJobWithArgumentsHasGivenItsOutputBackWhenItIsOver() throws IOException {
    CommandFileStore files = new CommandFileStore(scene.redis);
    String copy = "cp \"$REQUEST_ARGS_FILE\" \"$REQUEST_OUTPUT_FILE\"";
    String taskset = scene.giveAfter(copy, Runner.COMMAND, key -> files.args(key, "{\"n\": 1}"));
    assertThat(scene.result(taskset)).containsEntry("status", "passed");
    assertThat(files.output(taskset)).contains("{\"n\": 1}");

    assertThat(scene.run("env | grep -c REQUEST_").get("stdout")).isEqualTo("0\n");

    // Who kills the slave keeps it from removing its files.
    String killed =
        scene.giveAfter(
            "touch \"$REQUEST_OUTPUT_FILE\"; kill -9 $PPID; sleep 600",
            Runner.COMMAND,
            key -> files.args(key, "{}"));
    assertThat(scene.result(killed)).containsEntry("status", "error");
    scene.awaitIdle();
    awaitNoSlaveFile();
  }

  @Test
  void anHttpJobIsServedByTheSameProcessAndItsAnswerIsThereWhenItIsOver() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(201, -1);
          exchange.close();
        });
    server.start();
    try {
      long first = JobScene.process(scene.run("true"));
      String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
      Map<String, String> text =
          scene.result(
              scene.give("POST " + url + " x", Runner.HTTP, "rrrspec-java slave", Map.of(), 60));
      assertThat(text).containsEntry("status", "passed");
      assertThat(text.get("stdout")).startsWith("HTTP/1.1 201\n");
      assertThat(JobScene.process(text)).isEqualTo(first);

      HttpExchangeStore exchanges = new HttpExchangeStore(scene.redis);
      scene.awaitIdle();
      String taskset = "";
      for (int n = 0; n < 5; n++) {
        // Written before the job is given, as by the server.
        taskset =
            scene.giveAfter(
                "the request",
                Runner.HTTP,
                key -> exchanges.request(key, new Request("PUT", url, List.of(), new byte[0])));
        scene.result(taskset);
        Answer answer = exchanges.answer(taskset).orElseThrow();
        assertThat(answer.status()).isEqualTo(201);
      }
    } finally {
      server.stop(0);
    }
  }
}

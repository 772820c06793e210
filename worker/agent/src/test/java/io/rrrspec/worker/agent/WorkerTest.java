package io.rrrspec.worker.agent;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.NodeStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.testing.TasksetBuilder;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.worker.agent.workspace.ProcessesByEnvironment;
import io.rrrspec.worker.slave.jvm.LastWords;
import io.rrrspec.worker.slave.jvm.SlaveExit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  @TempDir Path dir;

  private Scene scene;

  @BeforeEach
  void open() {
    scene = new Scene(testRedis, dir, 2);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private static TasksetBuilder slaves(String command) {
    return aTaskset().withTasks(2).slaveCommand(command);
  }

  private void awaitFile(String name) {
    await().atMost(Scene.LONG).until(() -> Files.exists(dir.resolve(name)));
  }

  /** A slave may do something before the worker has it in its list. */
  private void awaitRunningSlave() {
    await().atMost(Scene.LONG).until(() -> !scene.worker.runningSlaves().isEmpty());
  }

  @Test
  void aWorkerThatServesNothingTellsHowManySlavesItHas() {
    assertThat(new NodeStore(scene.redis, scene.keys).all())
        .extracting(NodeStore.Node::slaves)
        .containsExactly(2);
  }

  @Test
  void setUpAndSlavesGetTheEnvironmentThatIsPromised() throws IOException {
    scene.start();
    String taskset =
        scene.give(
            slaves("env >slave.$SLAVE_NUMBER.new; mv slave.$SLAVE_NUMBER.{new,env}; sleep 300")
                .setupCommand("env >setup.env"),
            Map.of("env", "{\"TZ\":\"Asia/Tokyo\",\"NUM_SLAVES\":\"77\"}"));
    awaitFile("slave.0.env");
    awaitFile("slave.1.env");

    for (String file : List.of("setup.env", "slave.0.env", "slave.1.env")) {
      assertThat(Files.readAllLines(dir.resolve(file)))
          .as(file)
          .contains(
              "NUM_SLAVES=2",
              "TZ=Asia/Tokyo",
              "RRRSPEC_TASKSET_KEY=" + taskset,
              "RRRSPEC_WORKING_DIR=" + dir,
              "RRRSPEC_CONFIG_FILES=/a:/b")
          .anyMatch(line -> line.startsWith("PATH=/ours:"));
    }
    assertThat(Files.readAllLines(dir.resolve("slave.1.env"))).contains("SLAVE_NUMBER=1");
    assertThat(Files.readString(dir.resolve("setup.env"))).doesNotContain("SLAVE_NUMBER");
  }

  @Test
  void theOnlyTaskOfATasksetGetsOneSlaveUnlessItIsDivided() throws IOException {
    scene.start();
    TasksetBuilder one = aTaskset().withTasks(1).slaveCommand("touch one.$SLAVE_NUMBER; sleep 300");
    String whole = scene.give(one, Map.of());
    awaitFile("one.0");
    awaitRunningSlave();
    assertThat(scene.worker.runningSlaves()).hasSize(1);
    scene.tasksets.cancel(whole, "");
    await().atMost(Scene.LONG).until(scene::isIdle);

    scene.give(
        aTaskset().withTasks(1).slaveCommand("touch part.$SLAVE_NUMBER; sleep 300"),
        Map.of("parts", "1"));
    awaitFile("part.0");
    awaitFile("part.1");
    assertThat(dir.resolve("one.1")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCancelledTasksetFreesItsWorkerInSetUpAndWhileSlavesRun(boolean inSetUp) throws Exception {
    scene.start();
    String command = "export HERE=" + dir + "; touch begun; setsid sleep 300; sleep 300";
    String taskset =
        scene.give(inSetUp ? slaves("true").setupCommand(command) : slaves(command), Map.of());
    awaitFile("begun");
    scene.commands.hset(taskset, "status", "cancelled");

    await().atMost(Scene.LONG).until(scene::isIdle);
    await().atMost(Scene.LONG).until(() -> ProcessesByEnvironment.with("HERE=" + dir) == 0);
    assertThat(scene.log(taskset).finishedAt()).isNotNull();
    assertThat(scene.left(taskset)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":log"})
  void aRunWhoseKeysAreDamagedDoesNotKeepItsWorker(String of) throws Exception {
    scene.start();
    String command = "export HERE=" + dir + "; touch begun; sleep 300";
    String taskset = scene.give(slaves(command), Map.of());
    awaitFile("begun");
    String damaged = Keys.workerLog(taskset, scene.worker.key()) + of;
    scene.commands.del(damaged);
    scene.commands.sadd(damaged, "wrong type");
    scene.commands.hset(taskset, "status", "cancelled");

    await().atMost(Scene.LONG).until(scene::isIdle);
    await().atMost(Scene.LONG).until(() -> ProcessesByEnvironment.with("HERE=" + dir) == 0);
    scene.give(slaves("touch next; sleep 300"), Map.of());
    awaitFile("next");
  }

  @Test
  void aFailedSetUpLeavesWithItsLastLines() {
    scene.start();
    String taskset =
        scene.give(slaves("true").setupCommand("echo compiling; echo no such; exit 3"), Map.of());
    await().atMost(Scene.LONG).until(scene::isIdle);

    assertThat(scene.left(taskset))
        .startsWith("set-up failed with exit code 3:\n")
        .contains("no such");
    assertThat(scene.tasksets.find(taskset).orElseThrow().reason()).contains("no such");
    assertThat(scene.log(taskset).log()).contains(" compiling\n").contains("set-up failed");
    assertThat(scene.log(taskset).setupFinishedAt()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"exit 7", "head -c 100000 /dev/urandom; exit 7", "definitely-not-a-command"})
  void aSlaveCommandThatEndsAtOnceIsNotStartedForEver(String command) {
    scene.start();
    String taskset = scene.give(slaves(command), Map.of());
    await().atMost(Scene.LONG).until(scene::isIdle);

    assertThat(scene.left(taskset)).startsWith("slaves end before they start (exit code ");
    assertThat(scene.tasksets.slaves(taskset)).hasSizeBetween(3, 6);
  }

  private static TaskRequest quick(String name) {
    return new TaskRequest(name, null).withLaunch("core").in(JvmKind.QUICK);
  }

  @Test
  void whatWaitsForJvmsOfAKindThatDoNotStartGetsJvmsAsIs() throws IOException {
    scene.start();
    String taskset =
        scene.give(
            slaves(
                    "echo $RRRSPEC_LAUNCH >>launches; case $RRRSPEC_LAUNCH in *~quick) echo Conflicting"
                        + " collectors; exit 1;; esac; sleep 300")
                .withTasks(List.of(quick("a"), quick("b"))),
            Map.of());
    Path launches = dir.resolve("launches");
    awaitFile("launches");
    await().atMost(Scene.LONG).until(() -> Files.readAllLines(launches).contains("core"));

    assertThat(scene.isIdle()).isFalse();
    assertThat(Files.readAllLines(launches).indexOf("core")).isBetween(3, 4);
    assertThat(scene.tasksets.log(taskset))
        .contains("JVMs of core~quick do not start, so its classes run as is: exit code 1")
        .contains("Conflicting collectors");
    assertThat(scene.left(taskset)).isEmpty();
  }

  @Test
  void ifJvmsAsIsDoNotStartEitherTheWorkerLeaves() throws IOException {
    scene.start();
    String taskset =
        scene.give(
            slaves("echo $RRRSPEC_LAUNCH >>launches; exit 7")
                .withTasks(List.of(quick("a"), quick("b"))),
            Map.of());
    await().atMost(Scene.LONG).until(scene::isIdle);

    assertThat(scene.left(taskset)).startsWith("slaves end before they start (exit code 7)");
    assertThat(Files.readAllLines(dir.resolve("launches"))).contains("core~quick", "core");
  }

  @ParameterizedTest
  @EnumSource(names = {"REFUSED", "CUT_OFF"})
  void aSlaveThatEndsBecauseRedisDidNotServeIsNoReasonToLeave(SlaveExit exit) {
    scene.start();
    String command = "echo '" + LastWords.line(exit.words()).strip() + "'; exit " + exit.code();
    String taskset = scene.give(slaves(command), Map.of());
    await().atMost(Scene.LONG).until(() -> scene.tasksets.slaves(taskset).size() > 6);

    assertThat(scene.isIdle()).isFalse();
    assertThat(scene.left(taskset)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "CUT_OFF, 1, Redis does not serve: OOM",
    "BROKEN, 1, the slave itself failed: a bug",
    "OUT_OF_MEMORY, , java.lang.OutOfMemoryError: Java heap space",
    "FAILURE, , something else",
  })
  void whatASlaveHoldsThatEndsIsLostIfItsTestIsNotToBlame(
      SlaveExit exit, @Nullable String lost, String lastWords) throws Exception {
    scene.start();
    String command =
        "touch up; while ! test -e go; do sleep 0.05; done; echo 'rrrspec-java: this slave ends: "
            + lastWords
            + "'; exit "
            + exit.code();
    String taskset = scene.give(slaves(command).withTasks(2), Map.of());
    awaitFile("up");
    await().atMost(Scene.LONG).until(() -> scene.worker.runningSlaves().size() == 2);
    String slave = scene.worker.runningSlaves().get(0);
    long life = scene.slaves.register(slave, taskset, "localhost", true).orElseThrow();
    TrialStore trials = new TrialStore(scene.redis, scene.keys);
    String trial = ((TrialStore.Claim.Run) trials.claim(taskset, slave, life)).trial();
    Files.createFile(dir.resolve("go"));

    await().atMost(Scene.LONG).until(() -> scene.commands.hexists(trial, "status"));
    assertThat(scene.commands.hmget(trial, "status", "reason", "lost"))
        .containsExactly("error", lastWords, lost);
  }

  @Test
  void aProcessThatHidesFromItsSlaveEndsWithIt() throws Exception {
    scene.start();
    // Its parent lives until somebody has looked, which takes a second where there is no cgroup.
    String hides = "sleep 600 & echo $! >hidden.new; mv hidden.new hidden; sleep 600";
    String taskset =
        scene.give(slaves("env -i PWD=$PWD setsid /bin/sh -c '" + hides + "'"), Map.of());
    awaitFile("hidden");
    long pid = Long.parseLong(Files.readString(dir.resolve("hidden")).strip());
    assertThat(ProcessHandle.of(pid)).isPresent();

    scene.tasksets.cancel(taskset, "");
    await().atMost(Scene.LONG).until(scene::isIdle);
    await()
        .atMost(Scene.LONG)
        .until(() -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
  }

  @Test
  void anEnvThatIsNoneIsAReasonToLeave() {
    scene.start();
    String taskset = scene.give(slaves("true"), Map.of("env", "[1]"));
    await().atMost(Scene.LONG).until(scene::isIdle);

    assertThat(scene.left(taskset))
        .isEqualTo("the env of the taskset cannot be used: it is no JSON object");
  }

  @Test
  void aSlaveOfAnotherMakeIsListedAndItsEndIsWritten() throws Exception {
    scene.start();
    String taskset = scene.give(slaves("touch up.$SLAVE_NUMBER; sleep 300"), Map.of("runner", ""));
    awaitFile("up.0");
    awaitFile("up.1");
    await().atMost(Scene.LONG).until(() -> scene.tasksets.slaves(taskset).size() == 2);
    String slave = scene.tasksets.slaves(taskset).get(0);
    assertThat(scene.commands.exists(Keys.heartbeat(slave))).isTrue();
    // It does as its make does: a task, a trial, and its death in the middle.
    String task = scene.commands.lpop(Keys.taskQueue(taskset));
    String trial = Keys.trial(task, "0001");
    scene.commands.hset(
        trial, Map.of("task", task, "slave", slave, "started_at", "2026-01-01 00:00:00 UTC"));
    scene.commands.rpush(Keys.trials(task), trial);
    scene.commands.rpush(Keys.trials(slave), trial);
    new ProcessBuilder("/bin/kill", "-KILL", "--", "-" + Keys.lastPart(slave)).start().waitFor();

    await().atMost(Scene.LONG).until(() -> !scene.commands.hgetAll(slave).isEmpty());
    assertThat(scene.slaves.find(slave).status()).isEqualTo(SlaveStatus.FAILURE_EXIT);
    assertThat(scene.commands.hget(trial, "status")).isEqualTo("error");
    await().atMost(Scene.LONG).until(() -> scene.tasksets.slaves(taskset).size() == 3);
    assertThat(scene.left(taskset)).isEmpty();
  }

  @Test
  void aWorkerThatStopsGivesBackWhatItRuns() throws Exception {
    scene.start();
    String taskset = scene.give(slaves("touch up; sleep 300"), Map.of());
    awaitFile("up");
    awaitFile("slave-w.json");
    awaitRunningSlave();
    String slave = scene.worker.runningSlaves().get(0);
    long life = scene.slaves.register(slave, taskset, "localhost", true).orElseThrow();
    TrialStore trials = new TrialStore(scene.redis, scene.keys);
    String trial = ((TrialStore.Claim.Run) trials.claim(taskset, slave, life)).trial();
    scene.stopLoops();
    scene.worker.leave();
    scene.worker.retire();

    assertThat(scene.tasksets.find(taskset).orElseThrow().status().text()).isEqualTo("running");
    assertThat(scene.workers.all()).isEmpty();
    assertThat(scene.commands.hget(trial, "lost")).as("it is nobody's fault").isEqualTo("1");
    assertThat(scene.left(taskset)).as("it is welcome again").isEmpty();
    assertThat(scene.log(taskset).finishedAt()).isNotNull();
    assertThat(scene.log(taskset).log()).contains("the worker stops");
    assertThat(dir.resolve("slave-w.json")).doesNotExist();
  }

  @Test
  void aTasksetOfOneTaskStartsOneSlaveUnlessItsCulpritsAreLookedFor() throws Exception {
    scene.start();
    String command = "touch up.$SLAVE_NUMBER.$NUM_SLAVES; sleep 300";
    String taskset = scene.give(slaves(command).withTasks(1), Map.of());
    awaitFile("up.0.2");
    awaitRunningSlave();
    assertThat(scene.worker.runningSlaves()).hasSize(1);

    scene.commands.hset(taskset, "probing", "1");
    awaitFile("up.1.2");
    assertThat(scene.log(taskset).log()).contains("starts 1 slave\n");
  }

  @Test
  void aWorkerThatIsAskedToLeaveFinishesWhatRunsAndMayComeBack() throws Exception {
    scene.start();
    String taskset = scene.give(slaves("touch up.$SLAVE_NUMBER; sleep 300"), Map.of());
    awaitFile("up.0");
    awaitFile("up.1");
    await().atMost(Scene.LONG).until(() -> scene.worker.runningSlaves().size() == 2);
    List<String> slaves = scene.worker.runningSlaves();
    String busy = slaves.get(0);
    long life = scene.slaves.register(busy, taskset, "localhost", true).orElseThrow();
    TrialStore trials = new TrialStore(scene.redis, scene.keys);
    String trial = ((TrialStore.Claim.Run) trials.claim(taskset, busy, life)).trial();
    assertThat(scene.workers.askToLeave(taskset, scene.key)).isEqualTo(WorkerStore.Asked.ASKED);

    // The idle one, which here knows nothing of it, is ended; the other one finishes.
    await().atMost(Scene.LONG).until(() -> scene.worker.runningSlaves().equals(List.of(busy)));
    assertThat(scene.isIdle()).isFalse();
    TrialResult passed = new TrialResult(TrialStatus.PASSED, "", "", 1, 0, 0, List.of(), null, 0);
    assertThat(trials.finishAndClaim(trial, busy, taskset, passed, 0, life))
        .isEqualTo(new TrialStore.Claim.Leave());
    await().atMost(Scene.LONG).until(scene::isIdle);

    assertThat(scene.tasksets.find(taskset).orElseThrow().status().text()).isEqualTo("running");
    assertThat(scene.commands.hget(trial, "status")).isEqualTo("passed");
    assertThat(scene.commands.hexists(trial, "lost")).isFalse();
    assertThat(scene.tasksets.slaves(taskset)).hasSizeLessThanOrEqualTo(2);
    assertThat(scene.left(taskset)).as("it is welcome again").isEmpty();
    assertThat(scene.log(taskset).log()).contains("makes room for another queue");
    for (String slave : slaves) {
      assertThat(scene.slaves.find(slave).status()).isEqualTo(SlaveStatus.NORMAL_EXIT);
    }
  }

  @Test
  void aWorkerThatWasAskedToLeaveServesOnWhereRedisHasLostThat() throws Exception {
    scene.start();
    String taskset = scene.give(slaves("sleep 300"), Map.of());
    await().atMost(Scene.LONG).until(() -> scene.worker.runningSlaves().size() == 2);
    String busy = scene.worker.runningSlaves().get(0);
    long life = scene.slaves.register(busy, taskset, "localhost", true).orElseThrow();
    new TrialStore(scene.redis, scene.keys).claim(taskset, busy, life);
    scene.workers.askToLeave(taskset, scene.key);
    await().atMost(Scene.LONG).until(() -> scene.worker.runningSlaves().equals(List.of(busy)));

    scene.commands.hdel(scene.key, "leaving");
    await().atMost(Scene.LONG).until(() -> scene.worker.runningSlaves().size() == 2);
    assertThat(scene.worker.runningSlaves()).contains(busy);
  }

  @Test
  void aWorkerThatWasGivenUpEndsWhatItRunsAndComesBack() throws Exception {
    scene.start();
    String taskset = scene.give(slaves("export HERE=" + dir + "; touch up; sleep 300"), Map.of());
    awaitFile("up");
    // As the watchdog does.
    scene.workers.leave(scene.key, taskset, "", true, Duration.ofHours(1));
    scene.workers.retire(scene.key);

    await().atMost(Scene.LONG).until(() -> ProcessesByEnvironment.with("HERE=" + dir) == 0);
    await().atMost(Scene.LONG).until(() -> scene.workers.all().size() == 1);
    String next = scene.give(slaves("touch next; sleep 300"), Map.of());
    awaitFile("next");
    assertThat(scene.workers.heldTaskset(scene.key)).isEqualTo(next);
  }

  @Test
  void aWorkerWhoseNameAnotherOneHasPausesUntilItIsFree() throws Exception {
    scene.start();
    scene.give(slaves("export HERE=" + dir + "; touch up; sleep 300"), Map.of());
    awaitFile("up");
    scene.commands.hset(scene.key, "owner", "another");
    await().atMost(Scene.LONG).until(() -> ProcessesByEnvironment.with("HERE=" + dir) == 0);
    String next = scene.tasksets.active().get(0);
    scene.commands.rpush(Keys.workerQueue(scene.key), next);
    scene.commands.persist(Keys.heartbeat(scene.key));
    scene.commands.hset(scene.key, "taskset", "");
    assertThat(scene.commands.llen(Keys.workerQueue(scene.key))).isEqualTo(1);

    scene.commands.del(Keys.heartbeat(scene.key));
    await().atMost(Scene.LONG).until(() -> scene.workers.heldTaskset(scene.key) != null);
    assertThat(scene.commands.hget(scene.key, "owner")).isNotEqualTo("another");
  }

  @Test
  void killingSaysNothingToAnybody() throws Exception {
    scene.start();
    String taskset = scene.give(slaves("export HERE=" + dir + "; touch up; sleep 300"), Map.of());
    awaitFile("up");
    scene.worker.kill();

    await().atMost(Scene.LONG).until(() -> ProcessesByEnvironment.with("HERE=" + dir) == 0);
    assertThat(scene.workers.heldTaskset(scene.key)).isEqualTo(taskset);
  }
}

package io.rrrspec.worker.agent;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.JudgementStore;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.RsyncInfoStore;
import io.rrrspec.common.store.ServerStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.worker.agent.load.SleepingJvm;
import io.rrrspec.worker.agent.workspace.NeedsRsync;
import io.rrrspec.worker.agent.workspace.ProcessesByEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Protocol;

/** The daemon as a process, with real signals; the test is the server. */
@ExtendWith(NeedsRsync.class)
@SuppressWarnings("deprecation") // sendCommand: for commands that Jedis has no method for
class WorkerDaemonTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();
  private static final Duration LONG = Duration.ofSeconds(40);

  @TempDir Path dir;

  private static final String C2 = "C2 CompilerThre";

  private final List<DaemonProcess> started = new ArrayList<>();
  private final Map<String, String> variables =
      new HashMap<>(
          Map.of("RRRSPEC_REDIS", testRedis.url().toString(), "RRRSPEC_NAMESPACE", "test"));
  private RedisConnection redis;
  private Keys keys;
  private WorkerStore workers;
  private TasksetStore tasksets;
  private ServerStore servers;

  @BeforeEach
  void sources() throws IOException {
    redis = testRedis.connection();
    keys = testRedis.keys();
    workers = new WorkerStore(redis, keys);
    tasksets = new TasksetStore(redis, keys);
    servers = new ServerStore(redis, keys);
    servers.beat(keys.server("server-0"), Duration.ofMinutes(10));
    Path sources = Files.createDirectories(dir.resolve("remote/test-name"));
    Files.writeString(sources.resolve("file"), "content");
    new RsyncInfoStore(redis, keys)
        .publish(new RsyncInfo(dir.resolve("remote").toString(), "--recursive --times"));
  }

  @AfterEach
  void end() {
    started.forEach(DaemonProcess::close);
  }

  private DaemonProcess start(String name, String... more) throws IOException {
    List<String> args = new ArrayList<>(List.of("--name", name));
    args.addAll(List.of(more));
    if (!args.contains("--slaves")) {
      args.addAll(List.of("--slaves", "1"));
    }
    if (!args.contains("--working-dir")) {
      args.addAll(List.of("--working-dir", dir.resolve("work-" + name).toString()));
    }
    DaemonProcess daemon = DaemonProcess.start(dir, variables, args.toArray(String[]::new));
    started.add(daemon);
    return daemon;
  }

  private DaemonProcess started(String name, String... more) throws IOException {
    DaemonProcess daemon = start(name, more);
    await().atMost(LONG).until(() -> daemon.says("is ready") || !daemon.process.isAlive());
    assertThat(daemon.output()).contains("worker " + name + " is ready");
    return daemon;
  }

  private String give(String name, String setup, String slaveCommand) {
    String taskset =
        aTaskset()
            .withTasks(1)
            .setupCommand(setup)
            .slaveCommand(slaveCommand)
            .activatedIn(tasksets);
    workers.assign(taskset, keys.worker(name), 0, 10, Duration.ofSeconds(10));
    return taskset;
  }

  private void awaitFile(String name) {
    await().atMost(LONG).until(() -> Files.exists(dir.resolve(name)));
  }

  private String slaveThatSays(String file) {
    return "export HERE=" + dir + "; touch " + dir.resolve(file) + "; sleep 300";
  }

  private void awaitNoProcesses() {
    await().atMost(LONG).until(() -> ProcessesByEnvironment.with("HERE=" + dir) == 0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aWarmSlaveEndsWithAWorkerThatIsKilled(boolean idle) throws Exception {
    DaemonProcess daemon = started("a");
    String up = "export HERE=" + dir + "; touch " + dir.resolve("up");
    String taskset =
        aTaskset()
            .withTasks(idle ? up : up + "; setsid sleep 600 & sleep 600")
            .slaveCommand("'" + JobScene.launcher(dir) + "' slave")
            .sources(Taskset.NO_SOURCES)
            .once()
            .activatedIn(tasksets);
    workers.assign(taskset, keys.worker("a"), 0, 10, Duration.ofSeconds(10));
    awaitFile("up");
    if (idle) {
      JudgementStore judgements = new JudgementStore(redis, keys);
      MessageQueue messages = MessageQueue.arbiter(redis, keys, keys.server("server-0"));
      await()
          .atMost(LONG)
          .until(
              () -> {
                judgements.judge(messages.processing(), 5, messages.take(100));
                return workers.heldTaskset(keys.worker("a")) == null;
              });
    }
    String slave = Keys.lastPart(redis.commands().lindex(Keys.slaves(taskset), 0));
    long process = Long.parseLong(slave.substring(0, slave.indexOf('-')));
    assertThat(JobScene.lives(process)).isTrue();
    daemon.process.destroyForcibly();

    await().atMost(LONG).until(() -> !JobScene.lives(process));
    awaitNoProcesses();
  }

  @ParameterizedTest
  @ValueSource(strings = {"low", "normal"})
  void theSecondCompilerOfASlavesJvmHasThePriorityOfTheSetting(String priority) throws Exception {
    variables.put("RRRSPEC_COMPILER_PRIORITY", priority);
    started("a");
    String command = SleepingJvm.command() + " '" + dir + "'";
    give("a", "true", "export HERE=" + dir + "; " + command);
    await().atMost(LONG).until(() -> nice().containsKey(C2));
    int tests = nice().getOrDefault("java", 0);
    // It depends on the rights of this process how much lower it is.
    int[] wanted = priority.equals("low") ? new int[] {tests + 3, tests + 10} : new int[] {tests};
    // Not looked at at once: a normal one is to be left alone for longer than a low one is not.
    await()
        .during(Duration.ofSeconds(priority.equals("low") ? 0 : 3))
        .atMost(LONG)
        .untilAsserted(() -> assertThat(wanted).contains(nice().getOrDefault(C2, -1)));
  }

  /** Of the threads of the slave's JVM; none while there is no slave. */
  private Map<String, Integer> nice() {
    return ProcessHandle.allProcesses()
        .filter(one -> one.info().commandLine().orElse("").endsWith("SleepingJvm " + dir))
        .filter(one -> one.info().command().orElse("").endsWith("java"))
        .findFirst()
        .map(one -> SleepingJvm.nice(one.pid()))
        .orElse(Map.of());
  }

  @Test
  void oneSignalGivesBackWhatItRuns() throws Exception {
    DaemonProcess daemon = started("a");
    String taskset = give("a", "cp file made", slaveThatSays("up"));
    awaitFile("up");
    assertThat(dir.resolve("work-a/test-name/made")).hasContent("content");
    daemon.signal("TERM");

    assertThat(daemon.end()).isZero();
    awaitNoProcesses();
    assertThat(workers.all()).isEmpty();
    assertThat(redis.commands().exists(Keys.heartbeat(keys.worker("a")))).isFalse();
    assertThat(tasksets.find(taskset).orElseThrow().status().isFinal()).isFalse();
    assertThat(daemon.output())
        .contains("taskset " + taskset + ": worker " + keys.worker("a") + " takes it")
        .contains("taskset " + taskset + ": worker " + keys.worker("a") + ": synced: ")
        .contains("taskset " + taskset + ": worker " + keys.worker("a") + ": set up")
        .containsPattern("taskset " + taskset + ": slave \\S+ started")
        .containsPattern("taskset " + taskset + ": slave \\S+ ended: the worker stops")
        .contains("taskset " + taskset + ": worker " + keys.worker("a") + " leaves");
    assertThat(redis.commands().get(Keys.log(Keys.workerLog(taskset, keys.worker("a")))))
        .contains("synced: ")
        .contains("+ cp file made");
  }

  @Test
  void aSecondSignalDoesNotWait() throws Exception {
    DaemonProcess daemon = started("a");
    give("a", "export HERE=" + dir + "; touch " + dir.resolve("up") + "; sleep 300", "true");
    awaitFile("up");
    // A stop that cannot go on: what it would have to say has nobody to hear it.
    redis.commands().sendCommand(Protocol.Command.CLIENT, "PAUSE", "3000");
    daemon.signal("TERM");
    await().atMost(LONG).until(() -> daemon.says("a second signal ends it at once"));
    daemon.signal("TERM");
    daemon.end();
    awaitNoProcesses();
  }

  @Test
  void aNameThatIsHeldIsRefusedAndAnotherIsNot() throws Exception {
    started("a");
    DaemonProcess second = start("a", "--working-dir", dir.resolve("other").toString());

    assertThat(second.end()).isEqualTo(2);
    assertThat(second.output())
        .containsPattern(
            "rrrspec-java: the name a is held by a worker that lives on \\S+: give this one"
                + " another with --name\n");
    assertThat(second.output()).doesNotContain("Exception");
    started("b");
    assertThat(workers.all()).hasSize(2);
  }

  @Test
  void aWorkerThatWasKilledComesBackAtOnceAndEndsWhatItLeft() throws Exception {
    DaemonProcess killed = started("a");
    String taskset = give("a", "", slaveThatSays("up"));
    awaitFile("up");
    killed.signal("KILL");
    killed.end();
    // As long as a worker waits for its name: on a busy machine a JVM starts for seconds.
    redis.commands().pexpire(Keys.heartbeat(keys.worker("a")), 9_900);
    DaemonProcess back = started("a");

    awaitNoProcesses();
    assertThat(back.output()).contains("the name is held: waiting for up to 10 s");
    assertThat(workers.heldTaskset(keys.worker("a"))).isNull();
    assertThat(redis.commands().hget(Keys.workerLog(taskset, keys.worker("a")), "finished_ms"))
        .isNotNull();
    give("a", "", slaveThatSays("again"));
    awaitFile("again");
  }

  @Test
  void whatASlaveRanWhenItsWorkerWasKilledHasNoResult() throws Exception {
    DaemonProcess killed = started("a");
    String taskset =
        aTaskset()
            .withTasks(
                // The last one has left its group, and its parent has ended.
                "export HERE="
                    + dir
                    + "; (setsid sleep 300 & ); touch "
                    + dir.resolve("up")
                    + "; sleep 300")
            .slaveCommand(
                System.getProperty("java.home")
                    + "/bin/java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '"
                    + System.getProperty("java.class.path")
                    + "' io.rrrspec.worker.slave.SlaveMain --taskset \"$RRRSPEC_TASKSET_KEY\""
                    + " --slave-file \"$RRRSPEC_SLAVE_FILE\"")
            .activatedIn(tasksets);
    workers.assign(taskset, keys.worker("a"), 0, 10, Duration.ofSeconds(10));
    awaitFile("up");
    String trial = tasksets.tasks(taskset, 0, 1).get(0).trials().get(0);
    String slave = tasksets.slaves(taskset).get(0);
    killed.signal("KILL");
    killed.end();

    // No other worker comes: the slaves end by themselves, with everything that their tests
    // started.
    awaitNoProcesses();
    long group = Long.parseLong(Keys.lastPart(slave));
    await().atMost(LONG).until(() -> ProcessHandle.of(group).isEmpty());
    assertThat(redis.commands().hget(trial, "status")).isNullOrEmpty();
    // The next worker of that name knows what to do with it.
    started("a");
    assertThat(redis.commands().hmget(trial, "status", "lost")).containsExactly("error", "1");
  }

  @Test
  void withoutAServerOfOursItWaitsAndSaysSoOnceAndServesWhenOneComes() throws Exception {
    servers.retire(keys.server("server-0"));
    DaemonProcess daemon = start("a");
    String waits = "waits, since no rrrspec-java server lives at this Redis";
    await().atMost(LONG).until(() -> daemon.says(waits));
    // Nobody can give it anything: what it would write a server of Ruby rrrspec could not save.
    assertThat(workers.all()).isEmpty();
    assertThat(redis.commands().exists(keys.worker("a"))).isFalse();
    assertThat(redis.commands().exists(Keys.heartbeat(keys.worker("a")))).isFalse();

    servers.beat(keys.server("server-1"), Duration.ofMinutes(10));
    await().atMost(LONG).until(() -> daemon.says("a rrrspec-java server lives: it serves"));
    give("a", "", slaveThatSays("up"));
    awaitFile("up");
    assertThat(daemon.output()).containsOnlyOnce(waits);
  }

  @Test
  void oneThatWaitsForAServerStopsWhenItIsAskedToAndTakesNothingAway() throws Exception {
    servers.retire(keys.server("server-0"));
    // A worker of Ruby rrrspec has the name: the one of this host.
    redis.commands().hset(keys.worker("a"), "worker_type", "default");
    DaemonProcess daemon = start("a");
    await().atMost(LONG).until(() -> daemon.says("waits, since no rrrspec-java server"));
    daemon.signal("TERM");

    assertThat(daemon.end()).isZero();
    assertThat(redis.commands().hget(keys.worker("a"), "worker_type")).isEqualTo("default");
  }

  @Test
  void aWorkingDirThatIsTakenIsRefused() throws Exception {
    started("a");
    DaemonProcess second = start("b", "--working-dir", dir.resolve("work-a").toString());
    assertThat(second.end()).isEqualTo(2);
    assertThat(second.output()).contains("work-a is used by another worker that runs");
  }

  @Test
  void badInputIsOneLine() throws Exception {
    Path file = Files.createFile(dir.resolve("file"));
    expect(start("../a"), 2, "option --name is '../a': write a name of letters, digits");
    expect(
        start("a", "--working-dir", file.resolve("sub").toString()),
        2,
        "working_dir " + file + "/sub cannot be written (");
    expect(start("a", "--slaves", "0"), 2, "option --slaves is '0': write a whole number");
    DaemonProcess nowhere =
        DaemonProcess.start(
            dir,
            Map.of("RRRSPEC_REDIS", "redis://127.0.0.1:1"),
            "--working-dir",
            dir.resolve("w").toString());
    started.add(nowhere);
    expect(nowhere, 3, "no Redis answers at 127.0.0.1:1: start it, or correct `redis`");
  }

  private static void expect(DaemonProcess daemon, int code, String line) throws Exception {
    assertThat(daemon.end()).as(daemon.output()).isEqualTo(code);
    assertThat(daemon.output()).startsWith("rrrspec-java: ").hasLineCount(1).contains(line);
  }
}

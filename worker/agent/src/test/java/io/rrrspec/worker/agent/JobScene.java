package io.rrrspec.worker.agent;

import static org.awaitility.Awaitility.await;

import io.rrrspec.common.loop.Loop;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.model.TasksetRequest.Extras;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.JudgementStore;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.testing.CommandLines;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.worker.agent.supervise.Machine;
import io.rrrspec.worker.agent.workspace.Synced;
import io.rrrspec.worker.agent.workspace.WorkerDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import redis.clients.jedis.UnifiedJedis;

/** A worker with real slaves, whose class path is that of the tests; the test is the server. */
final class JobScene implements AutoCloseable {
  final RedisConnection redis;
  final UnifiedJedis commands;
  final Keys keys;
  final TasksetStore tasksets;
  final WorkerStore workers;
  final Worker worker;
  final String key;
  final Path work;
  final AtomicLong aheadNanos = new AtomicLong();
  private final WorkerDirectory directory;
  private final JudgementStore judgements;
  private final MessageQueue messages;
  private final List<Loop> loops = new ArrayList<>();
  private int jobs;

  JobScene(TestRedis testRedis, Path dir) throws IOException {
    redis = testRedis.connection();
    commands = redis.commands();
    keys = testRedis.keys();
    tasksets = new TasksetStore(redis, keys);
    workers = new WorkerStore(redis, keys);
    judgements = new JudgementStore(redis, keys);
    messages = MessageQueue.arbiter(redis, keys, keys.server("a"));
    key = keys.worker("w");
    directory = WorkerDirectory.open(dir.resolve("work"));
    work = directory.root();
    worker =
        new Worker(
            new WorkerParameters(
                "w",
                "default",
                "localhost",
                2,
                new Synced(
                    directory,
                    null,
                    Optional::empty,
                    /* setupAlways= */ false,
                    InstantSource.system(),
                    null),
                directory.runtime(),
                testRedis.url(),
                Map.of("PATH", launcher(dir).getParent() + ":" + System.getenv("PATH")),
                Duration.ofSeconds(8),
                Duration.ofHours(1)),
            redis,
            keys,
            InstantSource.system(),
            new Machine(
                Machine.THIS.slaves(),
                Machine.THIS.threads(),
                () -> System.nanoTime() + aheadNanos.get()));
    worker.announce();
    loops.add(Loop.start(worker.heartbeat(), Duration.ofMillis(200)));
    loops.add(Loop.start(worker, Duration.ofMillis(200)));
  }

  /** What {@code rrrspec-java slave} comes to, without the distribution. */
  static Path launcher(Path dir) throws IOException {
    Path bin = Files.createDirectories(dir.resolve("bin"));
    return Files.writeString(
        Files.createFile(
            bin.resolve("rrrspec-java"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))),
        String.join(
            "\n",
            "#!/bin/bash",
            "options=(--taskset \"$RRRSPEC_TASKSET_KEY\" --slave-file \"$RRRSPEC_SLAVE_FILE\")",
            "for v in \"${!RRRSPEC_@}\"; do unset \"$v\"; done",
            "exec '"
                + Path.of(System.getProperty("java.home"), "bin", "java")
                + "' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '"
                + System.getProperty("java.class.path")
                + "' io.rrrspec.worker.slave.SlaveMain \"${options[@]}\"",
            ""));
  }

  /** A job of one command. */
  String give(String command) {
    return give(command, Runner.COMMAND, "rrrspec-java slave", Map.of(), 60);
  }

  /** A job; something happens between its creation and its activation. */
  String giveAfter(String task, Runner runner, Consumer<String> before) {
    return give(task, runner, "rrrspec-java slave", Map.of(), 60, before);
  }

  String give(
      String task, Runner runner, String slaveCommand, Map<String, String> env, int timeoutSec) {
    return give(task, runner, slaveCommand, env, timeoutSec, taskset -> {});
  }

  private String give(
      String task,
      Runner runner,
      String slaveCommand,
      Map<String, String> env,
      int timeoutSec,
      Consumer<String> before) {
    TasksetRequest request =
        new TasksetRequest(
            "job-" + ++jobs,
            "",
            slaveCommand,
            "",
            1,
            1,
            "jobs",
            timeoutSec,
            1,
            runner,
            null,
            null,
            List.of(new TaskRequest(task, null)),
            Extras.NONE.withEnv(env).withSources(Taskset.NO_SOURCES).withOnce());
    String taskset = tasksets.create(request, Instant.now());
    before.accept(taskset);
    tasksets.activate(taskset, 1);
    await()
        .atMost(Scene.LONG)
        .until(
            () ->
                workers.assign(taskset, key, 0, 1, Duration.ofSeconds(10))
                    == WorkerStore.Assigned.ASSIGNED);
    return taskset;
  }

  /** Waits until a job is over, and judges meanwhile; returns its trial's fields. */
  Map<String, String> result(String taskset) {
    await()
        .pollInterval(Duration.ofMillis(5))
        .atMost(Scene.LONG)
        .until(
            () -> {
              judgements.judge(messages.processing(), 5, messages.take(100));
              return tasksets.status(taskset).orElseThrow().isFinal();
            });
    String task = commands.lindex(Keys.tasks(taskset), 0);
    return commands.hgetAll(commands.lindex(Keys.trials(task), -1));
  }

  Map<String, String> run(String command) {
    return result(give(command));
  }

  void awaitIdle() {
    await().atMost(Scene.LONG).until(() -> workers.heldTaskset(key) == null);
  }

  /** Kills every slave process of this worker, whatever it does. */
  void killSlaves() {
    ProcessHandle.current()
        .descendants()
        .filter(process -> CommandLines.of(process.pid()).orElse("").contains("SlaveMain"))
        .forEach(ProcessHandle::destroyForcibly);
  }

  /** The process that a trial's slave was. */
  static long process(Map<String, String> trial) {
    String id = Keys.lastPart(trial.getOrDefault("slave", ""));
    return Long.parseLong(id.substring(0, id.indexOf('-')));
  }

  static boolean lives(long pid) {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
  }

  void stop() throws InterruptedException {
    loops.forEach(Loop::close);
    worker.leave();
    worker.retire();
  }

  @Override
  public void close() {
    loops.forEach(Loop::close);
    worker.kill();
    directory.close();
  }
}

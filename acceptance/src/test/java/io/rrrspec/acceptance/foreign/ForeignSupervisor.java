package io.rrrspec.acceptance.foreign;

import io.rrrspec.common.process.ChildProcess;
import io.rrrspec.common.process.Program;
import io.rrrspec.common.redis.Keys;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.UnifiedJedis;

/**
 * How a foreign worker keeps one slave process going: the slave_command through {@code /bin/bash
 * -ex}, as leader of a process group; when it ends, its status and log; then another one.
 */
final class ForeignSupervisor implements ForeignWorker.Slaves {
  private static final int MOST_CRASHES = 3;

  private final UnifiedJedis redis;
  private final String worker;
  private final String taskset;
  private final Path dir;
  private final Map<String, String> environment;
  private final List<Integer> exits;
  private ChildProcess slave;
  private int crashes;

  private ForeignSupervisor(
      UnifiedJedis redis,
      String worker,
      String taskset,
      Path dir,
      Map<String, String> environment,
      List<Integer> exits) {
    this.redis = redis;
    this.worker = worker;
    this.taskset = taskset;
    this.dir = dir;
    this.environment = environment;
    this.exits = exits;
    this.slave = spawn();
  }

  /**
   * Starts one slave at a time.
   *
   * @param environment what stands in the worker's own environment
   * @param exits gets every exit code
   */
  static ForeignWorker.Starter processes(
      UnifiedJedis redis, Path dir, Map<String, String> environment, List<Integer> exits) {
    return (worker, taskset) ->
        new ForeignSupervisor(redis, worker, taskset, dir, environment, exits);
  }

  private ChildProcess spawn() {
    Map<String, String> variables = new HashMap<>(environment);
    variables.put("NUM_SLAVES", "1");
    variables.put("SLAVE_NUMBER", "0");
    variables.put("RRRSPEC_TASKSET_KEY", taskset);
    variables.put("RRRSPEC_WORKING_DIR", dir.toString());
    variables.put("RRRSPEC_CONFIG_FILES", "/etc/a.rb:/etc/b.rb");
    return Program.bash(redis.hget(taskset, "slave_command"))
        .directory(dir)
        .environment(inherited -> inherited.putAll(variables))
        .errorsToOutput()
        .output(log())
        .start()
        .child();
  }

  private OutputStream log() {
    try {
      return Files.newOutputStream(
          dir.resolve("slave.out"), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public boolean look() {
    if (slave.isAlive()) {
      return true;
    }
    int code = slave.onExit().join();
    exits.add(code);
    String key = Keys.slave(worker, Long.toString(slave.id()));
    redis.hset(
        key, "status", code == 0 ? "normal_exit" : code == 42 ? "timeout_exit" : "failure_exit");
    redis.append(key + ":log", output());
    crashes += code == 0 || code == 42 ? 0 : 1;
    slave = spawn();
    return crashes <= MOST_CRASHES;
  }

  private String output() {
    try {
      return java.nio.file.Files.readString(dir.resolve("slave.out"), StandardCharsets.UTF_8);
    } catch (java.io.IOException e) {
      return "";
    }
  }

  @Override
  public void close() {
    slave.kill();
    slave.onExit().join();
  }

  @Override
  public List<String> keys() {
    return new ArrayList<>(List.of(Keys.slave(worker, Long.toString(slave.id()))));
  }
}

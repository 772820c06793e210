package io.rrrspec.server.jobs;

import io.rrrspec.common.config.RedisAddress;
import io.rrrspec.common.process.ChildEnvironment;
import io.rrrspec.common.process.Program;
import io.rrrspec.common.queue.Job;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The program {@code rrrspec-java} as a client that this server starts.
 *
 * @param launcher what starts rrrspec-java
 * @param redis the Redis of this server
 * @param namespace of this server
 * @param flowNamespace of this server; null: the flows are shared with nobody
 */
public record ClientProgram(
    List<String> launcher, RedisAddress redis, String namespace, @Nullable String flowNamespace) {
  public ClientProgram {
    launcher = List.copyOf(launcher);
  }

  /** The launcher of the distribution that this process was started from. */
  public static List<String> ownLauncher() {
    String home = System.getProperty("rrrspec.home");
    return List.of(home == null ? "rrrspec-java" : home + "/bin/rrrspec-java");
  }

  /**
   * A command of a client.
   *
   * @param words without the launcher
   * @param directory where it is carried out: a project with its settings
   */
  public Program of(List<String> words, Path directory) {
    List<String> command = new ArrayList<>(launcher);
    command.addAll(words);
    Map<String, String> settings = new HashMap<>();
    settings.put("RRRSPEC_REDIS", redis.toUrl());
    settings.put("RRRSPEC_NAMESPACE", namespace);
    if (flowNamespace != null) {
      settings.put("RRRSPEC_FLOW_NAMESPACE", flowNamespace);
    }
    return Program.inOwnGroup(command)
        .directory(directory)
        .environment(environment -> ChildEnvironment.set(environment, settings));
  }

  Program start(Job job, String queue, Path directory) {
    return of(
        List.of(
            "client",
            "start",
            "--key-only",
            "--queue",
            queue,
            "--user",
            job.user(),
            "--job",
            Long.toString(job.number())),
        directory);
  }

  /** The address may have a password. */
  @Override
  public String toString() {
    return "ClientProgram[launcher=" + launcher + ", namespace=" + namespace + "]";
  }
}

package io.rrrspec.server.jobs;

import io.rrrspec.common.config.RedisAddress;
import io.rrrspec.common.process.ChildEnvironment;
import io.rrrspec.common.process.Program;
import io.rrrspec.common.queue.Job;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The program {@code rrrspec-java client start} for a job.
 *
 * @param launcher what starts rrrspec-java
 * @param redis the Redis of this server
 * @param namespace of this server
 */
public record StartProgram(List<String> launcher, RedisAddress redis, String namespace) {
  public StartProgram {
    launcher = List.copyOf(launcher);
  }

  /** The launcher of the distribution that this process was started from. */
  public static List<String> ownLauncher() {
    String home = System.getProperty("rrrspec.home");
    return List.of(home == null ? "rrrspec-java" : home + "/bin/rrrspec-java");
  }

  Program of(Job job, String queue, Path directory) {
    List<String> command = new ArrayList<>(launcher);
    command.addAll(
        List.of(
            "client",
            "start",
            "--key-only",
            "--queue",
            queue,
            "--user",
            job.user(),
            "--job",
            Long.toString(job.number())));
    return Program.inOwnGroup(command)
        .directory(directory)
        .environment(
            environment ->
                ChildEnvironment.set(
                    environment,
                    Map.of("RRRSPEC_REDIS", redis.toUrl(), "RRRSPEC_NAMESPACE", namespace)));
  }

  /** The address may have a password. */
  @Override
  public String toString() {
    return "StartProgram[launcher=" + launcher + ", namespace=" + namespace + "]";
  }
}

package io.rrrspec.worker.agent;

import io.rrrspec.worker.agent.workspace.Sources;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * What one worker needs to know.
 *
 * @param id its name; the host's unless told otherwise
 * @param workerType which tasksets it serves; {@code default} unless told otherwise
 * @param host the name of the host
 * @param slaves how many slaves run at once; 1 or more
 * @param sources where it gets what it tests
 * @param runtimeDir a private directory for the file by which slaves learn where Redis is
 * @param redis the address that slaves get, with the password
 * @param environment what set-up and slaves get of every taskset
 * @param heartbeat how long a heartbeat lives
 * @param keep how long what is written about a taskset that is over lives
 * @param jdks the versions of the JDKs that it has
 * @param autoSlaves whether more slaves may run, as long as the machine has room for them
 */
public record WorkerParameters(
    String id,
    String workerType,
    String host,
    int slaves,
    Sources sources,
    Path runtimeDir,
    URI redis,
    Map<String, String> environment,
    Duration heartbeat,
    Duration keep,
    Set<Integer> jdks,
    boolean autoSlaves) {
  public WorkerParameters {
    if (slaves < 1) {
      throw new IllegalArgumentException("slaves must be 1 or more, not " + slaves);
    }
    environment = Map.copyOf(environment);
    jdks = Set.copyOf(jdks);
  }

  /** One that tells of no JDKs: it gets no run that needs certain ones. */
  public WorkerParameters(
      String id,
      String workerType,
      String host,
      int slaves,
      Sources sources,
      Path runtimeDir,
      URI redis,
      Map<String, String> environment,
      Duration heartbeat,
      Duration keep) {
    this(
        id,
        workerType,
        host,
        slaves,
        sources,
        runtimeDir,
        redis,
        environment,
        heartbeat,
        keep,
        Set.of(),
        false);
  }

  /** The same with more slaves where there is room for them, or without. */
  public WorkerParameters withAutoSlaves(boolean auto) {
    return new WorkerParameters(
        id,
        workerType,
        host,
        slaves,
        sources,
        runtimeDir,
        redis,
        environment,
        heartbeat,
        keep,
        jdks,
        auto);
  }

  /** The private file by which slaves learn where Redis is. */
  Path slaveFile() {
    return slaveFile(runtimeDir, id);
  }

  /** The private file of a worker's slaves. */
  public static Path slaveFile(Path runtimeDir, String workerId) {
    return runtimeDir.resolve("slave-" + workerId + ".json");
  }
}

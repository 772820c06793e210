package io.rrrspec.experiments.chaos;

import static io.rrrspec.experiments.chaos.Findings.Wrong.LEFT;

import io.rrrspec.common.flow.FlowKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Looks for what must be gone when no run goes on: processes, keys, files. */
final class Leftovers {
  /** Slaves that are just being ended, and what they have started. */
  private static final Duration PROCESSES_END = Duration.ofSeconds(15);

  /** Keys that stay, by docs/redis-schema.md. */
  private static final Pattern STAYS =
      Pattern.compile(
          "chaos:(worker|worker:[^:]+|server|rsync_info|queues|turns|job_count|flow_namespace|flow:.+"
              + "|(estimate_(sec|ms)|(cpu|wait)_estimate_ms|start_cost_ms|affinity|part_times):(flow|chaos(-[^:]+)?))");

  private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();

  /** What a worker's directory holds beside its workspaces. */
  private static final Set<String> OF_WORKER = Set.of("artifacts", "lock", "mark", "workspaces");

  private final Cluster cluster;
  private final Findings findings;

  Leftovers(Cluster cluster, Findings findings) {
    this.cluster = cluster;
    this.findings = findings;
  }

  /**
   * Removes what a client that is killed while it sends sources has no time to remove: what rsync
   * wrote, and the rules that it read.
   */
  void removeThoseOfKilledClients() {
    names("tmp").stream()
        .filter(name -> name.matches("rrrspec-(rsync|sources).*"))
        .forEach(name -> delete(cluster.place().path("tmp/" + name)));
  }

  private static void delete(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Looks for all of them; to be called when everything is over and persisted. */
  void check() {
    if (!Pause.until(PROCESSES_END, () -> processes().isEmpty())) {
      processes().forEach(pid -> findings.add(LEFT, "process " + Processes.describe(pid)));
    }
    keys().forEach(key -> findings.add(LEFT, "key " + key));
    for (Daemon worker : cluster.workers()) {
      names("work/" + worker.name() + "/.rrrspec-java").stream()
          .filter(name -> !OF_WORKER.contains(name))
          .forEach(name -> findings.add(LEFT, "file of " + worker.name() + ": " + name));
      names("work/" + worker.name()).stream()
          .filter(
              name ->
                  !name.matches(
                      "slot-\\d|junit|modules|divided|killed-\\d+|waits-.*|flow-.*|\\.rrrspec-java"))
          .forEach(name -> findings.add(LEFT, "directory of " + worker.name() + ": " + name));
    }
    names("tmp").forEach(name -> findings.add(LEFT, "temporary file " + name));
  }

  private List<Long> processes() {
    List<Long> own = cluster.ownPids();
    return cluster.processes().all().stream().filter(pid -> !own.contains(pid)).toList();
  }

  private List<String> keys() {
    List<String> wrong = new ArrayList<>();
    for (String key : cluster.view().scan("*")) {
      long left = cluster.view().redis().pttl(key);
      if (left == -1 && !STAYS.matcher(key).matches()) {
        wrong.add(key + " has no lifetime");
      } else if (left > mostDays(key) * DAY_MILLIS) {
        wrong.add(key + " lives for " + Duration.ofMillis(left));
      }
    }
    return wrong;
  }

  private int mostDays(String key) {
    if (livesLong(key)) {
      return 30;
    }
    return waitsForStep(key) || key.equals(View.KEYS.setAside()) ? 7 : 1;
  }

  private boolean livesLong(String key) {
    return key.startsWith(View.KEYS.culprits(""))
        || key.startsWith(View.KEYS.setupMillis(""))
        || key.endsWith(":generation")
        || isNeverActivated(key);
  }

  /** Of the run of a step that was never begun: the step before it may have failed. */
  private boolean waitsForStep(String key) {
    String taskset = View.tasksetOf(key);
    return !taskset.isEmpty()
        && cluster.view().field(taskset, "activated_ms").isEmpty()
        && cluster.view().field(taskset, "notify").equals(FlowKeys.runsToldAt(View.KEYS));
  }

  /** A task whose client died, or was without Redis, between keeping the tasks and activation. */
  private boolean isNeverActivated(String key) {
    return key.contains(":task:")
        && cluster.view().field(View.tasksetOf(key), "activated_ms").isEmpty();
  }

  private List<String> names(String directory) {
    Path path = cluster.place().path(directory);
    if (!Files.isDirectory(path)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(path)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

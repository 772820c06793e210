package io.rrrspec.experiments.bench;

import io.rrrspec.common.model.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** From activation to the first test, and from the last test to the end. */
final class Edges implements Measurement {
  private static final int WARM_RUNS = 3;

  @Override
  public String name() {
    return "edges";
  }

  @Override
  public String how() {
    return "A real server, worker, persister and slave processes; an announced idle worker, nothing"
        + " to sync, no set-up. The first command of 4 writes the time at which it runs; activation is the"
        + " moment before the client asks for it. The end: Redis's time of the last result and of"
        + " the end of the taskset; and the same until the client has been told; the verdict is in SQL when the first transaction"
        + " of the persister is done.";
  }

  @Override
  public List<Figure> measure(BenchRedis redis, Effort effort) throws Exception {
    List<Double> first = new ArrayList<>();
    List<Double> taken = new ArrayList<>();
    List<Double> claimed = new ArrayList<>();
    List<Double> over = new ArrayList<>();
    List<Double> told = new ArrayList<>();
    List<Double> recorded = new ArrayList<>();
    try (RealCluster cluster = new RealCluster(redis, redis.url())) {
      cluster.startPersister();
      for (int i = 0; i < effort.repeats() + WARM_RUNS; i++) {
        cluster.awaitIdle();
        Path mark = cluster.workspace().resolve("started-" + i);
        RealCluster.Run run =
            cluster.run("date +%s%N > " + mark, "sleep 0.05", "sleep 0.06", "sleep 0.3");
        if (i < WARM_RUNS) {
          continue;
        }
        long nanos = Long.parseLong(Files.readString(mark).strip());
        Instant started = Instant.ofEpochSecond(0, nanos);
        first.add(millis(run.activated(), started));
        taken.add(millis(run.activated(), cluster.takenAt(run.taskset().key())));
        claimed.add(
            millis(
                run.activated(),
                run.trials().stream()
                    .map(Trial::startedAt)
                    .filter(Objects::nonNull)
                    .min(Comparator.naturalOrder())
                    .orElseThrow()));
        Instant last =
            run.trials().stream().map(Trial::finishedAt).max(Comparator.naturalOrder()).get();
        Instant end = Objects.requireNonNull(run.taskset().finishedAt());
        over.add(millis(last, end));
        recorded.add(millis(end, cluster.persistedAt(run.taskset().key())));
        told.add(millis(last, run.told()));
      }
    }
    List<Double> bare = effort.repeat(Edges::bareStartMillis);
    return List.of(
        Figure.atMost(1_000, "activation → first `command` runs, warm worker", "ms", first),
        Figure.known("… of which until the worker has taken the taskset", "ms", taken),
        Figure.known("… and until its first slave has started and claimed", "ms", claimed),
        Figure.known("for comparison: two JVMs that only print their version", "ms", bare),
        Figure.atMost(100, "last result → taskset over", "ms", over),
        Figure.known("last result → the client knows", "ms", told),
        Figure.atMost(1_000, "taskset over → verdict in SQL (H2)", "ms", recorded));
  }

  private static double bareStartMillis() throws IOException {
    long start = System.nanoTime();
    List<Process> jvms = new ArrayList<>();
    for (int i = 0; i < RealCluster.SLAVES; i++) {
      jvms.add(
          new ProcessBuilder(
                  System.getProperty("java.home") + "/bin/java",
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+UseSerialGC",
                  "-version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start());
    }
    jvms.forEach(jvm -> jvm.onExit().join());
    return NoopRun.seconds(start) * 1000;
  }

  private static double millis(Instant from, Instant to) {
    return Duration.between(from, to).toNanos() / 1e6;
  }
}

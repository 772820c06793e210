package io.rrrspec.experiments.bench;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;

import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What a job of one command costs, with a slave that stays from job to job, and without. */
final class Jobs implements Measurement {
  private static final int JOBS = 50;
  private static final int WARM_UP = 3;

  @Override
  public String name() {
    return "jobs";
  }

  @Override
  public String how() {
    return JOBS
        + " jobs, tasksets of one command without sources, one after the other on one idle worker"
        + " (real server, worker and slave processes): the command prints the time at which it"
        + " runs; activation is the moment before the client asks for it, and the end is when the"
        + " client is told. Without a warm slave: the same with a slave_command that does"
        + " something else, too, so that its process ends with the job.";
  }

  @Override
  public List<Figure> measure(BenchRedis redis, Effort effort) throws Exception {
    List<Double> warm = new ArrayList<>();
    List<Double> warmEnd = new ArrayList<>();
    List<Double> cold = new ArrayList<>();
    List<Double> coldEnd = new ArrayList<>();
    for (int i = 0; i < effort.repeats(); i++) {
      measure(redis, "", warm, warmEnd);
      measure(redis, "true; ", cold, coldEnd);
    }
    return List.of(
        Figure.known("activation → command of a job runs, slave stays warm", "ms", warm),
        Figure.known("activation → command of a job runs, slave starts for it", "ms", cold),
        Figure.known(
            "activation → client is told of the job's end, slave stays warm", "ms", warmEnd),
        Figure.known(
            "activation → client is told of the job's end, slave starts for it", "ms", coldEnd));
  }

  private static void measure(
      BenchRedis redis, String beforeSlave, List<Double> first, List<Double> end) throws Exception {
    try (RealCluster cluster = new RealCluster(redis, redis.url())) {
      for (int n = 0; n < JOBS + WARM_UP; n++) {
        cluster.awaitIdle();
        RealCluster.Run run =
            cluster.runBehind(
                beforeSlave,
                aTaskset().withTasks("date +%s%N; : " + n).sources(Taskset.NO_SOURCES).once());
        Trial trial = run.trials().get(0);
        if (n >= WARM_UP) {
          long nanos = Long.parseLong(trial.stdout().strip());
          Instant ran = Instant.ofEpochSecond(0, nanos);
          first.add(Duration.between(run.activated(), ran).toNanos() / 1e6);
          end.add(run.seconds() * 1e3);
        }
      }
    }
  }
}

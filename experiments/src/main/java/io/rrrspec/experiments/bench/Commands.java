package io.rrrspec.experiments.bench;

import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.testing.TasksetBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** How many commands all processes together send to Redis for one task. */
final class Commands implements Measurement {
  private static final int TASKS = 5_000;
  private static final int PACED_TASKS = 1_000;
  private static final long PACE_MILLIS = 20;

  @Override
  public String name() {
    return "commands";
  }

  @Override
  public String how() {
    return "MONITOR lines that are not from a script, all processes, divided by tasks: "
        + TASKS
        + " tasks that do nothing, and "
        + PACED_TASKS
        + " that take "
        + PACE_MILLIS
        + " ms each on one slave, so that no message finds another to travel with; else 2 slave"
        + " threads; a real server, from right before activation to the end of the taskset. Persisting is measured"
        + " by its reads alone: all tasks and trials through the stores, in chunks.";
  }

  @Override
  public List<Figure> measure(BenchRedis redis, Effort effort) throws Exception {
    List<Double> busy = effort.repeat(() -> running(redis, NoopRun.of(effort.tasks(TASKS), 2)));
    NoopRun slow =
        NoopRun.of(effort.tasks(PACED_TASKS), 1).working(spec -> Pause.millis(PACE_MILLIS));
    List<Double> paced = effort.repeat(() -> running(redis, slow));
    List<Double> around = effort.repeat(() -> around(redis, effort.tasks(TASKS)));
    return List.of(
        Figure.atMost(4, "commands per task, activation to last decision, tasks of 0 ms", "", busy),
        Figure.atMost(
            4,
            "commands per task, activation to last decision, tasks of "
                + PACE_MILLIS
                + " ms, 1 slave",
            "",
            paced),
        Figure.atMost(
            9, "commands per task to create, read as a persister does, and expire", "", around));
  }

  private static double running(BenchRedis redis, NoopRun run) throws Exception {
    AtomicReference<Monitor> monitor = new AtomicReference<>();
    run.on(
        redis,
        1,
        () -> {
          try {
            monitor.set(Monitor.start(redis));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    try (Monitor m = Objects.requireNonNull(monitor.get())) {
      var counts = m.stop();
      System.err.println("  " + run.tasks() + " tasks: " + counts);
      return (double) Monitor.sum(counts) / run.tasks();
    }
  }

  private static double around(BenchRedis redis, int tasks) throws Exception {
    NoopRun.Result run = NoopRun.of(tasks, 2).on(redis, 1);
    TasksetStore store = new TasksetStore(redis.connection(), redis.keys());
    TrialStore trials = new TrialStore(redis.connection(), redis.keys());
    TasksetRequest request = TasksetBuilder.aTaskset().withTasks(tasks).request();
    List<Object> read = new ArrayList<>();
    try (Monitor monitor = Monitor.start(redis)) {
      store.create(request, Instant.now());
      store.eachTask(
          run.taskset(),
          chunk ->
              read.addAll(
                  trials.find(chunk.stream().map(Task::trials).flatMap(List::stream).toList())));
      store.expire(run.taskset(), Duration.ofDays(1));
      var counts = monitor.stop();
      System.err.println("  around " + tasks + " tasks: " + counts);
      if (read.size() != tasks) {
        throw new IllegalStateException("read " + read.size() + " trials of " + tasks);
      }
      return (double) Monitor.sum(counts) / tasks;
    }
  }
}

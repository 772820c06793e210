package io.rrrspec.experiments.bench;

import io.rrrspec.common.model.Task;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Whether a task costs the same in a run of 100,000 as in a small one. */
final class Growth implements Measurement {
  private static final int[] TASKS = {12_500, 25_000, 50_000, 100_000};
  private static final int SLAVES = 4;

  /** What may come on top of the cost per task in the smallest run before it counts as growth. */
  private static final double NOISE = 1.25;

  @Override
  public String name() {
    return "growth";
  }

  @Override
  public String how() {
    return "Runs of 12,500, 25,000, 50,000 and 100,000 tasks that do nothing, 4 slave threads, one"
        + " server: created, activated, run, read as a persister does, expired. In order; with the"
        + " queue reversed, so that tasks_left is emptied from its other end; and with a straggler:"
        + " the first task, the longest, ends last, as in every run whose queue is sorted. Redis's"
        + " processor time per task of the largest run is compared with that of the smallest."
        + " Calls above 5 ms are those in SLOWLOG, which counts time, not work: single commands"
        + " cannot take so long, and are there for comparison.";
  }

  private record Sized(
      int tasks, double seconds, double micros, double bytes, double slow, double noise) {}

  @Override
  public List<Figure> measure(BenchRedis redis, Effort effort) throws Exception {
    NoopRun.of(effort.tasks(TASKS[1]), SLAVES).on(redis, 1);
    List<Figure> figures = new ArrayList<>();
    add(figures, "in order", redis, effort, n -> NoopRun.of(n, SLAVES));
    add(
        figures,
        "reversed",
        redis,
        effort,
        n -> NoopRun.of(n, SLAVES).inOrder(Collections::reverse));
    add(figures, "straggler", redis, effort, Growth::withStraggler);
    return figures;
  }

  /** The first task ends when all others have. */
  private static NoopRun withStraggler(int tasks) {
    CountDownLatch others = new CountDownLatch(tasks - 1);
    return NoopRun.of(tasks, SLAVES)
        .working(
            spec -> {
              if (!spec.equals("task-0")) {
                others.countDown();
                return;
              }
              try {
                others.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  private static void add(
      List<Figure> figures,
      String order,
      BenchRedis redis,
      Effort effort,
      Function<Integer, NoopRun> run)
      throws Exception {
    List<List<Sized>> all = new ArrayList<>();
    for (int full : TASKS) {
      int tasks = effort.tasks(full);
      List<Sized> sized = effort.repeat(() -> one(redis, run.apply(tasks)));
      all.add(sized);
      figures.add(
          Figure.known(
              order + ", " + Figure.number(tasks) + " tasks: all parts, per task",
              "µs",
              sized.stream().map(s -> s.seconds() / s.tasks() * 1e6).toList()));
      figures.add(
          Figure.known(
              order + ", " + Figure.number(tasks) + " tasks: Redis's processor, per task",
              "µs",
              sized.stream().map(Sized::micros).toList()));
    }
    List<Sized> smallest = all.get(0);
    List<Sized> largest = all.get(all.size() - 1);
    double base = Figure.known("", "", smallest.stream().map(Sized::micros).toList()).median();
    figures.add(
        Figure.atMost(
            NOISE,
            order + ": Redis's processor per task, largest run / smallest run",
            "",
            largest.stream().map(s -> s.micros() / base).toList()));
    figures.add(
        Figure.known(
            order + ", largest run: memory of Redis per task",
            "bytes",
            largest.stream().map(Sized::bytes).toList()));
    figures.add(
        Figure.known(
            order + ", largest run: scripts above 5 ms",
            "",
            largest.stream().map(Sized::slow).toList()));
    figures.add(
        Figure.known(
            order + ", largest run: single commands above 5 ms (the machine was busy)",
            "",
            largest.stream().map(Sized::noise).toList()));
  }

  private static Sized one(BenchRedis redis, NoopRun run) throws Exception {
    redis.clear();
    long before = redis.usedMemory();
    NoopRun.Result result = run.on(redis, 1);
    double bytes = (double) (redis.usedMemory() - before) / run.tasks();
    TasksetStore store = new TasksetStore(redis.connection(), redis.keys());
    TrialStore trials = new TrialStore(redis.connection(), redis.keys());
    long start = System.nanoTime();
    long[] read = {0};
    store.eachTask(
        result.taskset(),
        chunk ->
            read[0] +=
                trials
                    .find(chunk.stream().map(Task::trials).flatMap(List::stream).toList())
                    .size());
    store.expire(result.taskset(), Duration.ofDays(1));
    double after = NoopRun.seconds(start);
    if (read[0] != run.tasks()) {
      throw new IllegalStateException("read " + read[0] + " trials of " + run.tasks());
    }
    double seconds =
        result.createSeconds() + result.activateSeconds() + result.runSeconds() + after;
    Map<String, Long> slow =
        redis.slowCalls().stream()
            .collect(
                Collectors.groupingBy(
                    call -> call.getArgs().get(0) + " " + SlowCall.name(call),
                    Collectors.counting()));
    System.err.printf(
        "  %d tasks: create %.2f activate %.2f run %.2f after %.2f s; slow calls %s, longest %s%n",
        run.tasks(),
        result.createSeconds(),
        result.activateSeconds(),
        result.runSeconds(),
        after,
        slow,
        SlowCall.longest(redis));
    return new Sized(
        run.tasks(),
        seconds,
        result.redisCpuSeconds() / run.tasks() * 1e6,
        bytes,
        redis.slowCalls().stream().filter(SlowCall::isScript).count(),
        redis.slowCalls().stream().filter(call -> !SlowCall.isScript(call)).count());
  }
}

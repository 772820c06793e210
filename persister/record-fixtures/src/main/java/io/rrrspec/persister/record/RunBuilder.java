package io.rrrspec.persister.record;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.OrderDependence;
import io.rrrspec.common.model.RunWay;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskJvm;
import io.rrrspec.common.model.TaskSplit;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.persister.record.save.FinishedTask;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A taskset that is over, for tests. */
public final class RunBuilder {
  public static final Instant START = Instant.parse("2026-03-01T10:00:00.123Z");
  public static final String SLAVE = "rrrspec:worker:host1:slave:4711";

  private final String id = UUID.randomUUID().toString();
  private final List<FinishedTask> tasks = new ArrayList<>();
  private String tasksetClass = "myclass";
  private TasksetStatus status = TasksetStatus.SUCCEEDED;

  private @Nullable String sources;
  private boolean partial;
  private boolean cached;
  private @Nullable RunWay way;
  private @Nullable String user = "alice";
  private String rsyncName = "alice";
  private @Nullable Instant finished = START.plusSeconds(60);

  public static RunBuilder aRun() {
    return new RunBuilder();
  }

  public RunBuilder ofClass(String name) {
    tasksetClass = name;
    return this;
  }

  public RunBuilder onSources(@Nullable String digest) {
    sources = digest;
    return this;
  }

  /** Makes it one that was not run, but given its result. */
  public RunBuilder cached() {
    cached = true;
    return this;
  }

  /** Tells how it used its machine. */
  public RunBuilder way(RunWay.Kind kind, int processors) {
    way = new RunWay(kind, processors);
    return this;
  }

  /** Makes it a run of only some tests of its classes. */
  public RunBuilder partial() {
    partial = true;
    return this;
  }

  public RunBuilder by(@Nullable String name) {
    user = name;
    return this;
  }

  public RunBuilder named(String name) {
    rsyncName = name;
    return this;
  }

  public RunBuilder endedAt(@Nullable Instant time) {
    finished = time;
    return this;
  }

  public RunBuilder ended(TasksetStatus how) {
    status = how;
    return this;
  }

  /** Adds a task that passed at once. */
  public RunBuilder passed(String spec, long millis) {
    return task(spec, TaskStatus.PASSED, trial(spec, TrialVerdict.PASSED, millis));
  }

  /** Adds a task that failed in its only trial. */
  public RunBuilder failed(String spec, long millis) {
    return task(spec, TaskStatus.FAILED, trial(spec, TrialVerdict.BAD, millis));
  }

  public RunBuilder task(String spec, TaskStatus decided, Trial... trials) {
    tasks.add(finishedTask(spec, decided, trials));
    return this;
  }

  /**
   * Adds a task.
   *
   * @param jvm how far it came in which kind of JVM that is made for speed; null: it had none
   */
  public RunBuilder taskIn(
      @Nullable TaskJvm jvm, String spec, TaskStatus decided, Trial... trials) {
    Task task = finishedTask(spec, decided, trials).task();
    tasks.add(
        new FinishedTask(
            new Task(
                task.key(),
                task.tasksetKey(),
                spec,
                decided,
                task.estimate(),
                task.trials(),
                null,
                null,
                jvm,
                null),
            List.of(trials)));
    return this;
  }

  /** Adds a task that failed after others and passed alone. */
  public RunBuilder orderDependent(String spec, OrderDependence dependence) {
    FinishedTask finished =
        finishedTask(
            spec,
            TaskStatus.PASSED,
            trial(spec, TrialVerdict.BAD, 10, testCase("x", Outcome.FAILED)),
            trial(spec, TrialVerdict.PASSED, 10, testCase("x", Outcome.PASSED)));
    Task task = finished.task();
    tasks.add(
        new FinishedTask(
            new Task(
                task.key(),
                task.tasksetKey(),
                spec,
                task.status(),
                task.estimate(),
                task.trials(),
                dependence,
                null,
                null,
                null),
            finished.trials()));
    return this;
  }

  /**
   * Adds a task.
   *
   * @param split how it was divided; null: it was not
   */
  public RunBuilder splitTask(
      String spec, TaskStatus decided, @Nullable TaskSplit split, Trial... trials) {
    Task task = finishedTask(spec, decided, trials).task();
    tasks.add(
        new FinishedTask(
            new Task(
                task.key(),
                task.tasksetKey(),
                spec,
                decided,
                task.estimate(),
                task.trials(),
                null,
                null,
                null,
                split),
            List.of(trials)));
    return this;
  }

  public FinishedTask finishedTask(String spec, TaskStatus decided, Trial... trials) {
    List<Trial> all = List.of(trials);
    Duration estimate = Duration.ofMillis(1234);
    List<String> keys = all.stream().map(Trial::key).toList();
    return new FinishedTask(new Task(taskKey(spec), key(), spec, decided, estimate, keys), all);
  }

  public Trial trial(String spec, TrialVerdict verdict, long millis, CaseResult... cases) {
    TrialStatus trialStatus =
        switch (verdict) {
          case PASSED -> TrialStatus.PASSED;
          case PENDING -> TrialStatus.PENDING;
          case BAD, PROBE -> TrialStatus.FAILED;
          case LOST -> TrialStatus.ERROR;
          case SUPERSEDED -> TrialStatus.TIMEOUT;
        };
    return new Trial(
        taskKey(spec) + ":trial:" + UUID.randomUUID(),
        taskKey(spec),
        SLAVE,
        START,
        START.plusMillis(millis),
        trialStatus,
        verdict,
        "out of " + spec,
        "",
        cases.length,
        0,
        0,
        List.of(cases),
        null,
        2);
  }

  /** A trial that has begun and not ended. */
  public Trial openTrial(String spec) {
    return new Trial(
        taskKey(spec) + ":trial:" + UUID.randomUUID(),
        taskKey(spec),
        SLAVE,
        START,
        null,
        TrialStatus.OPEN,
        null,
        "",
        "",
        0,
        0,
        0,
        List.of(),
        null,
        0);
  }

  public static CaseResult testCase(String name, Outcome outcome) {
    boolean good = outcome == Outcome.PASSED;
    return new CaseResult(
        "com.foo.BarTest", name, outcome, 5, good ? null : "no " + name, null, null);
  }

  public String id() {
    return id;
  }

  public String key() {
    return "rrrspec:taskset:" + id;
  }

  public String taskKey(String spec) {
    return key() + ":task:" + spec;
  }

  public Taskset taskset() {
    return taskset(tasks.size());
  }

  public Taskset taskset(int taskCount) {
    return Taskset.of(key())
        .rsyncName(rsyncName)
        .commands("mvn test-compile", "slave")
        .workers("default", 10)
        .maxTrials(3)
        .tasksetClass(tasksetClass)
        .createdAt(START)
        .status(status)
        .finishedAt(finished)
        .counts(tasks.size(), 0, taskCount)
        .user(user)
        .sources(sources)
        .partial(partial)
        .cached(cached)
        .way(way)
        .build();
  }

  public Iterator<FinishedTask> tasks() {
    return tasks.iterator();
  }

  /** Many tasks that passed, made one by one as they are asked for. */
  public Iterator<FinishedTask> manyTasks(int count, String output) {
    return IntStream.range(0, count)
        .mapToObj(
            i -> {
              String spec = "com.foo.Some%dTest".formatted(i);
              Trial t = trial(spec, TrialVerdict.PASSED, i, testCase("a", Outcome.PASSED));
              Trial printing =
                  new Trial(
                      t.key(),
                      t.taskKey(),
                      t.slaveKey(),
                      t.startedAt(),
                      t.finishedAt(),
                      t.status(),
                      t.verdict(),
                      i + output,
                      "",
                      1,
                      0,
                      0,
                      t.cases(),
                      null,
                      0);
              return finishedTask(spec, TaskStatus.PASSED, printing);
            })
        .iterator();
  }
}

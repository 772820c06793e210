package io.rrrspec.persister.viewer;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.PartReport;
import io.rrrspec.common.model.PlacedJvm;
import io.rrrspec.common.model.ProcessorUse;
import io.rrrspec.common.model.Slave;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskSplit;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.run.PartTrial;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.save.FinishedTask;
import io.rrrspec.persister.record.save.TasksetArchive;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Puts runs that are over into the record, for tests of pages. Times are seconds of the run. */
final class SavedRuns {
  private final Keys keys;
  private final Instant start;
  private final String id = UUID.randomUUID().toString();
  private final String key;
  private final List<FinishedTask> tasks = new ArrayList<>();
  private final List<Slave> slaves = new ArrayList<>();
  private final List<WorkerLog> logs = new ArrayList<>();

  SavedRuns(Keys keys, Instant start) {
    this.keys = keys;
    this.start = start;
    this.key = keys.taskset(id);
  }

  /** A slave that ended in this way; its key. */
  String slave(String worker, String number, SlaveStatus status) {
    String slave = Keys.slave(keys.worker(worker), number);
    slaves.add(new Slave(slave, status, List.of(), ""));
    return slave;
  }

  /** A slave whose JVM was started for a launch; its key. */
  String slave(
      String worker,
      String number,
      String launch,
      int place,
      double from,
      double ready,
      double to) {
    String slave = Keys.slave(keys.worker(worker), number);
    PlacedJvm jvm = new PlacedJvm(launch, place, at(from), at(ready), at(to));
    slaves.add(new Slave(slave, SlaveStatus.NORMAL_EXIT, List.of(), "", jvm));
    return slave;
  }

  void worker(String name, double came, double synced, double ready, double left) {
    worker(name, came, synced, ready, left, null);
  }

  /** One that has watched its processors. */
  void worker(
      String name,
      double came,
      double synced,
      double ready,
      double left,
      @Nullable ProcessorUse use) {
    String worker = keys.worker(name);
    logs.add(
        new WorkerLog(
            Keys.workerLog(key, worker),
            worker,
            key,
            at(came),
            at(synced),
            at(ready),
            at(left),
            null,
            use,
            "hello"));
  }

  /** A trial for {@link #task}. */
  Trial trial(String spec, String slave, double from, double to, @Nullable TrialVerdict verdict) {
    boolean good = verdict == TrialVerdict.PASSED;
    return new Trial(
        Keys.trial(Keys.task(key, spec), UUID.randomUUID().toString()),
        Keys.task(key, spec),
        slave,
        at(from),
        verdict == null ? null : at(to),
        verdict == null ? TrialStatus.OPEN : good ? TrialStatus.PASSED : TrialStatus.FAILED,
        verdict,
        "",
        "",
        good ? 1 : 0,
        0,
        good ? 0 : 1,
        List.of(),
        null,
        0);
  }

  /** A bad trial that says why. */
  Trial bad(
      String spec, String slave, String stderr, @Nullable String reason, CaseResult... cases) {
    return new Trial(
        Keys.trial(Keys.task(key, spec), UUID.randomUUID().toString()),
        Keys.task(key, spec),
        slave,
        at(0),
        at(1),
        TrialStatus.FAILED,
        TrialVerdict.BAD,
        "",
        stderr,
        0,
        0,
        cases.length,
        List.of(cases),
        reason,
        0);
  }

  /**
   * A class that its parts have decided, each with one test and one trial.
   *
   * @param parts their trials; that of the class is made of the last one, begins with the first,
   *     and counts for as long as all of them together
   */
  void divided(String spec, Trial... parts) {
    Trial last = parts[parts.length - 1];
    String task = Keys.task(key, spec);
    Trial merged =
        new Trial(
                Keys.trial(task, Keys.lastPart(last.key())),
                task,
                last.slaveKey(),
                parts[0].startedAt(),
                last.finishedAt(),
                TrialStatus.PASSED,
                TrialVerdict.PASSED,
                "",
                "",
                parts.length,
                0,
                0,
                Stream.of(parts).map(part -> test(spec, "test" + part.slaveKey())).toList(),
                null,
                0)
            .withTook(Stream.of(parts).map(Trial::duration).reduce(Duration.ZERO, Duration::plus));
    List<PartTrial> trials = new ArrayList<>();
    for (Trial part : parts) {
      trials.add(new PartTrial(tasks.size() + 1, trials.size() + 1, parts.length, part));
    }
    TaskSplit split = new TaskSplit(parts.length, null, null);
    Task whole =
        new Task(
            task,
            key,
            spec,
            TaskStatus.PASSED,
            null,
            List.of(merged.key()),
            null,
            null,
            null,
            split);
    tasks.add(new FinishedTask(whole, List.of(merged), trials));
  }

  /**
   * A class of two parts that both failed, each with a trial of the class, and which then passed
   * whole.
   */
  void failedInParts(String spec, Trial first, Trial second, Trial whole) {
    String task = Keys.task(key, spec);
    List<PartTrial> parts =
        List.of(
            new PartTrial(tasks.size() + 1, 1, 2, first),
            new PartTrial(tasks.size() + 1, 2, 2, second));
    List<Trial> trials = List.of(ofTheClass(task, first), ofTheClass(task, second), whole);
    Task decided =
        new Task(
            task,
            key,
            spec,
            TaskStatus.PASSED,
            null,
            trials.stream().map(Trial::key).toList(),
            null,
            null,
            null,
            new TaskSplit(2, "its part 1/2 failed", null));
    tasks.add(new FinishedTask(decided, trials, parts));
  }

  private static Trial ofTheClass(String task, Trial part) {
    return new Trial(
        Keys.trial(task, Keys.lastPart(part.key())),
        task,
        part.slaveKey(),
        part.startedAt(),
        part.finishedAt(),
        part.status(),
        part.verdict(),
        "",
        "",
        part.passed(),
        part.pending(),
        part.failed(),
        part.cases(),
        null,
        0);
  }

  private static CaseResult test(String spec, String name) {
    return new CaseResult(spec, name, CaseResult.Outcome.PASSED, 5, null, null, null);
  }

  /** A class of which a part was refused, so that it ran whole, and another part did not begin. */
  void refused(String spec, Trial part, String why, Trial whole) {
    Trial refused =
        new Trial(
            part.key(),
            part.taskKey(),
            part.slaveKey(),
            part.startedAt(),
            part.finishedAt(),
            TrialStatus.ERROR,
            TrialVerdict.SUPERSEDED,
            "",
            "",
            0,
            0,
            0,
            List.of(),
            PartReport.REFUSED + why,
            0);
    Task task =
        new Task(
            Keys.task(key, spec),
            key,
            spec,
            TaskStatus.PASSED,
            null,
            List.of(whole.key()),
            null,
            null,
            null,
            new TaskSplit(2, why, "ab12"));
    tasks.add(
        new FinishedTask(
            task, List.of(whole), List.of(new PartTrial(tasks.size() + 1, 1, 2, refused))));
  }

  void task(String spec, TaskStatus status, Trial... trials) {
    List<String> trialKeys = List.of(trials).stream().map(Trial::key).toList();
    tasks.add(
        new FinishedTask(
            new Task(Keys.task(key, spec), key, spec, status, null, trialKeys), List.of(trials)));
  }

  /** Saves it all; the id of the run. */
  String save(Database database, double end) {
    TasksetArchive archive = new TasksetArchive(database);
    archive.saveFinished(
        Taskset.of(key)
            .rsyncName("shop")
            .commands("", "slave")
            .maxTrials(3)
            .tasksetClass("shop")
            .createdAt(start)
            .status(TasksetStatus.FAILED)
            .finishedAt(at(end))
            .counts(tasks.size(), 0, tasks.size())
            .user("alice")
            .build(),
        tasks.iterator());
    archive.saveLogs(key, "", slaves, logs, Collections.emptyIterator());
    return id;
  }

  private Instant at(double seconds) {
    return start.plusMillis(Math.round(seconds * 1_000));
  }
}

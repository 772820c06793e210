package io.rrrspec.persister.record;

import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.Slave;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.persister.record.save.FinishedTask;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/** The one large run of a seeded record: a task a second on each of its slaves. */
final class LargeRun {
  static final Instant BEGIN = Instant.ofEpochMilli(SeededRecord.START).minusSeconds(3_600);

  private static final int WORKERS = 20;
  private static final int SLAVES = 80;
  private static final int SYNC_SECONDS = 2;
  private static final int READY_SECONDS = 10;
  private static final long SECOND_TRIAL_AFTER = 450;

  private LargeRun() {}

  /** When it is over. */
  static Instant end(int tasks) {
    return BEGIN.plusSeconds(READY_SECONDS + (tasks + SLAVES - 1) / SLAVES);
  }

  /** The task with this number, from 0. */
  static FinishedTask task(RunBuilder run, int number, String output) {
    String spec = "com.example.large.Some%dTest".formatted(number);
    boolean failed = number % 100 == 0;
    boolean twice = failed || number % 50 == 1;
    String taskKey = run.taskKey(spec);
    List<Trial> trials = new ArrayList<>();
    if (twice) {
      trials.add(trial(taskKey, number, 0, 400, false, output));
    }
    trials.add(
        twice
            ? trial(taskKey, number, SECOND_TRIAL_AFTER, 400, !failed, output)
            : trial(taskKey, number, 0, 300 + number * 37L % 600, true, output));
    return run.finishedTask(
        spec, failed ? TaskStatus.FAILED : TaskStatus.PASSED, trials.toArray(Trial[]::new));
  }

  private static Trial trial(
      String taskKey, int number, long after, long millis, boolean good, String output) {
    Instant start = BEGIN.plusSeconds(READY_SECONDS + number / SLAVES).plusMillis(after);
    return new Trial(
        Keys.trial(taskKey, UUID.randomUUID().toString()),
        taskKey,
        slave(number % SLAVES),
        start,
        start.plusMillis(millis),
        good ? TrialStatus.PASSED : TrialStatus.FAILED,
        good ? TrialVerdict.PASSED : TrialVerdict.BAD,
        output,
        "",
        1,
        0,
        0,
        List.of(RunBuilder.testCase("adds", good ? Outcome.PASSED : Outcome.FAILED)),
        null,
        0);
  }

  static List<Slave> slaves(String log) {
    return IntStream.range(0, SLAVES)
        .mapToObj(i -> new Slave(slave(i), SlaveStatus.NORMAL_EXIT, List.of(), log))
        .toList();
  }

  static List<WorkerLog> workers(String run, int tasks, String log) {
    return IntStream.range(0, WORKERS)
        .mapToObj(
            i ->
                new WorkerLog(
                    Keys.workerLog(run, worker(i)),
                    worker(i),
                    run,
                    BEGIN,
                    BEGIN.plusSeconds(SYNC_SECONDS),
                    BEGIN.plusSeconds(READY_SECONDS),
                    end(tasks),
                    log))
        .toList();
  }

  private static String slave(int number) {
    return Keys.slave(worker(number % WORKERS), Integer.toString(number / WORKERS));
  }

  private static String worker(int number) {
    return "rrrspec:worker:host" + number;
  }
}

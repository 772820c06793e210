package io.rrrspec.client.local;

import io.rrrspec.client.command.FromPast;
import io.rrrspec.client.report.result.Jvms;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.run.Detail;
import io.rrrspec.common.run.RunTask;
import io.rrrspec.common.run.StoredRun;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.history.ClassRun;
import io.rrrspec.persister.record.history.ClassWindow;
import io.rrrspec.persister.record.history.SpecHistories;
import io.rrrspec.persister.record.run.RunInSql;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a JVM of a past run had run, in order.
 *
 * @param before the tasks, each once
 * @param task the task that failed after them; empty if all of the JVM is meant
 */
record PastJvm(List<String> before, String task) {
  /** A class may have failed so long ago that nobody looks further back. */
  private static final int RUNS = 100;

  private static final int MOST_NAMED = 10;

  PastJvm {
    before = List.copyOf(before);
  }

  /** All tasks, in their order. */
  List<String> tasks() {
    return task.isEmpty() ? before : List.of(task);
  }

  /**
   * Finds it in the record.
   *
   * @param tasks those that the project has
   * @throws UsageException if there is no such run, class or JVM
   */
  static PastJvm find(FromPast past, List<String> tasks, Database database, String tasksetClass) {
    if (past instanceof FromPast.Replay replay) {
      return replayed(run(database, replay.run()), replay);
    }
    FromPast.Bisect bisect = (FromPast.Bisect) past;
    String task = named(bisect.className(), tasks);
    String key = bisect.run();
    if (key != null) {
      StoredRun run = run(database, key);
      return before(run, task)
          .orElseThrow(
              () ->
                  new UsageException(
                      task
                          + " did not fail after others in run "
                          + run.taskset().id()
                          + ": it was the first of its JVM, or did not fail"));
    }
    return newest(task, database, tasksetClass);
  }

  private static StoredRun run(Database database, String key) {
    return RunInSql.find(database, Keys.lastPart(key))
        .orElseThrow(
            () ->
                new UsageException(
                    "no run "
                        + key
                        + " in the history of this machine: `rrrspec-java client history CLASS"
                        + " --local --json` names the runs of a class"));
  }

  private static String named(String className, List<String> tasks) {
    List<String> found =
        tasks.contains(className)
            ? List.of(className)
            : tasks.stream().filter(task -> isNamed(task, className)).toList();
    if (found.isEmpty()) {
      throw new UsageException("the project has no test class " + className);
    }
    if (found.size() > 1) {
      throw new UsageException(
          className + " is the name of several classes: write one of " + String.join(", ", found));
    }
    return found.get(0);
  }

  /** By the end of its class's name; a module in front is to be the task's. */
  private static boolean isNamed(String task, String name) {
    int colon = name.lastIndexOf(':');
    String end = name.substring(colon + 1);
    return task.startsWith(name.substring(0, colon + 1))
        && (task.endsWith("." + end) || task.endsWith(":" + end));
  }

  private static PastJvm newest(String task, Database database, String tasksetClass) {
    return new SpecHistories(database)
        .find(tasksetClass, task, ClassWindow.ofRuns(RUNS), RUNS).stream()
            .flatMap(history -> history.newest().stream())
            .filter(run -> run.trials().stream().anyMatch(t -> t.verdict() == TrialVerdict.BAD))
            .map(ClassRun::run)
            .flatMap(key -> before(run(database, key), task).stream())
            .findFirst()
            .orElseThrow(
                () ->
                    new UsageException(
                        task
                            + " did not fail after others in the last "
                            + RUNS
                            + " runs on this machine: there is nothing to search"));
  }

  /** The shortest of what had run before it where it failed. */
  private static Optional<PastJvm> before(StoredRun run, String task) {
    RunTask found =
        run.task(task)
            .orElseThrow(() -> new UsageException("run " + run.taskset().id() + " has no " + task));
    Map<String, List<Trial>> jvms = jvms(run);
    return found.trials().stream()
        .filter(trial -> trial.verdict() == TrialVerdict.BAD && trial.startedAt() != null)
        .map(trial -> new PastJvm(until(trial, jvms), task))
        .min(Comparator.comparingInt(jvm -> jvm.before().size()))
        .filter(jvm -> !jvm.before().isEmpty());
  }

  private static List<String> until(Trial trial, Map<String, List<Trial>> jvms) {
    List<String> before = new ArrayList<>();
    for (Trial other : jvms.getOrDefault(trial.slaveKey(), List.of())) {
      if (other.key().equals(trial.key())) {
        break;
      }
      before.add(specFile(other));
    }
    return before.stream().distinct().toList();
  }

  private static PastJvm replayed(StoredRun run, FromPast.Replay replay) {
    List<List<Trial>> jvms = List.copyOf(jvms(run).values());
    Integer wanted = replay.slave();
    if (jvms.isEmpty()) {
      throw new UsageException("no JVM of run " + run.taskset().id() + " ran anything");
    }
    if (wanted == null && jvms.size() > 1) {
      throw new UsageException(
          "run "
              + run.taskset().id()
              + " had "
              + jvms.size()
              + " JVMs: write which one, --slave 1 to "
              + jvms.size()
              + failures(jvms));
    }
    int number = wanted == null ? 1 : wanted;
    if (number < 1 || number > jvms.size()) {
      throw new UsageException(
          "option --slave is '" + number + "': write a number from 1 to " + jvms.size());
    }
    List<String> tasks = jvms.get(number - 1).stream().map(PastJvm::specFile).distinct().toList();
    return new PastJvm(tasks, "");
  }

  /** In which of them something failed, the first few; empty if in none. */
  private static String failures(List<List<Trial>> jvms) {
    List<String> failed = new ArrayList<>();
    for (int n = 0; n < jvms.size() && failed.size() < MOST_NAMED; n++) {
      for (Trial trial : jvms.get(n)) {
        if (trial.verdict() == TrialVerdict.BAD) {
          failed.add(specFile(trial) + " in " + (n + 1));
        }
      }
    }
    return failed.isEmpty() ? "" : " (failed: " + String.join(", ", failed) + ")";
  }

  /** The trials of each JVM, oldest first; the JVMs in the order in which they began. */
  private static Map<String, List<Trial>> jvms(StoredRun run) {
    List<Trial> all = new ArrayList<>();
    run.eachTask(Detail.OUTLINE, tasks -> tasks.forEach(task -> all.addAll(task.trials())));
    return Jvms.of(all);
  }

  private static String specFile(Trial trial) {
    String spec = Keys.specFileOf(trial.taskKey());
    return spec == null ? "" : spec;
  }
}

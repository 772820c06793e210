package io.rrrspec.experiments.simulation;

import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.experiments.simulation.Snapshot.TaskSeen;
import io.rrrspec.experiments.simulation.Snapshot.TasksetSeen;
import io.rrrspec.experiments.simulation.Snapshot.TrialSeen;
import io.rrrspec.server.arbiter.Arbiter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What must hold after each step. */
final class Invariants {

  private final World world;
  private final Plan plan;
  private final boolean foreign;

  /**
   * Makes them.
   *
   * @param plan tells whether parts of a foreign implementation take part, which nobody can keep
   *     from running a task beside others
   */
  Invariants(World world, Plan plan) {
    this.world = world;
    this.plan = plan;
    this.foreign = plan.foreign();
  }

  void check(Snapshot before, Snapshot after) {
    for (int i = 0; i < before.tasksets().size(); i++) {
      check(before.tasksets().get(i), after.tasksets().get(i));
    }
  }

  private void check(TasksetSeen before, TasksetSeen now) {
    String key = now.key();
    hold(!before.isOver() || before.status().equals(now.status()), "an end is final", key);
    int good = 0;
    int pending = 0;
    int failed = 0;
    int undecided = 0;
    for (TaskSeen task : now.tasks().values()) {
      check(before, now, before.task(task.key()), task);
      switch (task.status()) {
        case "passed" -> good++;
        case "pending" -> {
          good++;
          pending++;
        }
        case "failed" -> failed++;
        // Its parts are left in its place, as long as there are any.
        case "" -> undecided += Math.max(1, task.partsLeft().size());
        default -> throw new Violation("no status of a task: " + task.status(), task.key(), null);
      }
    }
    hold(now.succeeded() == good, "succeeded_count is what was decided so", key);
    hold(now.pending() == pending, "pending_count is what was decided so", key);
    hold(now.failed() == failed, "failed_count is what was decided so", key);
    hold(
        now.isOver() || now.left() == undecided || (now.isStopped() && now.left() < undecided),
        "tasks_left are the undecided ones",
        key);
    hold(
        !now.isStopped() || foreign || now.queued().isEmpty(), "what is stopped has no queue", key);
    hold(!now.isOver() || now.queued().isEmpty(), "what is over has no queue", key);
    if (now.status().equals("succeeded")) {
      hold(failed == 0 && undecided == 0, "succeeded: every task was decided good", key);
    }
    if (before.isOver()) {
      hold(
          before.succeeded() == now.succeeded() && before.failed() == now.failed(),
          "nothing late is counted",
          key);
    }
    Set<String> queued = new HashSet<>();
    for (String task : now.queued()) {
      hold(queued.add(task) || foreign, "a task is queued once", task);
    }
    checkSlaves(now);
  }

  private void check(
      TasksetSeen tasksetBefore, TasksetSeen taskset, TaskSeen before, TaskSeen now) {
    String key = now.key();
    hold(!before.isDecided() || before.status().equals(now.status()), "a decision is final", key);
    long passed = now.count("passed");
    long pending = now.count("pending");
    hold(now.bad() == now.count("bad"), "the bad trials are counted", key);
    hold(now.lost() == now.count("lost"), "the lost trials are counted", key);
    hold(
        !tasksetBefore.isStopped()
            || foreign
            || now.trials().values().stream()
                .allMatch(it -> before.trials().containsKey(it.key()) || now.isMadeOfParts(it)),
        "nothing begins after the stop",
        key);
    checkParts(taskset, before, now);
    for (TrialSeen trial : now.trials().values()) {
      check(tasksetBefore, now, before.trials().get(trial.key()), trial);
    }
    if (!before.isDecided() && now.isDecided()) {
      if (now.status().equals("failed")) {
        hold(passed + pending == 0, "what failed has no good trial", key);
        // However many of its parts fail, they are one try.
        long ofParts = now.parts().stream().filter(it -> it.status().equals("failed")).count();
        hold(
            now.bad() - Math.max(0, ofParts - 1)
                    >= (taskset.isStopped() ? 1 : plan.trials(now.specFile()))
                || now.lost() > Arbiter.MOST_LOST
                || foreign,
            "a task fails of max_trials bad trials, or of too many that were lost",
            key);
      } else {
        hold(passed + pending == 1, "one good trial decides", key);
        hold(now.count(now.status()) == 1, "the decision is that of its trial", key);
      }
    }
    hold(passed + pending <= 1, "at most one trial is good", key);
    if (!foreign && !taskset.isOver()) {
      long open = now.trials().values().stream().filter(TrialSeen::isOpen).count();
      hold(open <= (now.copied() ? 2 : 1), "a task is run by one slave at a time", key);
      hold(
          open == 0 || now.copied() || !taskset.queued().contains(key),
          "what runs is not queued",
          key);
    }
  }

  private void check(TasksetSeen before, TaskSeen task, @Nullable TrialSeen old, TrialSeen now) {
    String key = task.key();
    boolean ours = !now.slave().contains(":worker:f");
    if (old != null) {
      hold(
          old.verdict().isEmpty() || old.verdict().equals(now.verdict()),
          "a verdict is written once",
          key);
      hold(
          !ours || old.status().isEmpty() || old.status().equals(now.status()),
          "a result is written once",
          key);
    }
    if (now.verdict().isEmpty() || (old != null && !old.verdict().isEmpty())) {
      return;
    }
    hold(
        !before.isOver() || now.verdict().equals("superseded"),
        "what is judged after the end counts for nothing",
        key);
    TrialStatus truth = truth(task, now);
    switch (now.verdict()) {
      case "passed", "pending" ->
          hold(
              truth != null && truth.text().equals(now.verdict()),
              "a good trial was run to its end with that result",
              key);
      case "bad" -> {
        boolean bad = truth == TrialStatus.FAILED || truth == TrialStatus.ERROR;
        Outcome outcome = world.truth().outcome(task.specFile());
        boolean own = outcome.mayBeBad() && (bad || truth == TrialStatus.TIMEOUT || truth == null);
        hold(
            bad || own || world.truth().hasCrashed(now.slave()),
            "a bad trial is the test's own doing, or its JVM's",
            key);
      }
      case "lost", "superseded", "probe" -> {}
      default -> throw new Violation("no verdict: " + now.verdict(), key, null);
    }
  }

  /** A class that was divided runs whole or in parts, and never both. */
  private void checkParts(TasksetSeen taskset, TaskSeen before, TaskSeen now) {
    if (now.parts().isEmpty() || taskset.isOver()) {
      return;
    }
    int open = 0;
    for (TaskSeen part : now.parts()) {
      long trials = part.trials().values().stream().filter(TrialSeen::isOpen).count();
      hold(trials <= 1, "a part is run by one slave at a time", part.key());
      hold(
          trials == 0 || !taskset.queued().contains(part.key()),
          "a part that runs is not queued",
          part.key());
      open += trials > 0 ? 1 : 0;
    }
    boolean whole = now.trials().values().stream().anyMatch(TrialSeen::isOpen);
    hold(open == 0 || !whole, "a class does not run beside a part of itself", now.key());
    hold(
        now.partsLeft().isEmpty() || before.isDecided() || !now.isDecided(),
        "a class is not decided before all its parts have ended",
        now.key());
  }

  /** Of a trial that is made of those of all parts: all of them must have come to their ends. */
  private @Nullable TrialStatus truth(TaskSeen task, TrialSeen trial) {
    if (!task.isMadeOfParts(trial)) {
      return world.truth().ending(trial.key());
    }
    if (trial.verdict().equals("bad")) {
      return task.parts().stream()
          .map(part -> world.truth().ending(TaskSeen.trialOf(part, trial.key())))
          .filter(Objects::nonNull)
          .findFirst()
          .orElse(null);
    }
    TrialStatus all = TrialStatus.PASSED;
    for (TaskSeen part : task.parts()) {
      TrialStatus one =
          part.trials().values().stream()
              .filter(it -> it.verdict().equals("passed") || it.verdict().equals("pending"))
              .map(it -> world.truth().ending(it.key()))
              .filter(Objects::nonNull)
              .findFirst()
              .orElse(null);
      if (one == null) {
        return null;
      }
      all = one == TrialStatus.PASSED ? all : one;
    }
    return all;
  }

  /** The lease: a slave of ours holds one trial at a time. */
  private void checkSlaves(TasksetSeen now) {
    Map<String, String> holds = new HashMap<>();
    List<TaskSeen> all =
        now.tasks().values().stream()
            .flatMap(task -> Stream.concat(Stream.of(task), task.parts().stream()))
            .toList();
    for (TaskSeen task : all) {
      for (TrialSeen trial : task.trials().values()) {
        if (trial.isOpen() && world.truth().isAlive(trial.slave())) {
          String other = holds.put(trial.slave(), trial.key());
          hold(other == null, "a slave holds one trial: " + trial.slave(), task.key());
        }
      }
    }
  }

  private static void hold(boolean condition, String invariant, String subject) {
    if (!condition) {
      throw new Violation("broken: " + invariant, subject, null);
    }
  }
}

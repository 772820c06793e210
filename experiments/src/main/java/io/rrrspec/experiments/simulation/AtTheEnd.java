package io.rrrspec.experiments.simulation;

import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.experiments.simulation.Snapshot.TaskSeen;
import io.rrrspec.experiments.simulation.Snapshot.TasksetSeen;
import io.rrrspec.experiments.simulation.Snapshot.TrialSeen;
import io.rrrspec.persister.record.run.RunReader;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What must hold when all is over. */
final class AtTheEnd {
  /** What stays, by docs/redis-schema.md: none of it belongs to a taskset or a slave. */
  private static final List<String> STAYS =
      List.of(
          "sim:worker",
          "sim:worker:[^:]+",
          "sim:server",
          "sim:dispatcher_queue",
          "sim:arbiter_queue",
          "sim:queues",
          "sim:turns",
          "sim:job_count",
          "sim:(estimate_(sec|ms)|(cpu|wait)_estimate_ms|start_cost_ms|affinity|part_times):.*");

  private final World world;
  private final LostWrites lost;
  private final RunReader sql;

  AtTheEnd(World world, LostWrites lost) {
    this.world = world;
    this.lost = lost;
    this.sql = new RunReader(world.database());
  }

  void check(boolean cancelled, boolean foreign, boolean broken) {
    Snapshot now = world.seen();
    for (TasksetSeen taskset : now.tasksets()) {
      boolean all = taskset.tasks().values().stream().allMatch(TaskSeen::isDecided);
      String expected = taskset.failed() > 0 ? "failed" : "succeeded";
      if (all && !cancelled) {
        hold(taskset.status().equals(expected), "the end is that of the tasks", taskset.key());
      } else if (taskset.isStopped() && !cancelled) {
        hold(taskset.status().equals("failed"), "what was stopped has failed", taskset.key());
        for (TaskSeen task : taskset.tasks().values()) {
          hold(
              task.isDecided() || task.badAsIs() == 0,
              "what has failed is not called not run",
              task.key());
        }
      } else {
        hold(cancelled || broken || foreign, "every task is decided at the end", taskset.key());
      }
      inSql(taskset);
    }
    lifetimes();
  }

  private void inSql(TasksetSeen taskset) {
    String id = Keys.lastPart(taskset.key());
    Taskset saved =
        sql.find(id)
            .orElseThrow(() -> new Violation("SQL does not hold the run", taskset.key(), null));
    TasksetSeen first = lost.firstEnd(taskset.key());
    if (first != null) {
      hold(
          saved.status().text().equals(first.status())
              && saved.succeededCount() == first.succeeded()
              && saved.failedCount() == first.failed(),
          "SQL keeps the first end, of which somebody was told",
          taskset.key());
      return;
    }
    hold(saved.status().text().equals(taskset.status()), "SQL has its status", taskset.key());
    hold(
        saved.succeededCount() == taskset.succeeded() && saved.failedCount() == taskset.failed(),
        "SQL has its counts",
        taskset.key());
    List<Task> tasks = sql.tasks(id);
    hold(tasks.size() == taskset.tasks().size(), "SQL has each task once", taskset.key());
    for (Task task : tasks) {
      TaskSeen seen = taskset.task(task.key());
      hold(
          String.valueOf(task.status().text()).equals(seen.status()),
          "SQL has the decision: " + task.status() + ", " + seen.status(),
          task.key());
      List<Trial> trials = sql.trials(id, task.specFile());
      Set<String> keys = new TreeSet<>();
      for (Trial trial : trials) {
        hold(keys.add(trial.key()), "SQL has each trial once", task.key());
        TrialSeen of = seen.trials().get(trial.key());
        hold(
            of != null
                && (text(trial.verdict()).equals(of.verdict())
                    || of.verdict().equals("superseded")),
            "SQL has the verdict of " + trial.key() + ": " + trial.verdict(),
            task.key());
      }
      seen.trials()
          .forEach(
              (key, trial) ->
                  hold(
                      keys.contains(key) || trial.verdict().equals("superseded") || trial.isOpen(),
                      "SQL has every trial",
                      task.key()));
    }
  }

  private static String text(@Nullable TrialVerdict verdict) {
    return verdict == null ? "" : verdict.text();
  }

  private void lifetimes() {
    var redis = world.simulatedRedis().behind();
    for (String key : new TreeSet<>(redis.keys("sim:*"))) {
      if (redis.pttl(key) < 0
          && STAYS.stream().noneMatch(key::matches)
          && !isLateWordOfAnotherMake(key)) {
        String content = redis.type(key).equals("hash") ? " " + redis.hgetAll(key) : "";
        throw new Violation("a key has no lifetime: " + key + content, "", null);
      }
    }
  }

  /**
   * A foreign worker that could not say for half a minute how its slave ended: docs/
   * redis-schema.md names that.
   */
  private boolean isLateWordOfAnotherMake(String key) {
    return key.matches("sim:worker:f:slave:[0-9]+")
        && world.simulatedRedis().behind().hgetAll(key).keySet().equals(Set.of("status"));
  }

  private static void hold(boolean condition, String what, String subject) {
    if (!condition) {
      throw new Violation("broken at the end: " + what, subject, null);
    }
  }
}

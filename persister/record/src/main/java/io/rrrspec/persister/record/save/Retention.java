package io.rrrspec.persister.record.save;

import io.rrrspec.common.ServiceException;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.database.DatabaseErrors;
import io.rrrspec.persister.record.request.SavedRequests;
import io.rrrspec.persister.record.row.TasksetClass;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * Deletes old runs, and then old requests and what is kept of classes without runs, in small steps,
 * each a short transaction that locks nothing but rows of runs that go.
 *
 * <p>A run is given up first: in one transaction it loses its id, its taskset_class and its flaky
 * tests, and so is found by nobody any more. What belongs to it is deleted after that, a part at a
 * time. Whoever did half of it may go away: another one finds what was given up and goes on. Two at
 * once wait for each other's steps.
 */
public final class Retention {
  /**
   * The logs of a run come seconds after it; what has none after a day gets none. Unless it was
   * saved only now, since the database was away: then not so many newer ones are there.
   */
  private static final String HAS_ITS_LOGS =
      "(logs_saved OR (ended_ms > 0 AND ended_ms < :logs AND id < (SELECT MAX(id) FROM taskset) -"
          + " 100))";

  private static final Duration LOGS_COME_WITHIN = Duration.ofDays(1);

  /** So many runs are given up at once. */
  private static final int RUNS_A_STEP = 20;

  /** So many tasks with their trials are deleted at once. */
  private static final int TASKS_A_STEP = 200;

  /** So many requests are deleted at once. */
  private static final int REQUESTS_A_STEP = 500;

  /** Tables with rows for each task; the tasks themselves come last. */
  private static final List<String> PER_TASK =
      List.of("trial", "failed_case", "flaky_case", "task");

  /** Tables with a few rows for each run. */
  private static final List<String> PER_RUN = List.of("slave", "worker_log");

  private final Database database;
  private final SavedRequests requests;
  private final int keepRuns;
  private final int keepDays;

  /**
   * Nothing is deleted yet.
   *
   * @param keepRuns so many runs of each taskset_class are kept, the newest; 0: all
   * @param keepDays so long runs and requests are kept; 0: for ever
   */
  public Retention(Database database, int keepRuns, int keepDays) {
    this.database = database;
    this.requests = new SavedRequests(database);
    this.keepRuns = keepRuns;
    this.keepDays = keepDays;
  }

  /** What a step did. */
  public record Step(boolean didSomething, int runsDeleted) {}

  /** Deletes a part of what was given up; if there is nothing, gives up the next runs. */
  public Step step(Instant now) {
    try {
      List<Going> going = database.read(handle -> going(handle, ""));
      if (!going.isEmpty()) {
        return new Step(true, database.transaction(Retention::delete));
      }
      List<Long> old = database.read(handle -> old(handle, now));
      if (old.isEmpty()) {
        boolean requestsWent = deleteRequests(now);
        return new Step(ForgottenClasses.delete(database, now) || requestsWent, 0);
      }
      database.transaction(handle -> giveUp(handle, old));
      return new Step(true, 0);
    } catch (ServiceException e) {
      if (DatabaseErrors.isCollision(e)) {
        // Undone as a whole; the next step does it again.
        return new Step(true, 0);
      }
      throw e;
    }
  }

  /** Whether there were some; they are kept as long as runs, however many there are. */
  private boolean deleteRequests(Instant now) {
    return keepDays > 0
        && requests.deleteEndedBefore(now.minus(Duration.ofDays(keepDays)), REQUESTS_A_STEP) > 0;
  }

  /** The oldest runs that are not kept. */
  private List<Long> old(Handle handle, Instant now) {
    List<Long> old = keepDays == 0 ? new ArrayList<>() : tooOld(handle, now);
    if (keepRuns > 0) {
      for (TasksetClass each : TasksetClass.all(handle)) {
        if (old.size() < RUNS_A_STEP) {
          old.addAll(tooMany(handle, each, now));
        }
      }
    }
    return old.stream().distinct().limit(RUNS_A_STEP).toList();
  }

  /** A run of which nobody knows when it was has 0 there. */
  private List<Long> tooOld(Handle handle, Instant now) {
    return handle
        .createQuery(
            "SELECT id FROM taskset WHERE ended_ms > 0 AND ended_ms < :limit AND "
                + HAS_ITS_LOGS
                + " ORDER BY ended_ms, id LIMIT :runs")
        .bind("logs", now.minus(LOGS_COME_WITHIN).toEpochMilli())
        .bind("limit", now.minus(Duration.ofDays(keepDays)).toEpochMilli())
        .bind("runs", RUNS_A_STEP)
        .mapTo(Long.class)
        .list();
  }

  private List<Long> tooMany(Handle handle, TasksetClass of, Instant now) {
    return handle
        .createQuery(
            "SELECT id FROM taskset WHERE class_hash = :class AND id <= (SELECT id FROM taskset"
                + " WHERE class_hash = :class ORDER BY class_hash DESC, id DESC LIMIT 1 OFFSET"
                + " :keep) AND "
                + HAS_ITS_LOGS
                + " ORDER BY class_hash, id LIMIT :runs")
        .bind("class", of.hash())
        .bind("keep", keepRuns)
        .bind("logs", now.minus(LOGS_COME_WITHIN).toEpochMilli())
        .bind("runs", RUNS_A_STEP)
        .mapTo(Long.class)
        .list();
  }

  private static boolean giveUp(Handle handle, List<Long> runs) {
    // No id of a run has a colon in it.
    handle
        .createUpdate(
            "UPDATE taskset SET uuid = CONCAT('going:', id), class_hash = :none WHERE id IN"
                + " (<runs>) AND class_hash <> :none")
        .bindList("runs", runs)
        .bind("none", TasksetClass.none())
        .execute();
    handle
        .createUpdate("DELETE FROM flaky_case WHERE taskset_id IN (<runs>)")
        .bindList("runs", runs)
        .execute();
    return true;
  }

  private record Going(long run, int tasks) {}

  /** Runs that were given up, the oldest first. */
  private static List<Going> going(Handle handle, String lock) {
    return handle
        .createQuery(
            "SELECT id, task_count FROM taskset WHERE class_hash = :none ORDER BY class_hash, id"
                + " LIMIT :runs"
                + lock)
        .bind("none", TasksetClass.none())
        .bind("runs", lock.isEmpty() ? 1 : RUNS_A_STEP)
        .map((row, context) -> new Going(row.getLong(1), row.getInt(2)))
        .list();
  }

  /** Returns how many runs are gone now. */
  private static int delete(Handle handle) {
    List<Going> together = new ArrayList<>();
    int tasks = 0;
    for (Going next : going(handle, " FOR UPDATE")) {
      tasks += Math.max(1, next.tasks);
      if (tasks > TASKS_A_STEP) {
        break;
      }
      together.add(next);
    }
    return together.isEmpty() ? deletePart(handle) : delete(handle, together);
  }

  private static int delete(Handle handle, List<Going> all) {
    String runs =
        all.stream().map(going -> "" + going.run).collect(Collectors.joining(", ", "(", ")"));
    PER_TASK.forEach(table -> handle.execute(in(table, runs)));
    PER_RUN.forEach(table -> handle.execute(in(table, runs)));
    return handle.execute("DELETE FROM taskset WHERE id IN " + runs);
  }

  private static String in(String table, String runs) {
    return "DELETE FROM " + table + " WHERE taskset_id IN " + runs;
  }

  /** Of the first run, which is large, so many tasks; with the last of them the run. */
  private static int deletePart(Handle handle) {
    List<Going> first = going(handle, " FOR UPDATE");
    if (first.isEmpty()) {
      return 0;
    }
    long run = first.get(0).run;
    Integer last =
        handle
            .createQuery(
                "SELECT task_no FROM task WHERE taskset_id = :run ORDER BY taskset_id, task_no"
                    + " LIMIT 1 OFFSET :tasks")
            .bind("run", run)
            .bind("tasks", TASKS_A_STEP - 1)
            .mapTo(Integer.class)
            .findOne()
            .orElse(null);
    if (last == null) {
      return delete(handle, first.subList(0, 1));
    }
    for (String table : PER_TASK) {
      handle
          .createUpdate("DELETE FROM " + table + " WHERE taskset_id = :run AND task_no <= :last")
          .bind("run", run)
          .bind("last", last)
          .execute();
    }
    return 0;
  }
}

package io.rrrspec.persister.record.history;

import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.row.Hash;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * What past runs say about JVMs that are made for speed. Each class is looked at by itself: a run
 * of other classes says nothing about it.
 */
public final class QuickHistory {
  /**
   * Runs are read as a whole, since most of them have all classes. What is left then, such as new
   * classes, is looked up one by one if it is no more than this.
   */
  private static final int FEW = 32;

  /** So many runs are read as a whole, at most. */
  private static final int MAX_RUNS = 400;

  /** They have so many times the rows that are needed, at most. */
  private static final int MOST_ROWS = 3;

  /**
   * Whether a task had a bad trial. Nearly all tasks have one trial, so that the index alone says
   * that the others need not be read: a good task with a bad trial has two. Parts of runs, and
   * results that were given, are no runs of the class.
   */
  private static final String TASKS =
      "SELECT k.taskset_id, k.spec_file, k.status, k.cpu_ms, k.quick, CASE WHEN EXISTS (SELECT 1"
          + " FROM trial x WHERE x.taskset_id = k.taskset_id AND x.task_no = k.task_no AND"
          + " x.trial_no = 1) THEN (SELECT COUNT(*) FROM trial x WHERE x.taskset_id = k.taskset_id"
          + " AND x.task_no = k.task_no AND x.verdict = 'bad') ELSE 0 END AS bad FROM task k";

  private static final String OF_RUN =
      TASKS + " WHERE k.taskset_id = :run AND k.status <> '' ORDER BY k.taskset_id, k.task_no";

  private static final String OF_CLASS =
      TASKS
          + " JOIN taskset s ON s.id = k.taskset_id WHERE k.spec_hash = :spec AND k.taskset_id <"
          + " :before AND k.status <> '' AND NOT s.partial_run AND NOT s.cached"
          + " ORDER BY k.spec_hash DESC, k.taskset_id DESC LIMIT :most";

  private final Database database;

  public QuickHistory(Database database) {
    this.database = database;
  }

  /**
   * What the last {@link Estimates#RUNS} runs of each class say, however many runs without it lie
   * between.
   *
   * @param specFiles of which classes
   * @return by spec_file; without those that never ran
   */
  public Map<String, QuickRecord> of(String tasksetClass, Collection<String> specFiles) {
    // In an order, so that the same is asked for in the same order by everybody.
    Map<String, Seen> open = new TreeMap<>();
    specFiles.forEach(spec -> open.put(spec, new Seen()));
    Map<String, Seen> all = new HashMap<>(open);
    database.read(handle -> read(handle, tasksetClass, open));
    Set<String> refused = database.read(handle -> refused(handle, tasksetClass));
    Map<String, QuickRecord> records = new HashMap<>();
    all.forEach(
        (spec, seen) -> {
          if (seen.runs > 0) {
            records.put(spec, seen.record(refused.contains(spec)));
          }
        });
    return records;
  }

  /** Reads on until nothing is open, or nothing more is there. */
  private static int read(Handle handle, String tasksetClass, Map<String, Seen> open) {
    long most = (long) MOST_ROWS * Estimates.RUNS * open.size();
    long before = Long.MAX_VALUE;
    if (open.size() > FEW) {
      long rows = 0;
      for (long run : ClassHistory.newestRuns(handle, tasksetClass, MAX_RUNS)) {
        rows += readRun(handle, run, open);
        before = run;
        open.values().removeIf(Seen::isSettled);
        if (open.size() <= FEW || rows > most) {
          break;
        }
      }
    }
    if (open.size() <= FEW) {
      for (Map.Entry<String, Seen> one : open.entrySet()) {
        readClass(handle, Hash.of(tasksetClass, one.getKey()), before, one.getValue());
      }
    }
    return open.size();
  }

  private static int readRun(Handle handle, long run, Map<String, Seen> open) {
    return handle
        .createQuery(OF_RUN)
        .bind("run", run)
        .scanResultSet(
            (rows, context) -> {
              ResultSet row = rows.get();
              int read = 0;
              while (row.next()) {
                read++;
                Seen seen = open.get(row.getString(2));
                if (seen != null) {
                  add(row, seen);
                }
              }
              return read;
            });
  }

  private static void readClass(Handle handle, byte[] spec, long before, Seen seen) {
    int unused =
        handle
            .createQuery(OF_CLASS)
            .bind("spec", spec)
            .bind("before", before)
            .bind("most", Estimates.RUNS - seen.runs)
            .scanResultSet(
                (rows, context) -> {
                  ResultSet row = rows.get();
                  while (row.next()) {
                    add(row, seen);
                  }
                  return 0;
                });
  }

  private static void add(ResultSet row, Seen seen) throws SQLException {
    long millis = row.getLong(4);
    Duration time = row.wasNull() ? null : Duration.ofMillis(millis);
    boolean good = !row.getString(3).equals("failed") && row.getInt(6) == 0;
    seen.add(good, time, row.getString(5) != null);
  }

  private static Set<String> refused(Handle handle, String tasksetClass) {
    return new HashSet<>(
        handle
            .createQuery("SELECT spec_file FROM quick_refusal WHERE class_hash = :class")
            .bind("class", Hash.of(tasksetClass))
            .mapTo(String.class)
            .list());
  }

  /** One class, run by run, the newest first. */
  private static final class Seen {
    private static final int NEWEST = 3;

    private final List<Duration> asIs = new ArrayList<>(1);
    private final List<Duration> quick = new ArrayList<>(0);
    private int runs;
    private int passes;
    private int asIsInARow;
    private int quickInARow;
    private int quickOfNewest;
    private boolean stable = true;

    void add(boolean good, @Nullable Duration time, boolean inQuick) {
      asIsInARow += !inQuick && asIsInARow == runs ? 1 : 0;
      quickInARow += inQuick && quickInARow == runs ? 1 : 0;
      quickOfNewest |= inQuick && runs < NEWEST ? 1 << runs : 0;
      runs++;
      stable &= good;
      if (!stable) {
        return;
      }
      passes++;
      if (time != null) {
        (inQuick ? quick : asIs).add(time);
      }
    }

    /** Whether older runs say no more. */
    boolean isSettled() {
      return runs >= Estimates.RUNS || !stable;
    }

    /** While a class is measured it is never in quick JVMs twice in a row. */
    private boolean stays() {
      return (quickOfNewest & 0b11) == 0b11 || quickOfNewest == 0b110;
    }

    QuickRecord record(boolean refused) {
      return new QuickRecord(
          passes,
          asIsInARow,
          quickInARow,
          stays(),
          usual(asIs),
          quick.size(),
          usual(quick),
          refused);
    }

    /**
     * The weighted median; of short times their mean. A process counts in steps of 10 ms, so that a
     * class of 3 ms takes 0 or 10, and only the mean of many says how much.
     */
    private static @Nullable Duration usual(List<Duration> times) {
      if (times.isEmpty()) {
        return null;
      }
      Duration sum = Duration.ZERO;
      for (Duration time : times) {
        if (time.compareTo(QuickRecord.SHORT) > 0) {
          return Estimates.usual(times);
        }
        sum = sum.plus(time);
      }
      return sum.dividedBy(times.size());
    }
  }
}

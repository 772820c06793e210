package io.rrrspec.persister.record.history;

import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.row.Hash;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** What past runs say about JVMs that are made for speed. */
public final class QuickHistory {
  private static final String TASKS =
      "SELECT spec_file, status, cpu_ms, quick FROM task WHERE taskset_id = :run AND status <> ''";

  private static final String BAD =
      "SELECT DISTINCT k.spec_file FROM task k JOIN trial x ON x.taskset_id = k.taskset_id AND"
          + " x.task_no = k.task_no WHERE k.taskset_id = :run AND x.verdict = 'bad'";

  private final Database database;

  public QuickHistory(Database database) {
    this.database = database;
  }

  /**
   * What the last runs of a taskset_class say.
   *
   * @param classes by spec_file
   * @param runsSinceQuick how many of the newest runs had nothing in quick JVMs
   */
  public record Found(Map<String, QuickRecord> classes, int runsSinceQuick) {}

  /** Looks at the runs that estimates are made of: two queries for each, along primary keys. */
  public Found of(String tasksetClass) {
    List<Long> runs = new ClassHistory(database).newestRuns(tasksetClass);
    return database.read(
        handle -> {
          Map<String, Seen> seen = new HashMap<>();
          int since = 0;
          boolean quickCame = false;
          for (Long run : runs) {
            quickCame |= read(handle, run, seen);
            since += quickCame ? 0 : 1;
          }
          Set<String> refused = refused(handle, tasksetClass);
          Map<String, QuickRecord> records = new HashMap<>();
          seen.forEach((spec, one) -> records.put(spec, one.record(refused.contains(spec))));
          return new Found(records, since);
        });
  }

  private static boolean read(Handle handle, long run, Map<String, Seen> seen) {
    Set<String> bad =
        new HashSet<>(handle.createQuery(BAD).bind("run", run).mapTo(String.class).list());
    return handle
        .createQuery(TASKS)
        .bind("run", run)
        .scanResultSet(
            (rows, context) -> {
              ResultSet row = rows.get();
              boolean anyQuick = false;
              while (row.next()) {
                String spec = row.getString(1);
                String quick = row.getString(4);
                anyQuick |= quick != null;
                boolean good = !row.getString(2).equals("failed") && !bad.contains(spec);
                seen.computeIfAbsent(spec, name -> new Seen()).add(good, millis(row), quick);
              }
              return anyQuick;
            });
  }

  private static @Nullable Duration millis(ResultSet row) throws SQLException {
    long millis = row.getLong(3);
    return row.wasNull() ? null : Duration.ofMillis(millis);
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
    private final List<Duration> asIs = new ArrayList<>(1);
    private final List<Duration> quick = new ArrayList<>(0);
    private int passes;
    private boolean stable = true;

    void add(boolean good, @Nullable Duration time, @Nullable String state) {
      stable &= good;
      if (!stable) {
        return;
      }
      passes++;
      if (time != null) {
        (state == null ? asIs : quick).add(time);
      }
    }

    QuickRecord record(boolean refused) {
      return new QuickRecord(passes, asIs.size(), usual(asIs), quick.size(), usual(quick), refused);
    }

    private static @Nullable Duration usual(List<Duration> times) {
      return times.isEmpty() ? null : Estimates.usual(times);
    }
  }
}

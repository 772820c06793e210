package io.rrrspec.persister.record.history;

import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.PastTests;
import io.rrrspec.common.model.TaskJvm;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.row.Hash;
import io.rrrspec.persister.record.row.JvmColumns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * What past runs say about kinds of JVM. Each class is looked at by itself: a run of other classes
 * says nothing about it.
 */
public final class JvmHistory {
  /**
   * Runs are read as a whole, since most of them have all classes. What is left then, such as new
   * classes, is looked up one by one if it is no more than this.
   */
  private static final int FEW = 32;

  /** In so many runs it is looked for what tests a class had. */
  private static final int RECENT = 5;

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
      "SELECT k.taskset_id, k.spec_file, k.status, k.cpu_ms, k.quick, k.jvm, CASE WHEN EXISTS"
          + " (SELECT 1 FROM trial x WHERE x.taskset_id = k.taskset_id AND x.task_no = k.task_no AND"
          + " x.trial_no = 1) THEN (SELECT COUNT(*) FROM trial x WHERE x.taskset_id = k.taskset_id"
          + " AND x.task_no = k.task_no AND x.verdict = 'bad') ELSE 0 END AS bad FROM task k";

  private static final String OF_RUN =
      TASKS + " WHERE k.taskset_id = :run AND k.status <> '' ORDER BY k.taskset_id, k.task_no";

  private static final String OF_CLASS =
      TASKS
          + " JOIN taskset s ON s.id = k.taskset_id WHERE k.spec_hash = :spec AND k.taskset_id <"
          + " :before AND k.status <> '' AND NOT s.partial_run AND NOT s.cached"
          + " ORDER BY k.spec_hash DESC, k.taskset_id DESC LIMIT :most";

  private static final String PLAIN =
      "SELECT id FROM taskset WHERE class_hash = :class AND way LIKE 'plain %'"
          + " ORDER BY class_hash DESC, id DESC LIMIT :most";

  private static final String TESTS =
      "SELECT k.spec_file, x.passed, x.pending, x.tests_ran FROM task k JOIN trial x ON"
          + " x.taskset_id = k.taskset_id AND x.task_no = k.task_no WHERE k.taskset_id = :run AND"
          + " k.status IN ('passed', 'pending') AND x.verdict IN ('passed', 'pending')";

  private final Database database;

  public JvmHistory(Database database) {
    this.database = database;
  }

  /**
   * What the last {@link Estimates#RUNS} runs of each class say, however many runs without it lie
   * between. A plain run in which it was good says nothing but that: nobody chose its kind of JVM.
   *
   * @param specFiles of which classes
   * @return by spec_file; without those that never ran
   */
  public Map<String, JvmRecord> of(String tasksetClass, Collection<String> specFiles) {
    return database.read(handle -> of(handle, tasksetClass, specFiles));
  }

  private static Map<String, JvmRecord> of(
      Handle handle, String tasksetClass, Collection<String> specFiles) {
    // In an order, so that the same is asked for in the same order by everybody.
    Map<String, Seen> open = new TreeMap<>();
    specFiles.forEach(spec -> open.put(spec, new Seen()));
    Map<String, Seen> all = new HashMap<>(open);
    int unused = read(handle, tasksetClass, open);
    Map<String, Set<JvmKind>> refused = refused(handle, tasksetClass);
    Map<String, JvmRecord> records = new HashMap<>();
    all.forEach(
        (spec, seen) -> {
          if (seen.runs > 0 || seen.passes > 0) {
            records.put(spec, seen.record(refused.getOrDefault(spec, Set.of())));
          }
        });
    return records;
  }

  /** Reads on until nothing is open, or nothing more is there. */
  private static int read(Handle handle, String tasksetClass, Map<String, Seen> open) {
    Set<Long> plain = plainRuns(handle, tasksetClass);
    long most = (long) MOST_ROWS * Estimates.RUNS * open.size();
    long before = Long.MAX_VALUE;
    if (open.size() > FEW) {
      long rows = 0;
      for (long run : ClassHistory.newestRuns(handle, tasksetClass, MAX_RUNS)) {
        rows += readRun(handle, run, open, plain);
        before = run;
        open.values().removeIf(Seen::isSettled);
        if (open.size() <= FEW || rows > most) {
          break;
        }
      }
    }
    if (open.size() <= FEW) {
      for (Map.Entry<String, Seen> one : open.entrySet()) {
        readClass(handle, Hash.of(tasksetClass, one.getKey()), before, one.getValue(), plain);
      }
    }
    return open.size();
  }

  /**
   * What tests classes had when they last passed. Looks at the newest {@value #RECENT} runs, so
   * that what is seldom run is not known.
   *
   * @return by spec_file
   */
  public Map<String, PastTests> tests(String tasksetClass) {
    return database.read(
        handle -> {
          Map<String, PastTests> tests = new HashMap<>();
          for (long run : ClassHistory.newestRuns(handle, tasksetClass, RECENT)) {
            addTests(handle, run, tests);
          }
          return tests;
        });
  }

  private static void addTests(Handle handle, long run, Map<String, PastTests> all) {
    int unused =
        handle
            .createQuery(TESTS)
            .bind("run", run)
            .scanResultSet(
                (rows, context) -> {
                  ResultSet row = rows.get();
                  while (row.next()) {
                    int passed = row.getInt(2);
                    int tests = passed + row.getInt(3);
                    long number = row.getLong(4);
                    Long ran = row.wasNull() ? null : number;
                    all.putIfAbsent(row.getString(1), new PastTests(tests, passed, ran));
                  }
                  return 0;
                });
  }

  private static Set<Long> plainRuns(Handle handle, String tasksetClass) {
    return handle
        .createQuery(PLAIN)
        .bind("class", Hash.of(tasksetClass))
        .bind("most", MAX_RUNS)
        .mapTo(Long.class)
        .set();
  }

  private static int readRun(Handle handle, long run, Map<String, Seen> open, Set<Long> plain) {
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
                  add(row, seen, plain);
                }
              }
              return read;
            });
  }

  private static void readClass(
      Handle handle, byte[] spec, long before, Seen seen, Set<Long> plain) {
    int unused =
        handle
            .createQuery(OF_CLASS)
            .bind("spec", spec)
            .bind("before", before)
            .bind("most", MOST_ROWS * (Estimates.RUNS - seen.runs))
            .scanResultSet(
                (rows, context) -> {
                  ResultSet row = rows.get();
                  while (seen.runs < Estimates.RUNS && row.next()) {
                    add(row, seen, plain);
                  }
                  return 0;
                });
  }

  private static void add(ResultSet row, Seen seen, Set<Long> plain) throws SQLException {
    long millis = row.getLong(4);
    Duration time = row.wasNull() ? null : Duration.ofMillis(millis);
    boolean good = !row.getString(3).equals("failed") && row.getInt(7) == 0;
    if (good && plain.contains(row.getLong(1))) {
      seen.addPlain();
      return;
    }
    TaskJvm jvm = JvmColumns.read(row.getString(5), row.getString(6));
    if (jvm != null && jvm.state() == TaskJvm.State.UNSTARTED) {
      seen.unstarted.add(jvm.kind());
      jvm = null;
    } else if (jvm != null && jvm.state() == TaskJvm.State.DIFFERS) {
      seen.differs.add(jvm.kind());
      jvm = null;
    }
    seen.add(good, time, jvm == null ? JvmKind.AS_IS : jvm.kind());
  }

  private static Map<String, Set<JvmKind>> refused(Handle handle, String tasksetClass) {
    return handle
        .createQuery("SELECT spec_file, jvm FROM jvm_refusal WHERE class_hash = :class")
        .bind("class", Hash.of(tasksetClass))
        .reduceRows(
            new HashMap<>(),
            (all, row) -> {
              JvmKind kind = JvmKind.parse(row.getColumn("jvm", String.class));
              if (kind != null) {
                all.computeIfAbsent(
                        row.getColumn("spec_file", String.class),
                        spec -> EnumSet.noneOf(JvmKind.class))
                    .add(kind);
              }
              return all;
            });
  }

  /** One class, run by run, the newest first. */
  private static final class Seen {
    private final Map<JvmKind, List<Duration>> times = new EnumMap<>(JvmKind.class);
    private final List<JvmKind> kinds = new ArrayList<>();
    private final Set<JvmKind> unstarted = EnumSet.noneOf(JvmKind.class);
    private final Set<JvmKind> differs = EnumSet.noneOf(JvmKind.class);
    private int runs;
    private int passes;
    private boolean stable = true;

    void add(boolean good, @Nullable Duration time, JvmKind kind) {
      kinds.add(kind);
      runs++;
      stable &= good;
      if (!stable) {
        return;
      }
      passes++;
      if (time != null) {
        times.computeIfAbsent(kind, unused -> new ArrayList<>()).add(time);
      }
    }

    void addPlain() {
      if (stable) {
        passes++;
      }
    }

    /** Whether older runs say no more. */
    boolean isSettled() {
      return runs >= Estimates.RUNS || !stable;
    }

    JvmRecord record(Set<JvmKind> refused) {
      Map<JvmKind, JvmRecord.Measured> measured = new EnumMap<>(JvmKind.class);
      times.forEach(
          (kind, all) -> measured.put(kind, new JvmRecord.Measured(all.size(), usual(all))));
      Set<JvmKind> closed = EnumSet.copyOf(differs);
      closed.addAll(refused);
      return new JvmRecord(Math.min(passes, Estimates.RUNS), kinds, measured, closed, unstarted);
    }

    /**
     * The weighted median; of short times their mean. A process counts in steps of 10 ms, so that a
     * class of 3 ms takes 0 or 10, and only the mean of many says how much.
     */
    private static Duration usual(List<Duration> times) {
      Duration sum = Duration.ZERO;
      for (Duration time : times) {
        if (time.compareTo(JvmRecord.SHORT) > 0) {
          return Estimates.usual(times);
        }
        sum = sum.plus(time);
      }
      return sum.dividedBy(times.size());
    }
  }
}

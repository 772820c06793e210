package io.rrrspec.persister.record.history;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.KnownParts;
import io.rrrspec.common.model.PartTimes;
import io.rrrspec.common.model.TaskSplit;
import io.rrrspec.common.model.TestId;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.row.Cases;
import io.rrrspec.persister.record.row.Hash;
import java.sql.ResultSet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * How long the tests of the longest classes took, by which these are divided, and which classes are
 * not to be divided.
 *
 * <ul>
 *   <li>What counts is the newest good trial of a class. What the class took besides its tests is
 *       its set-up.
 *   <li>Parts that ran in JVMs of their own may have taken more processor time together than the
 *       whole class: what its first test makes, such as a table of all time zones, each of them
 *       made again. That counts as its set-up, if it is more; but for a second each, since any
 *       class takes longer in a JVM that has run nothing.
 *   <li>Tests that took longer together than their class have run at the same time: such a class
 *       stays whole.
 *   <li>With them comes the digest of the class files with which the class has passed last.
 *   <li>A class that ran in parts in the last {@value KnownParts#MOST_IN_PARTS} of its own runs
 *       runs whole once: what its tests do to one another is seen then.
 *   <li>A class whose parts workers refuse again and again, since they have other class files than
 *       those that it was recorded with, stays whole until it passes with others.
 * </ul>
 */
final class SplitHistory {
  /** So many classes, the longest of a run; their tests are unpacked for each. */
  private static final int MOST_CLASSES = 200;

  private static final String AT_ONCE = "its tests run at the same time";

  /** What any class may take longer if it is the first one in its JVM. */
  private static final Duration WARM_UP = Duration.ofSeconds(1);

  private final Database database;

  SplitHistory(Database database) {
    this.database = database;
  }

  /**
   * Reads them.
   *
   * @param runs the numbers of runs, newest first
   * @param since refusals from before that are over, so that the class is tried again
   * @return by spec_file
   */
  Map<String, KnownParts> of(String tasksetClass, List<Long> runs, Instant since) {
    return database.read(
        handle -> {
          OwnRuns own = new OwnRuns();
          runs.forEach(run -> own.read(handle, run));
          Map<String, KnownParts> known = new HashMap<>();
          own.newest.forEach((run, specs) -> read(handle, run, specs, known));
          own.paidAgain()
              .forEach(
                  (spec, again) ->
                      known.computeIfPresent(spec, (same, parts) -> parts.withSetup(again)));
          refuse(handle, tasksetClass, since, known);
          addPasses(handle, tasksetClass, known);
          own.inParts.forEach(
              (spec, times) -> {
                if (times >= KnownParts.MOST_IN_PARTS) {
                  known.computeIfPresent(spec, (same, parts) -> whole(parts));
                }
              });
          own.refused.forEach(
              (spec, refused) ->
                  known.computeIfPresent(spec, (same, parts) -> refused.applyTo(parts)));
          return known;
        });
  }

  /** Stays whole once, unless another reason keeps it whole with its class files of now. */
  private static KnownParts whole(KnownParts often) {
    return often.times(often.passedWith()) == null
        ? often
        : often.with(KnownParts.OFTEN_IN_PARTS, null);
  }

  private static final String GOOD_AND_LONG =
      " WHERE k.taskset_id = :run AND k.duration_ms >= :shortest AND k.status IN ('passed',"
          + " 'pending')%s ORDER BY k.duration_ms DESC LIMIT :most";

  private static Query longest(Handle handle, long run, String select, String and) {
    return handle
        .createQuery(select + GOOD_AND_LONG.formatted(and))
        .bind("run", run)
        .bind("shortest", PartTimes.SHORTEST_CLASS.toMillis())
        .bind("most", MOST_CLASSES);
  }

  /**
   * A run of a class in parts.
   *
   * @param processor what they took together
   */
  private record Apart(int parts, Duration processor) {
    /**
     * What each of them but one has paid again.
     *
     * @param whole what the class takes in one piece
     */
    Duration paidAgain(Duration whole) {
      Duration more =
          processor
              .minus(whole)
              .minus(WARM_UP.multipliedBy(parts))
              .dividedBy(Math.max(1, parts - 1L));
      return more.isNegative() ? Duration.ZERO : more;
    }
  }

  /** The good runs of each class: a run of other classes says nothing about it. */
  private static final class OwnRuns {
    /** The classes of which a run is the newest, by its number. */
    private final Map<Long, Set<String>> newest = new LinkedHashMap<>();

    /** How often each class ran in parts since it last ran whole. */
    private final Map<String, Integer> inParts = new HashMap<>();

    /** What slaves refused of each class since its parts decided it. */
    private final Map<String, OtherFiles> refused = new HashMap<>();

    /** The processor times of each class in its runs as a whole, the newest first. */
    private final Map<String, List<Duration>> whole = new HashMap<>();

    /** By how much the parts of a class exceed the whole in the runs in which each had a JVM. */
    private final Map<String, List<Apart>> apart = new HashMap<>();

    private final Set<String> seen = new HashSet<>();
    private final Set<String> decidedInParts = new HashSet<>();
    private final Set<String> ranWhole = new HashSet<>();

    /** To be called for one run after the other, the newest first. */
    void read(Handle handle, long run) {
      readApart(handle, run);
      longest(
              handle,
              run,
              "SELECT k.spec_file, k.parts, k.whole, k.part_files, k.cpu_ms FROM task k",
              "")
          .scanResultSet(
              (rows, context) -> {
                ResultSet row = rows.get();
                while (row.next()) {
                  String spec = row.getString(1);
                  TaskSplit split =
                      TaskSplit.parse(row.getInt(2), row.getString(3), row.getString(4));
                  add(run, spec, split);
                  long processor = row.getLong(5);
                  if (!row.wasNull() && (split == null || !split.inParts())) {
                    whole
                        .computeIfAbsent(spec, same -> new ArrayList<>())
                        .add(Duration.ofMillis(processor));
                  }
                }
                return run;
              });
    }

    private void readApart(Handle handle, long run) {
      handle
          .createQuery(
              "SELECT k.spec_file, k.parts, SUM(p.cpu_ms) FROM task k JOIN part_trial p ON"
                  + " p.taskset_id = k.taskset_id AND p.task_no = k.task_no WHERE k.taskset_id ="
                  + " :run AND k.parts > 1 AND k.whole IS NULL AND p.verdict IN ('passed',"
                  + " 'pending') AND p.cpu_ms IS NOT NULL GROUP BY k.spec_file, k.parts HAVING"
                  + " COUNT(*) = k.parts AND COUNT(DISTINCT p.slave_key) = k.parts")
          .bind("run", run)
          .scanResultSet(
              (rows, context) -> {
                ResultSet row = rows.get();
                while (row.next()) {
                  apart
                      .computeIfAbsent(row.getString(1), same -> new ArrayList<>())
                      .add(new Apart(row.getInt(2), Duration.ofMillis(row.getLong(3))));
                }
                return run;
              });
    }

    /** What each part but one pays again, by spec_file; only of classes that ran in both ways. */
    Map<String, Duration> paidAgain() {
      Map<String, Duration> again = new HashMap<>();
      apart.forEach(
          (spec, runs) -> {
            List<Duration> asWhole = whole.get(spec);
            if (asWhole != null) {
              Duration usual = Estimates.usual(asWhole);
              Duration more =
                  Estimates.usual(runs.stream().map(one -> one.paidAgain(usual)).toList());
              again.put(spec, more);
            }
          });
      return again;
    }

    private void add(long run, String spec, @Nullable TaskSplit split) {
      if (split != null && split.inParts()) {
        decidedInParts.add(spec);
      } else if (split != null && split.refusedForOtherFiles() && !decidedInParts.contains(spec)) {
        refused.computeIfAbsent(spec, same -> new OtherFiles()).add(split.classFiles());
      }
      boolean whole = split == null || !split.inParts();
      if (seen.add(spec)) {
        newest.computeIfAbsent(run, same -> new HashSet<>()).add(spec);
      }
      if (whole) {
        ranWhole.add(spec);
      } else if (!ranWhole.contains(spec)) {
        inParts.merge(spec, 1, Integer::sum);
      }
    }
  }

  private static void read(
      Handle handle, long run, Set<String> specs, Map<String, KnownParts> known) {
    longest(
            handle,
            run,
            "SELECT k.spec_file, k.duration_ms, x.cases FROM task k JOIN trial x ON x.taskset_id ="
                + " k.taskset_id AND x.task_no = k.task_no",
            " AND x.verdict IN ('passed', 'pending')")
        .scanResultSet(
            (rows, context) -> {
              ResultSet row = rows.get();
              while (row.next()) {
                String spec = row.getString(1);
                if (specs.contains(spec)) {
                  Duration took = Duration.ofMillis(row.getLong(2));
                  known.put(spec, known(spec, took, Cases.unpack(row, "cases")));
                }
              }
              return run;
            });
  }

  private static KnownParts known(String spec, Duration took, List<CaseResult> cases) {
    String className = TestId.parse(spec).className();
    TreeMap<String, Duration> methods = new TreeMap<>();
    Duration sum = Duration.ZERO;
    int skipped = 0;
    for (CaseResult test : cases) {
      skipped += test.outcome() == CaseResult.Outcome.SKIPPED ? 1 : 0;
      Duration time = Duration.ofMillis(test.millis());
      sum = sum.plus(time);
      String unit = ClassPart.unitOf(className, test.className(), test.name());
      if (unit != null) {
        methods.merge(unit, time, Duration::plus);
      }
    }
    // Each of them is rounded, up or down.
    if (sum.minus(took).compareTo(Duration.ofMillis(50L + cases.size())) > 0) {
      return KnownParts.refused(AT_ONCE);
    }
    Duration setup = took.minus(sum);
    return KnownParts.of(
        new PartTimes(setup.isNegative() ? Duration.ZERO : setup, methods, cases.size(), skipped));
  }

  private static void refuse(
      Handle handle, String tasksetClass, Instant since, Map<String, KnownParts> known) {
    handle
        .createQuery(
            "SELECT spec_file, reason, class_files FROM split_refusal WHERE class_hash = :class"
                + " AND seen_ms >= :since")
        .bind("class", Hash.of(tasksetClass))
        .bind("since", since.toEpochMilli())
        .scanResultSet(
            (rows, context) -> {
              ResultSet row = rows.get();
              while (row.next()) {
                String why = row.getString(2);
                String files = row.getString(3);
                known.computeIfPresent(row.getString(1), (spec, parts) -> parts.with(why, files));
              }
              return tasksetClass;
            });
  }

  private static void addPasses(Handle handle, String tasksetClass, Map<String, KnownParts> known) {
    if (known.isEmpty()) {
      return;
    }
    handle
        .createQuery("SELECT spec_file, class_files FROM as_is_pass WHERE class_hash = :class")
        .bind("class", Hash.of(tasksetClass))
        .scanResultSet(
            (rows, context) -> {
              ResultSet row = rows.get();
              while (row.next()) {
                String files = row.getString(2);
                known.computeIfPresent(
                    row.getString(1), (spec, parts) -> parts.withPassedWith(files));
              }
              return tasksetClass;
            });
  }
}

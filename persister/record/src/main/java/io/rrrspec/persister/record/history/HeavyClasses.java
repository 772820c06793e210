package io.rrrspec.persister.record.history;

import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.TaskJvm;
import io.rrrspec.persister.record.row.Hash;
import io.rrrspec.persister.record.row.JvmColumns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/**
 * The classes that take the most processor time, if each takes a good part of a run's, with their
 * good trials.
 *
 * @param parts the largest part that each class had of a run, the heaviest class first
 * @param now the same of the newest runs alone
 * @param trials those of all classes in {@code parts}, of each class the newest first
 * @param newest the number of the newest run
 */
record HeavyClasses(
    Map<String, Double> parts, Map<String, Double> now, List<HeavyTrial> trials, long newest) {
  /** So many runs are looked at: if all of them are alike, nobody knows how it was otherwise. */
  static final int RUNS = 30;

  /** So many runs say which classes are the heaviest now. */
  private static final int NEWEST = 3;

  /** Of older runs no more are looked at once they have so many tasks. */
  private static final int MOST_TASKS = 60_000;

  private static final int MOST = 6;
  private static final Duration HEAVY = Duration.ofSeconds(5);

  /** The part of a run's processor time that a heavy class has. */
  private static final double PART = 0.05;

  /** A class has seldom more trials in a run. */
  private static final int TRIALS = 2;

  /** In these states the good trial was in the kind that the class began in. */
  private static final Set<TaskJvm.State> GOOD_THERE =
      Set.of(TaskJvm.State.TRIED, TaskJvm.State.FLAKY);

  private static final String OF_CLASS =
      "SELECT t.taskset_id, t.slave_key, t.started_ms, t.finished_ms, t.cpu_ms, k.quick, k.jvm FROM"
          + " task k JOIN taskset s ON s.id = k.taskset_id JOIN trial t ON t.taskset_id ="
          + " k.taskset_id AND t.task_no = k.task_no WHERE k.spec_hash = :spec AND k.taskset_id >="
          + " :oldest AND k.parts IS NULL AND t.verdict IN ('passed', 'pending') AND t.affinity IS"
          + " NULL AND t.cpu_ms IS NOT NULL AND t.started_ms IS NOT NULL AND t.finished_ms >="
          + " t.started_ms AND NOT s.partial_run AND NOT s.cached ORDER BY k.spec_hash DESC,"
          + " k.taskset_id DESC LIMIT :most";

  private static final String ALL_TASKS =
      "SELECT COALESCE(SUM(k.cpu_ms), 0), COUNT(*) FROM task k JOIN taskset s ON s.id ="
          + " k.taskset_id WHERE k.taskset_id = :run AND s.status <> 'cancelled'";

  /** Reads them; none if there are fewer than two. */
  static HeavyClasses read(Handle handle, String tasksetClass) {
    List<Long> runs = ClassHistory.newestRuns(handle, tasksetClass, RUNS);
    // In the newest ones a class that is warmed may take too little to be heavy.
    Map<String, Double> heavy = heavy(handle, runs, 2 * MOST);
    if (heavy.size() < 2) {
      return new HeavyClasses(Map.of(), Map.of(), List.of(), 0);
    }
    List<Long> newest = runs.subList(0, Math.min(NEWEST, runs.size()));
    List<HeavyTrial> trials = new ArrayList<>();
    for (String spec : heavy.keySet()) {
      trials.addAll(trials(handle, Hash.of(tasksetClass, spec), spec, runs.get(runs.size() - 1)));
    }
    return new HeavyClasses(
        living(heavy, trials, newest), heavy(handle, newest, MOST), trials, runs.get(0));
  }

  /** Those of the classes that were good in one of the newest runs: others may be gone. */
  private static Map<String, Double> living(
      Map<String, Double> heavy, List<HeavyTrial> trials, List<Long> newest) {
    Set<String> there = new HashSet<>();
    trials.stream()
        .filter(trial -> newest.contains(trial.run()))
        .forEach(one -> there.add(one.spec()));
    return heaviest(heavy.entrySet().stream().filter(one -> there.contains(one.getKey())), MOST);
  }

  private static Map<String, Double> heaviest(Stream<Map.Entry<String, Double>> parts, int most) {
    Map<String, Double> heaviest = new LinkedHashMap<>();
    parts
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .limit(most)
        .forEach(each -> heaviest.put(each.getKey(), each.getValue()));
    return heaviest;
  }

  /**
   * A run with its heaviest classes.
   *
   * @param all the processor time of all its classes, in milliseconds
   * @param heaviest what these took, in milliseconds
   */
  private record Heaviest(long all, Map<String, Long> heaviest) {}

  /**
   * The heaviest classes with the largest part that they had of a run, the heaviest first. Of a run
   * with less than half of the processor time of another one the parts say nothing.
   */
  private static Map<String, Double> heavy(Handle handle, List<Long> runs, int most) {
    List<Heaviest> each = heaviestOf(handle, runs);
    long largest = each.stream().mapToLong(Heaviest::all).max().orElse(0);
    Map<String, Double> parts = new TreeMap<>();
    for (Heaviest run : each) {
      if (run.all > largest / 2) {
        run.heaviest.forEach((spec, ms) -> parts.merge(spec, (double) ms / run.all, Math::max));
      }
    }
    return heaviest(parts.entrySet().stream(), most);
  }

  private static List<Heaviest> heaviestOf(Handle handle, List<Long> runs) {
    List<Heaviest> each = new ArrayList<>();
    long tasks = 0;
    for (long run : runs) {
      if (tasks > MOST_TASKS) {
        break;
      }
      Map.Entry<Long, Long> sum =
          handle
              .createQuery(ALL_TASKS)
              .bind("run", run)
              .map((row, context) -> Map.entry(row.getLong(1), row.getLong(2)))
              .one();
      long all = sum.getKey();
      tasks += sum.getValue();
      if (all > 0) {
        Map<String, Long> heaviest = new TreeMap<>();
        handle
            .createQuery(
                "SELECT spec_file, cpu_ms FROM task WHERE taskset_id = :run AND cpu_ms >= :least"
                    + " ORDER BY cpu_ms DESC LIMIT :most")
            .bind("run", run)
            .bind("least", Math.max(HEAVY.toMillis(), Math.round(PART * all)))
            .bind("most", MOST)
            .map((row, context) -> Map.entry(row.getString(1), row.getLong(2)))
            .forEach(one -> heaviest.put(one.getKey(), one.getValue()));
        each.add(new Heaviest(all, heaviest));
      }
    }
    return each;
  }

  private static List<HeavyTrial> trials(Handle handle, byte[] hash, String spec, long oldest) {
    return handle
        .createQuery(OF_CLASS)
        .bind("spec", hash)
        .bind("oldest", oldest)
        .bind("most", TRIALS * RUNS)
        .map((row, context) -> trial(spec, row))
        .list();
  }

  private static HeavyTrial trial(String spec, ResultSet row) throws SQLException {
    TaskJvm jvm = JvmColumns.read(row.getString(6), row.getString(7));
    return new HeavyTrial(
        spec,
        row.getLong(1),
        Objects.requireNonNullElse(row.getString(2), ""),
        row.getLong(3),
        row.getLong(4),
        Duration.ofMillis(row.getLong(5)),
        jvm != null && GOOD_THERE.contains(jvm.state()) ? jvm.kind() : JvmKind.AS_IS);
  }
}

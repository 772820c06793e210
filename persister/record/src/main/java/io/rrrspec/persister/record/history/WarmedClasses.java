package io.rrrspec.persister.record.history;

import io.rrrspec.common.model.Affinity;
import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.KnownAffinity;
import io.rrrspec.common.model.TaskJvm;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.row.Hash;
import io.rrrspec.persister.record.row.JvmColumns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Which heavy classes take much less processor time after another one in the same JVM: what that
 * one has left in the JVM's caches spares them work. No framework says so, but the trials of past
 * runs do.
 *
 * <ul>
 *   <li>Heavy are the classes that take the most processor time, if each takes a good part of a
 *       run's.
 *   <li>A class is warmed by another one if it took no more than half of its processor time after
 *       it, in JVMs of the same kind. The median of its last trials decides.
 *   <li>What that spares is the cost of the key that both share from then on.
 *   <li>If the two heaviest have not met in a JVM, they share a key once, to see, and after that in
 *       about one run of ten.
 * </ul>
 */
final class WarmedClasses {
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

  /** And the part that each of two has which are brought together to see what comes of it. */
  private static final double GOOD_PART = 0.15;

  /** What runs beside a class changes its processor time by up to four fifths. */
  private static final double LESS = 0.5;

  private static final Duration LEAST_COST = Duration.ofSeconds(3);

  /** So many trials without another heavy class before it say what a class takes. */
  private static final int ALONE = 2;

  /** So many trials after another one decide. */
  private static final int DECIDE = 5;

  /** A class has seldom more trials in a run. */
  private static final int TRIALS = 2;

  /**
   * Of two that meet for the first time the second one is taken for so many times as fast. It is a
   * guess that lets them meet: what they took side by side is more than they take alone.
   */
  private static final int HOPED = 4;

  /** Two that have not met are brought together in one of so many runs. */
  private static final int TRY_AGAIN = 10;

  /** Spreads the numbers of runs, of which several projects may have every second one. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

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

  private final Database database;

  WarmedClasses(Database database) {
    this.database = database;
  }

  /**
   * A good trial of a heavy class.
   *
   * @param run the number of its run
   * @param slave the key of its slave
   * @param started when, in milliseconds
   * @param ended when, in milliseconds
   * @param processor what it took of processors
   */
  record Ran(
      String spec,
      long run,
      String slave,
      long started,
      long ended,
      Duration processor,
      JvmKind kind) {
    Duration took() {
      return Duration.ofMillis(ended - started);
    }

    boolean isBefore(Ran other) {
      return run == other.run && slave.equals(other.slave) && ended <= other.started;
    }
  }

  /** A class that another one warms: what that spares it, and what is left. */
  private record Warmed(String spec, Duration spares, Duration own) {}

  /**
   * Reads them.
   *
   * @return by spec_file; of those that share anything in this way
   */
  Map<String, KnownAffinity> of(String tasksetClass) {
    return database.read(
        handle -> {
          List<Long> runs = ClassHistory.newestRuns(handle, tasksetClass, RUNS);
          // In the newest ones a class that is warmed may take too little to be heavy.
          Map<String, Double> heavy = heavy(handle, runs, 2 * MOST);
          if (heavy.size() < 2) {
            return Map.of();
          }
          List<Long> newest = runs.subList(0, Math.min(NEWEST, runs.size()));
          List<Ran> trials = new ArrayList<>();
          for (String spec : heavy.keySet()) {
            trials.addAll(
                trials(handle, Hash.of(tasksetClass, spec), spec, runs.get(runs.size() - 1)));
          }
          Map<String, Double> ofNow = heavy(handle, newest, MOST);
          return of(living(heavy, trials, newest), ofNow, trials, runs.get(0));
        });
  }

  /** Those of the classes that were good in one of the newest runs: others may be gone. */
  private static Map<String, Double> living(
      Map<String, Double> heavy, List<Ran> trials, List<Long> newest) {
    Set<String> there = new HashSet<>();
    trials.stream().filter(trial -> newest.contains(trial.run)).forEach(one -> there.add(one.spec));
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

  private static List<Ran> trials(Handle handle, byte[] hash, String spec, long oldest) {
    return handle
        .createQuery(OF_CLASS)
        .bind("spec", hash)
        .bind("oldest", oldest)
        .bind("most", TRIALS * RUNS)
        .map((row, context) -> ran(spec, row))
        .list();
  }

  private static Ran ran(String spec, ResultSet row) throws SQLException {
    TaskJvm jvm = JvmColumns.read(row.getString(6), row.getString(7));
    return new Ran(
        spec,
        row.getLong(1),
        Objects.requireNonNullElse(row.getString(2), ""),
        row.getLong(3),
        row.getLong(4),
        Duration.ofMillis(row.getLong(5)),
        jvm != null && GOOD_THERE.contains(jvm.state()) ? jvm.kind() : JvmKind.AS_IS);
  }

  /**
   * The same from trials.
   *
   * @param heavy the classes with their parts of a run, the heaviest first
   * @param now the same of the newest runs
   * @param trials those of all classes in heavy, of each class the newest first
   * @param newest the number of the newest run
   */
  static Map<String, KnownAffinity> of(
      Map<String, Double> heavy, Map<String, Double> now, List<Ran> trials, long newest) {
    Map<String, History> histories = new HashMap<>();
    for (String spec : heavy.keySet()) {
      histories.put(spec, History.of(spec, trials));
    }
    Map<String, KnownAffinity> known = new HashMap<>();
    Set<String> open = new TreeSet<>(heavy.keySet());
    Map.Entry<String, List<Warmed>> best = best(open, histories);
    while (best != null) {
      share(best.getKey(), best.getValue(), histories, known);
      open.removeAll(known.keySet());
      best = best(open, histories);
    }
    tryTogether(now, newest, histories, known);
    return known;
  }

  /** The class that spares the others of these most, with those. */
  private static Map.@Nullable Entry<String, List<Warmed>> best(
      Set<String> open, Map<String, History> histories) {
    Map.Entry<String, List<Warmed>> best = null;
    Duration most = Duration.ZERO;
    for (String leader : open) {
      List<Warmed> warmed = new ArrayList<>();
      Duration sum = Duration.ZERO;
      for (String spec : open) {
        Warmed one = spec.equals(leader) ? null : get(histories, spec).after(leader);
        if (one != null) {
          warmed.add(one);
          sum = sum.plus(one.spares());
        }
      }
      if (sum.compareTo(most) > 0) {
        best = Map.entry(leader, warmed);
        most = sum;
      }
    }
    return best;
  }

  /** Brings the two heaviest together, now and then, if they have not met. */
  private static void tryTogether(
      Map<String, Double> heavy,
      long newest,
      Map<String, History> histories,
      Map<String, KnownAffinity> known) {
    List<String> two = heavy.keySet().stream().limit(2).toList();
    if (two.size() < 2 || !histories.keySet().containsAll(two)) {
      return;
    }
    History first = get(histories, two.get(0));
    History second = get(histories, two.get(1));
    boolean matter =
        two.stream()
            .allMatch(
                spec -> heavy.getOrDefault(spec, 0.0) >= GOOD_PART && !known.containsKey(spec));
    boolean met = first.met(two.get(1)) || second.met(two.get(0));
    int apart = Math.min(first.alone().size(), second.alone().size()) - ALONE;
    if (!matter || met || apart < 0 || (apart > 0 && !isTurn(newest))) {
      return;
    }
    Duration takes = second.takes();
    Duration own = takes.dividedBy(HOPED);
    share(two.get(0), List.of(new Warmed(two.get(1), takes.minus(own), own)), histories, known);
  }

  private static boolean isTurn(long run) {
    return Math.floorMod(Long.hashCode(run * SPREAD), TRY_AGAIN) == 0;
  }

  private static void share(
      String leader,
      List<Warmed> warmed,
      Map<String, History> histories,
      Map<String, KnownAffinity> known) {
    Duration spares = warmed.stream().map(Warmed::spares).reduce(Duration.ZERO, WarmedClasses::max);
    Duration first = get(histories, leader).takesBefore(warmed, histories);
    // What was measured apart includes what two heavy classes do to one another.
    Duration cost = min(spares, first);
    Affinity shared = new Affinity(Affinity.learned(leader), cost);
    warmed.forEach(one -> known.put(one.spec(), new KnownAffinity(shared, one.own())));
    known.put(leader, new KnownAffinity(shared, first.minus(cost)));
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static Duration max(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  private static History get(Map<String, History> histories, String spec) {
    return Objects.requireNonNull(histories.get(spec));
  }

  /** The trials of one class: alone, and after each of the others. */
  private record History(
      String spec, List<Ran> alone, Map<String, List<Ran>> after, List<Ran> all) {
    static History of(String spec, List<Ran> trials) {
      List<Ran> own = trials.stream().filter(trial -> trial.spec.equals(spec)).toList();
      List<Ran> alone = new ArrayList<>();
      Map<String, List<Ran>> after = new HashMap<>();
      for (Ran trial : own) {
        List<String> before =
            trials.stream()
                .filter(other -> !other.spec.equals(spec) && other.isBefore(trial))
                .map(Ran::spec)
                .distinct()
                .toList();
        before.forEach(other -> after.computeIfAbsent(other, o -> new ArrayList<>()).add(trial));
        if (before.isEmpty()) {
          alone.add(trial);
        }
      }
      return new History(spec, alone, after, own);
    }

    boolean met(String other) {
      return after.containsKey(other);
    }

    /** What it takes with nothing before it; if that was never seen, what it takes. */
    Duration takes() {
      List<Ran> some = alone.isEmpty() ? all : alone;
      return some.isEmpty()
          ? Duration.ZERO
          : Estimates.usual(some.stream().map(Ran::took).toList());
    }

    /** What it takes with one of them behind it in its JVM; if none was, what it takes. */
    Duration takesBefore(List<Warmed> warmed, Map<String, History> histories) {
      List<Duration> led =
          all.stream()
              .filter(
                  trial ->
                      warmed.stream()
                          .anyMatch(
                              one ->
                                  get(histories, one.spec()).all().stream()
                                      .anyMatch(trial::isBefore)))
              .map(Ran::took)
              .toList();
      return led.isEmpty() ? takes() : Estimates.usual(led);
    }

    /** Null if that other one does not warm it, or nobody knows. */
    @Nullable Warmed after(String other) {
      List<Ran> those = after.getOrDefault(other, List.of());
      Map<JvmKind, Duration> usual = usualAlone();
      List<Double> parts = new ArrayList<>();
      for (Ran trial : those) {
        Duration cold = usual.get(trial.kind);
        if (cold != null && !cold.isZero() && parts.size() < DECIDE) {
          parts.add((double) trial.processor.toMillis() / cold.toMillis());
        }
      }
      if (parts.isEmpty()) {
        return null;
      }
      parts.sort(Comparator.naturalOrder());
      Duration own = Estimates.usual(those.stream().map(Ran::took).toList());
      Duration spares = takes().minus(own);
      boolean much = parts.get(parts.size() / 2) <= LESS && spares.compareTo(LEAST_COST) >= 0;
      return much ? new Warmed(spec, spares, own) : null;
    }

    private Map<JvmKind, Duration> usualAlone() {
      Map<JvmKind, List<Duration>> times = new EnumMap<>(JvmKind.class);
      alone.forEach(
          trial ->
              times.computeIfAbsent(trial.kind, kind -> new ArrayList<>()).add(trial.processor));
      Map<JvmKind, Duration> usual = new EnumMap<>(JvmKind.class);
      times.forEach(
          (kind, all) -> {
            if (all.size() >= ALONE) {
              usual.put(kind, Estimates.usual(all));
            }
          });
      return usual;
    }
  }
}

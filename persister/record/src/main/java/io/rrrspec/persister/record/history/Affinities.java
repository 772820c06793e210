package io.rrrspec.persister.record.history;

import io.rrrspec.common.model.Affinity;
import io.rrrspec.common.model.KnownAffinity;
import io.rrrspec.persister.record.database.Database;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * What the classes of the next run share in a JVM, and what the first of them pays for that, from
 * the good trials of past runs.
 *
 * <ul>
 *   <li>The key of a class is that of its newest good trial; none, if that shared nothing.
 *   <li>The cost of a key comes from its classes that have paid in some trials and found it there
 *       in others: by how much longer the former took. Of each run the median, and of these the
 *       weighted median that {@link Estimates#usual} takes.
 *   <li>If it has no such class: by how much longer the median of all that have paid took than the
 *       median of those that have not; if all have paid, the shortest of them, since no class takes
 *       less than the start.
 *   <li>A class itself takes the weighted median of its trials, without the cost in those in which
 *       it has paid.
 * </ul>
 */
final class Affinities {
  /** If nothing was shared in so many newer runs, older ones are not looked at. */
  private static final int WITHOUT_ANY = 3;

  /** So many trials are looked at, at most: memory and time stay bounded for huge runs. */
  private static final int MAX_TRIALS = 200_000;

  private final Database database;

  Affinities(Database database) {
    this.database = database;
  }

  /**
   * A good trial.
   *
   * @param age of its run: 0 for the newest
   */
  private record Shared(String spec, int age, String key, boolean paid, Duration took) {}

  /**
   * Reads them: one query per run, along the primary keys, and two if something was shared.
   *
   * @param runs the numbers of runs, newest first
   * @return by spec_file
   */
  Map<String, KnownAffinity> of(List<Long> runs) {
    return database.read(
        handle -> {
          List<Shared> all = shared(handle, runs);
          if (all.isEmpty()) {
            return Map.of();
          }
          Map<String, String> keys = keys(handle, runs, all);
          return known(
              all.stream().filter(trial -> trial.key.equals(keys.get(trial.spec))).toList());
        });
  }

  private static List<Shared> shared(Handle handle, List<Long> runs) {
    List<Shared> all = new ArrayList<>();
    for (int age = 0; age < runs.size() && all.size() < MAX_TRIALS; age++) {
      if (age == WITHOUT_ANY && all.isEmpty()) {
        break;
      }
      int ofRun = age;
      handle
          .createQuery(
              "SELECT task.spec_file, trial.affinity, trial.affinity_started, trial.finished_ms -"
                  + " trial.started_ms FROM task JOIN trial ON trial.taskset_id = task.taskset_id"
                  + " AND trial.task_no = task.task_no WHERE task.taskset_id = :run AND"
                  + " trial.affinity IS NOT NULL AND trial.verdict IN ('passed', 'pending') AND"
                  + " trial.finished_ms >= trial.started_ms LIMIT :most")
          .bind("run", runs.get(age))
          .bind("most", MAX_TRIALS - all.size())
          .map(
              (row, context) ->
                  new Shared(
                      row.getString(1),
                      ofRun,
                      row.getString(2),
                      row.getBoolean(3),
                      Duration.ofMillis(row.getLong(4))))
          .forEach(all::add);
    }
    return all;
  }

  /** The key that each class has now. */
  private static Map<String, String> keys(Handle handle, List<Long> runs, List<Shared> all) {
    Map<String, String> keys = new HashMap<>();
    Map<String, Integer> newest = new HashMap<>();
    for (Shared trial : all) {
      if (newest.putIfAbsent(trial.spec, trial.age) == null && Affinity.isKey(trial.key)) {
        keys.put(trial.spec, trial.key);
      }
    }
    // A class that has shared nothing since then shares nothing any more.
    Set<String> open = new HashSet<>(keys.keySet());
    for (int age = 0; age < runs.size() && !open.isEmpty(); age++) {
      int ofRun = age;
      handle
          .createQuery(
              "SELECT spec_file FROM task WHERE taskset_id = :run AND duration_ms IS NOT NULL")
          .bind("run", runs.get(age))
          .mapTo(String.class)
          .forEach(
              spec -> {
                Integer shared = newest.get(spec);
                if (open.remove(spec) && shared != null && shared > ofRun) {
                  keys.remove(spec);
                }
              });
    }
    return keys;
  }

  private static Map<String, KnownAffinity> known(List<Shared> trials) {
    Map<String, List<Shared>> byKey = new HashMap<>();
    trials.forEach(trial -> byKey.computeIfAbsent(trial.key, k -> new ArrayList<>()).add(trial));
    Map<String, KnownAffinity> known = new HashMap<>();
    byKey.forEach(
        (key, ofKey) -> {
          Duration cost = cost(ofKey);
          bySpec(ofKey)
              .forEach(
                  (spec, ofSpec) ->
                      known.put(
                          spec, new KnownAffinity(new Affinity(key, cost), own(ofSpec, cost))));
        });
    return known;
  }

  private static Map<String, List<Shared>> bySpec(List<Shared> trials) {
    Map<String, List<Shared>> bySpec = new HashMap<>();
    trials.forEach(trial -> bySpec.computeIfAbsent(trial.spec, s -> new ArrayList<>()).add(trial));
    return bySpec;
  }

  private static Duration own(List<Shared> newestFirst, Duration cost) {
    Duration usual =
        Estimates.usual(
            newestFirst.stream()
                .map(trial -> trial.paid ? notNegative(trial.took.minus(cost)) : trial.took)
                .toList());
    return usual.isZero() ? Duration.ofMillis(1) : usual;
  }

  private static Duration cost(List<Shared> ofKey) {
    Map<Integer, List<Duration>> byRun = new TreeMap<>();
    bySpec(ofKey)
        .values()
        .forEach(
            ofSpec -> {
              Duration found = median(took(ofSpec, false));
              if (found != null) {
                ofSpec.stream()
                    .filter(Shared::paid)
                    .forEach(
                        trial ->
                            byRun
                                .computeIfAbsent(trial.age, age -> new ArrayList<>())
                                .add(notNegative(trial.took.minus(found))));
              }
            });
    if (!byRun.isEmpty()) {
      List<Duration> newestFirst = new ArrayList<>();
      byRun.values().forEach(costs -> newestFirst.add(medianOf(costs)));
      return Estimates.usual(newestFirst);
    }
    List<Duration> paid = took(ofKey, true);
    Duration found = median(took(ofKey, false));
    if (paid.isEmpty()) {
      return Duration.ZERO;
    }
    return found == null
        ? paid.stream().min(Duration::compareTo).orElseThrow()
        : notNegative(medianOf(paid).minus(found));
  }

  private static List<Duration> took(List<Shared> trials, boolean paid) {
    return trials.stream().filter(trial -> trial.paid == paid).map(Shared::took).toList();
  }

  private static @Nullable Duration median(List<Duration> all) {
    return all.isEmpty() ? null : medianOf(all);
  }

  /** Of two in the middle the longer one. */
  private static Duration medianOf(List<Duration> all) {
    return all.stream().sorted().skip(all.size() / 2).findFirst().orElseThrow();
  }

  private static Duration notNegative(Duration duration) {
    return duration.isNegative() ? Duration.ZERO : duration;
  }
}

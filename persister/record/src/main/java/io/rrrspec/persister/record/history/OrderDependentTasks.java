package io.rrrspec.persister.record.history;

import io.rrrspec.common.model.Culprits;
import io.rrrspec.common.model.OrderDependence;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.row.Hash;
import io.rrrspec.persister.record.row.TasksetClass;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The tasks that were found to fail after others, in all runs that are kept. */
public final class OrderDependentTasks {
  private static final int MAX_ROWS = 10_000;
  private static final int MAX_KEYS = 100;

  private static final String FOUND =
      "SELECT s.redis_key, s.ended_ms, k.spec_file, k.order_dependence FROM taskset s JOIN task k ON"
          + " k.taskset_id = s.id WHERE s.class_hash = :class AND s.order_dependent > 0 AND"
          + " s.ended_ms IS NOT NULL AND k.order_dependence IS NOT NULL ORDER BY s.class_hash DESC,"
          + " s.id DESC LIMIT :limit";

  private final Database database;

  public OrderDependentTasks(Database database) {
    this.database = database;
  }

  /**
   * Returns them, each with each of its sets of culprits, those that were seen last first.
   *
   * @param tasksetClass null: of all
   * @param limit how many at most; 1 or more
   * @throws io.rrrspec.common.UsageException if there is no run of this taskset_class
   */
  public List<OrderDependentTask> find(@Nullable String tasksetClass, int limit) {
    return database.read(
        handle -> {
          List<OrderDependentTask> all = new ArrayList<>();
          for (TasksetClass each : TasksetClass.named(handle, tasksetClass)) {
            all.addAll(found(handle, each));
          }
          all.sort(Comparator.comparing(OrderDependentTask::lastSeen).reversed());
          return all.stream().limit(limit).toList();
        });
  }

  /**
   * Returns what the next run needs to know: the culprits, by the task that fails after them.
   *
   * @param since what was seen last before that is left out, so that it is tried again
   */
  Map<String, List<Culprits>> culprits(String tasksetClass, Instant since) {
    return database.read(
        handle -> {
          Map<String, List<Culprits>> sets = new HashMap<>();
          found(handle, new TasksetClass(tasksetClass, Hash.of(tasksetClass))).stream()
              .filter(task -> task.lastSeen().isAfter(since))
              .forEach(
                  task ->
                      sets.computeIfAbsent(task.specFile(), spec -> new ArrayList<>())
                          .add(
                              new Culprits(
                                  task.dependence().after(),
                                  task.dependence().confirmed(),
                                  task.dependence().relation())));
          return sets;
        });
  }

  private record Found(String run, Instant at, String specFile, OrderDependence dependence) {
    /** Sets that are not confirmed differ from run to run: what counts is the last one. */
    String identity() {
      return dependence.confirmed()
          ? specFile + "\n" + dependence.relation() + "\n" + String.join("\n", dependence.after())
          : specFile;
    }
  }

  private static List<OrderDependentTask> found(Handle handle, TasksetClass of) {
    Map<String, List<Found>> newestFirst = new LinkedHashMap<>();
    handle
        .createQuery(FOUND)
        .bind("class", of.hash())
        .bind("limit", MAX_ROWS)
        .map(
            (row, context) -> {
              OrderDependence dependence = OrderDependence.parse(row.getString(4));
              return dependence == null
                  ? null
                  : new Found(
                      row.getString(1),
                      Instant.ofEpochMilli(row.getLong(2)),
                      row.getString(3),
                      dependence);
            })
        .list()
        .stream()
        .filter(Objects::nonNull)
        .forEach(
            found ->
                newestFirst.computeIfAbsent(found.identity(), id -> new ArrayList<>()).add(found));
    List<OrderDependentTask> all =
        newestFirst.values().stream().map(list -> task(of, list)).toList();
    return all.stream().filter(task -> !isOutdated(task, all)).toList();
  }

  /** What was suspected before the culprits were confirmed. */
  private static boolean isOutdated(OrderDependentTask task, List<OrderDependentTask> all) {
    return !task.dependence().confirmed()
        && all.stream()
            .anyMatch(
                other ->
                    other.dependence().confirmed()
                        && other.specFile().equals(task.specFile())
                        && !other.lastSeen().isBefore(task.lastSeen()));
  }

  private static OrderDependentTask task(TasksetClass of, List<Found> newestFirst) {
    Found newest = newestFirst.get(0);
    return new OrderDependentTask(
        of.name(),
        newest.specFile,
        newest.dependence,
        newestFirst.size(),
        newestFirst.get(newestFirst.size() - 1).at,
        newest.at,
        newestFirst.stream().map(Found::run).limit(MAX_KEYS).toList());
  }
}

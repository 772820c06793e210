package io.rrrspec.persister.record.run;

import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.run.Detail;
import io.rrrspec.common.run.RunTask;
import io.rrrspec.common.run.TaskLine;
import io.rrrspec.common.run.TaskOrder;
import io.rrrspec.persister.record.row.SqlTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds a part of the tasks of a run in some order. Only that part is read with its trials. */
final class SortedTasks {
  /** Reading so many rows between two tasks takes less time than another query. */
  private static final int GAP = 50;

  /** So many lines are read at once, or more: a filter by name may take few of them. */
  private static final int LEAST_STEP = 2_000;

  private static final String OF_GOOD_TRIAL = "k.duration_ms";

  /** What a task without a good trial took: its longest trial. */
  private static final String TOOK =
      "COALESCE(k.duration_ms, (SELECT MAX(x.finished_ms - x.started_ms) FROM trial x WHERE"
          + " x.taskset_id = k.taskset_id AND x.task_no = k.task_no))";

  private final RunPartQueries rows;
  private final String key;

  SortedTasks(RunPartQueries rows, String key) {
    this.rows = rows;
    this.key = key;
  }

  /**
   * Reads a part of the list.
   *
   * @param condition which tasks k of the run
   * @param names which of them, by name
   * @param from how many come before the part
   * @param limit how many at most
   */
  List<RunTask> read(
      String condition, Predicate<String> names, TaskOrder order, int from, int limit) {
    List<Integer> numbers =
        lines(condition, names, order, (int) Math.min(Integer.MAX_VALUE, (long) from + limit))
            .stream()
            .skip(from)
            .limit(limit)
            .map(TaskLine::no)
            .toList();
    Map<Integer, RunTask> found = new HashMap<>();
    for (List<Integer> near : near(numbers)) {
      read(near).forEach(task -> found.put(task.no(), task));
    }
    return numbers.stream().map(found::get).filter(Objects::nonNull).toList();
  }

  /** The first lines, in order; more of them than were asked for, if that costs nothing. */
  private List<TaskLine> lines(
      String condition, Predicate<String> names, TaskOrder order, int most) {
    return switch (order) {
      case RUN -> inOrderOfRun(condition, names, most);
      case OUTCOME -> {
        List<TaskLine> first =
            new ArrayList<>(inOrderOfRun(condition + " AND k.status = 'failed'", names, most));
        if (first.size() < most) {
          first.addAll(
              inOrderOfRun(condition + " AND k.status <> 'failed'", names, most - first.size()));
        }
        yield first;
      }
      case NAME, TIME ->
          select(order == TaskOrder.TIME ? TOOK : OF_GOOD_TRIAL, condition, Map.of())
              .filter(line -> names.test(line.specFile()))
              .sorted(order.comparator())
              .toList();
    };
  }

  /** Reads no further than it has to: most people look at the first part alone. */
  private List<TaskLine> inOrderOfRun(String condition, Predicate<String> names, int most) {
    List<TaskLine> found = new ArrayList<>();
    int after = 0;
    int step = Math.max(LEAST_STEP, most);
    while (true) {
      List<TaskLine> next =
          select(
                  OF_GOOD_TRIAL,
                  condition
                      + " AND k.task_no > :after ORDER BY k.taskset_id, k.task_no LIMIT :step",
                  Map.of("after", after, "step", step))
              .toList();
      next.stream().filter(line -> names.test(line.specFile())).forEach(found::add);
      if (found.size() >= most || next.size() < step) {
        return found;
      }
      after = next.get(next.size() - 1).no();
    }
  }

  private Stream<TaskLine> select(String took, String condition, Map<String, ?> parameters) {
    return rows
        .list(
            "SELECT k.task_no, k.spec_file, k.status, "
                + took
                + " AS took FROM task k WHERE k.taskset_id = :run AND "
                + condition,
            parameters,
            row ->
                new TaskLine(
                    row.getInt(1),
                    row.getString(2),
                    TaskStatus.parse(row.getString(3)),
                    SqlTime.readDuration(row, "took")))
        .stream();
  }

  private List<RunTask> read(List<Integer> numbers) {
    String list = numbers.stream().map(String::valueOf).collect(Collectors.joining(", "));
    TaskRows tasks = new TaskRows(key, Detail.OUTLINE);
    return TaskRows.join(
        rows.unchecked(
            // H2 goes along the index with the ends alone, and not with the list.
            tasks.select(
                "k.task_no >= :first AND k.task_no <= :last AND k.task_no IN (" + list + ")"),
            Map.of("first", numbers.get(0), "last", numbers.get(numbers.size() - 1)),
            tasks::read));
  }

  private static List<List<Integer>> near(List<Integer> numbers) {
    List<List<Integer>> all = new ArrayList<>();
    List<Integer> now = new ArrayList<>();
    for (int number : numbers.stream().sorted().toList()) {
      if (!now.isEmpty() && number - now.get(now.size() - 1) > GAP) {
        all.add(now);
        now = new ArrayList<>();
      }
      now.add(number);
    }
    if (!now.isEmpty()) {
      all.add(now);
    }
    return all;
  }
}

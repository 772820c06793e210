package io.rrrspec.persister.record.run;

import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.run.SavedRun.Position;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Lists of runs, the one that ended last first. */
public final class RecentRuns {
  /** More runs are on no page. */
  public static final int MAX_PER_PAGE = 1_000;

  private final Database database;

  public RecentRuns(Database database) {
    this.database = database;
  }

  /**
   * A page by its number, and how many runs there are. Pages far from both ends take longer; {@link
   * #after} does not.
   *
   * @param page 1 or more; beyond the last one nothing is on it
   * @param perPage 1 to {@link #MAX_PER_PAGE}
   */
  public SavedRunsPage page(RunFilter filter, int page, int perPage) {
    if (page < 1) {
      throw new IllegalArgumentException("pages begin with 1, not " + page);
    }
    check(perPage);
    RunCondition condition = new RunCondition(filter, null);
    return database.read(
        handle -> {
          long total = count(handle, condition);
          long offset = (page - 1L) * perPage;
          return offset >= total
              ? new SavedRunsPage(List.of(), total)
              : new SavedRunsPage(runs(handle, condition, offset, perPage), total);
        });
  }

  /**
   * The runs behind a place in the list: as fast far back as at its beginning, and none is left out
   * or told twice when others are added meanwhile.
   *
   * @param place that of the last run that is known; null: from the newest one on
   * @param limit how many at most; 1 to {@link #MAX_PER_PAGE}
   */
  public List<SavedRun> after(RunFilter filter, @Nullable Position place, int limit) {
    check(limit);
    RunCondition condition = new RunCondition(filter, place);
    return database.read(handle -> runs(handle, condition, 0, limit));
  }

  /** How many runs there are. */
  public long count(RunFilter filter) {
    return database.read(handle -> count(handle, new RunCondition(filter, null)));
  }

  private static long count(Handle handle, RunCondition condition) {
    return condition.query(handle, "SELECT COUNT(*)", "").mapTo(Long.class).one();
  }

  /** First the numbers, which are in the index: what is skipped is not read. */
  private static List<SavedRun> runs(
      Handle handle, RunCondition condition, long offset, int limit) {
    List<Long> numbers =
        condition
            .query(handle, "SELECT id", condition.order() + " LIMIT :limit OFFSET :offset")
            .bind("limit", limit)
            .bind("offset", offset)
            .mapTo(Long.class)
            .list();
    if (numbers.isEmpty()) {
      return List.of();
    }
    List<SavedRun> runs =
        new ArrayList<>(
            handle
                .createQuery(
                    "SELECT "
                        + SavedRun.COLUMNS
                        + " FROM taskset WHERE id IN (<numbers>) AND ended_ms IS NOT NULL")
                .bindList("numbers", numbers)
                .map((row, context) -> SavedRun.read(row))
                .list());
    Map<Long, Integer> places = new HashMap<>();
    numbers.forEach(number -> places.put(number, places.size()));
    runs.sort(Comparator.comparing(run -> Objects.requireNonNull(places.get(run.number()))));
    return runs;
  }

  private static void check(int limit) {
    if (limit < 1 || limit > MAX_PER_PAGE) {
      throw new IllegalArgumentException("1 to " + MAX_PER_PAGE + " runs, not " + limit);
    }
  }
}

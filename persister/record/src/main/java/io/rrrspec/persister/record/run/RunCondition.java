package io.rrrspec.persister.record.run;

import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.persister.record.row.Hash;
import io.rrrspec.persister.record.row.SqlText;
import io.rrrspec.persister.record.run.SavedRun.Position;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * A {@link RunFilter} in SQL. What is asked for first here is what most likely has the fewest runs,
 * and what the list is read by: each has an index that begins with it, goes on with the order of
 * the list and holds all other columns that a filter may ask for.
 */
final class RunCondition {
  /** Of a name so much is in the index. */
  private static final int KEY = 64;

  private final RunFilter filter;
  private final @Nullable Position after;
  private final List<String> leading = new ArrayList<>();
  private final List<String> conditions = new ArrayList<>();

  /**
   * All that the filter wants.
   *
   * @param after only what stands behind this place; null: from the first one on
   */
  RunCondition(RunFilter filter, @Nullable Position after) {
    this.filter = filter;
    this.after = after;
    name(filter.user(), "user_key", "requested_by", "user");
    name(filter.rsyncName(), "rsync_key", "rsync_name", "rsync");
    if (filter.tasksetClass() != null) {
      equal("class_hash", "class");
    }
    if (filter.status() != null) {
      equal("status", "status");
    }
    // Always there: a run that is being deleted has none.
    conditions.add("ended_ms >= :from AND ended_ms <= :until");
    if (after != null) {
      conditions.add("(ended_ms < :until OR id < :number)");
    }
  }

  private void name(@Nullable String value, String key, String column, String parameter) {
    if (value != null) {
      equal(key, parameter);
      if (value.length() >= KEY) {
        conditions.add(column + " = :" + parameter + "_whole");
      }
    }
  }

  private void equal(String column, String parameter) {
    leading.add(column);
    conditions.add(column + " = :" + parameter);
  }

  /** Without a newest first: in the order of the index, as H2 wants to hear it. */
  String order() {
    String first = leading.isEmpty() ? "" : leading.get(0) + " DESC, ";
    return " ORDER BY " + first + "ended_ms DESC, id DESC";
  }

  /** A query with the conditions behind it. */
  Query query(Handle handle, String select, String order) {
    Query query =
        handle.createQuery(
            select + " FROM taskset WHERE " + String.join(" AND ", conditions) + order);
    query.bind("from", millis(filter.from(), Long.MIN_VALUE));
    // One that ended at the very end is outside.
    long until = filter.until() == null ? Long.MAX_VALUE : millis(filter.until(), 0) - 1;
    query.bind("until", after == null ? until : Math.min(until, after.endedMillis()));
    if (after != null) {
      query.bind("number", after.endedMillis() > until ? Long.MAX_VALUE : after.number());
    }
    bindName(query, "user", filter.user());
    bindName(query, "rsync", filter.rsyncName());
    String tasksetClass = filter.tasksetClass();
    if (tasksetClass != null) {
      query.bind("class", Hash.of(tasksetClass));
    }
    TasksetStatus status = filter.status();
    if (status != null) {
      query.bind("status", status.text());
    }
    return query;
  }

  private static void bindName(Query query, String parameter, @Nullable String value) {
    if (value != null) {
      query.bind(parameter, SqlText.clean(value, KEY));
      if (value.length() >= KEY) {
        query.bind(parameter + "_whole", SqlText.clean(value));
      }
    }
  }

  private static long millis(@Nullable Instant time, long otherwise) {
    return time == null ? otherwise : time.toEpochMilli();
  }
}

package io.rrrspec.persister.record.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.flow.JsonText;
import io.rrrspec.common.request.Request;
import io.rrrspec.common.request.RequestJson;
import io.rrrspec.common.request.RequestState;
import io.rrrspec.common.store.RequestStore.Page;
import io.rrrspec.common.store.RequestStore.Place;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.database.DatabaseErrors;
import io.rrrspec.persister.record.row.Blob;
import io.rrrspec.persister.record.row.SqlText;
import io.rrrspec.persister.record.row.SqlTime;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * Requests that are over. They are kept as JSON: what is asked of them is a list by the time at
 * which they were asked for, and one of them as a whole.
 */
public final class SavedRequests {
  /** Two persisters that save the same one are in each other's way once. */
  private static final int ATTEMPTS = 5;

  private final Database database;

  public SavedRequests(Database database) {
    this.database = database;
  }

  /**
   * Saves a request, unless this version of it or a newer one is there. It may be repeated as often
   * as anybody likes, also by several at once.
   *
   * @throws ServiceException if the database does not do it; then nothing has changed
   */
  public void save(Request request) {
    Row row = Row.of(request);
    for (int attempt = 1; ; attempt++) {
      try {
        database.transaction(handle -> write(handle, row));
        return;
      } catch (ServiceException e) {
        // Another persister was faster, and the row is there now.
        if (attempt == ATTEMPTS || !DatabaseErrors.isCollision(e)) {
          throw e;
        }
      }
    }
  }

  private record Row(Request request, String brief, Blob whole) {
    static Row of(Request request) {
      byte[] whole = WholeRequest.text(request).getBytes(StandardCharsets.UTF_8);
      return new Row(
          request, JsonText.of(RequestJson.brief(request)), Blob.write(out -> out.write(whole)));
    }
  }

  private static boolean write(Handle handle, Row row) {
    boolean updated =
        execute(
            handle,
            "UPDATE request SET version = :version, state = :state, requester = :requester,"
                + " created_ms = :created, ended_ms = :ended, brief = :brief, whole = :whole WHERE"
                + " id = :id AND version < :version",
            row);
    return updated || isThere(handle, row.request.id()) || insert(handle, row);
  }

  private static boolean insert(Handle handle, Row row) {
    return execute(
        handle,
        "INSERT INTO request (id, version, state, requester, created_ms, ended_ms, brief, whole)"
            + " VALUES (:id, :version, :state, :requester, :created, :ended, :brief, :whole)",
        row);
  }

  private static boolean execute(Handle handle, String sql, Row row) {
    Request request = row.request;
    return handle
            .createUpdate(sql)
            .bind("id", request.id())
            .bind("version", request.version())
            .bind("state", request.state().text())
            .bind("requester", SqlText.clean(request.requester()))
            .bind("created", request.createdAt().toEpochMilli())
            .bind("ended", SqlTime.millis(request.endedAt()))
            .bind("brief", row.brief)
            .bind("whole", row.whole)
            .execute()
        > 0;
  }

  private static boolean isThere(Handle handle, String id) {
    return handle
        .createQuery("SELECT version FROM request WHERE id = :id")
        .bind("id", id)
        .mapTo(Long.class)
        .findOne()
        .isPresent();
  }

  /**
   * Deletes requests that ended before a time.
   *
   * @param most how many at most; 1 or more
   * @return how many it has deleted
   */
  public int deleteEndedBefore(Instant time, int most) {
    List<String> old =
        database.read(
            handle ->
                handle
                    .createQuery(
                        // None ends before it is asked for: so there is an index.
                        "SELECT id FROM request WHERE created_ms < :time AND ended_ms < :time ORDER"
                            + " BY created_ms, id LIMIT :most")
                    .bind("time", time.toEpochMilli())
                    .bind("most", most)
                    .mapTo(String.class)
                    .list());
    if (old.isEmpty()) {
      return 0;
    }
    return database.transaction(
        handle ->
            handle
                .createUpdate("DELETE FROM request WHERE id IN (<old>) AND ended_ms < :time")
                .bindList("old", old)
                .bind("time", time.toEpochMilli())
                .execute());
  }

  /** One of them, as {@link RequestJson#read} reads it. */
  public Optional<String> find(String id) {
    return database.read(
        handle ->
            handle
                .createQuery("SELECT whole FROM request WHERE id = :id")
                .bind("id", id)
                .map((row, context) -> Blob.readText(row, "whole"))
                .findOne());
  }

  /**
   * One page of a list, the newest first.
   *
   * @param state null: all
   * @param page 0 is the first
   * @param size how many a page has; 1 or more
   */
  public Page page(@Nullable RequestState state, int page, int size) {
    return database.read(
        handle -> {
          long total = where(handle, "SELECT COUNT(*)", state, "1 = 1", "").mapTo(Long.class).one();
          List<String> ids =
              where(handle, "SELECT id", state, "1 = 1", order(state) + " OFFSET :offset")
                  .bind("most", size)
                  .bind("offset", (long) page * size)
                  .mapTo(String.class)
                  .list();
          return new Page(total, List.copyOf(briefs(handle, ids).values()));
        });
  }

  /**
   * Where requests stand, in the order of the list.
   *
   * @param state null: all
   * @param after the place before the first one that is wanted; null: from the newest one on
   * @param most how many at most; 1 or more
   */
  public List<Place> places(@Nullable RequestState state, @Nullable Place after, int most) {
    return database.read(
        handle ->
            where(
                    handle,
                    "SELECT created_ms, id",
                    state,
                    "created_ms <= :until AND (created_ms < :until OR id < :after)",
                    order(state))
                .bind("until", after == null ? Long.MAX_VALUE : after.createdMillis())
                .bind("after", after == null ? "" : after.id())
                .bind("most", most)
                .map((row, context) -> new Place(row.getLong(1), row.getString(2)))
                .list());
  }

  private static Query where(
      Handle handle, String select, @Nullable RequestState state, String condition, String order) {
    String of = state == null ? "" : "state = :state AND ";
    Query query = handle.createQuery(select + " FROM request WHERE " + of + condition + order);
    return state == null ? query : query.bind("state", state.text());
  }

  /** As the index has it from its end, which H2 wants to hear as a whole. */
  private static String order(@Nullable RequestState state) {
    return " ORDER BY "
        + (state == null ? "" : "state DESC, ")
        + "created_ms DESC, id DESC LIMIT :most";
  }

  /** Requests by their ids, in the same order, without what may be large and without those gone. */
  public Map<String, JsonNode> briefs(List<String> ids) {
    return database.read(handle -> briefs(handle, ids));
  }

  private static Map<String, JsonNode> briefs(Handle handle, List<String> ids) {
    if (ids.isEmpty()) {
      return Map.of();
    }
    Map<String, JsonNode> found = new HashMap<>();
    handle
        .createQuery("SELECT id, brief FROM request WHERE id IN (<ids>)")
        .bindList("ids", ids)
        .map((row, context) -> found.put(row.getString(1), JsonText.parse(row.getString(2))))
        .list();
    Map<String, JsonNode> inOrder = new LinkedHashMap<>();
    for (String id : ids) {
      JsonNode brief = found.get(id);
      if (brief != null) {
        inOrder.put(id, brief);
      }
    }
    return inOrder;
  }
}

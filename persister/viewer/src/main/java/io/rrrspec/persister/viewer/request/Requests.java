package io.rrrspec.persister.viewer.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.redis.Outage;
import io.rrrspec.common.request.RequestState;
import io.rrrspec.persister.viewer.run.RecentByName;
import io.rrrspec.persister.viewer.run.Records;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at requests when somebody asks, and at each and at each list once a second at most however
 * many ask. Safe for use by several threads.
 */
public final class Requests {
  private static final Logger log = LoggerFactory.getLogger(Requests.class);
  private static final int LISTED = 50;
  private static final int REMEMBERED = 64;
  private static final String AWAY =
      "Redis does not answer: only requests that are over and saved are shown.";

  private final MergedRequests requests;
  private final InstantSource clock;
  private final RecentByName<RequestList> lists = new RecentByName<>(REMEMBERED);
  private final RecentByName<Optional<RequestPage>> looks = new RecentByName<>(REMEMBERED);

  public Requests(Records records, InstantSource clock) {
    this.requests = new MergedRequests(records);
    this.clock = clock;
  }

  /**
   * Looks at a page of the list.
   *
   * @param state null: all
   * @param page 1 is the first
   */
  public RequestList list(@Nullable RequestState state, int page) {
    String name = (state == null ? "" : state.text()) + page;
    return lists.get(name, () -> readList(state, page));
  }

  private RequestList readList(@Nullable RequestState state, int page) {
    Instant now = clock.instant();
    try {
      return list(state, page, requests.page(state, page, LISTED), now, "");
    } catch (RuntimeException e) {
      if (Outage.isCauseOf(e)) {
        return list(state, page, requests.savedPage(state, page, LISTED), now, AWAY);
      }
      throw e;
    }
  }

  private static RequestList list(
      @Nullable RequestState state,
      int number,
      MergedRequests.Page page,
      Instant now,
      String problem) {
    List<RequestRow> rows = page.requests().stream().flatMap(brief -> row(brief, now)).toList();
    return new RequestList(state, number, rows, page.more(), problem);
  }

  /** Nothing if another version wrote what nobody can read. */
  private static Stream<RequestRow> row(JsonNode brief, Instant now) {
    try {
      return Stream.of(RequestRow.of(brief, now));
    } catch (IllegalArgumentException | DateTimeException e) {
      log.warn("a request cannot be read: {}", e.getMessage());
      return Stream.empty();
    }
  }

  /**
   * Looks at one request.
   *
   * @return empty: there is none of this id
   */
  public Optional<RequestPage> look(String id) {
    return looks.get(
        id, () -> requests.find(id).map(request -> RequestPage.of(request, clock.instant())));
  }
}

package io.rrrspec.persister.viewer.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.OutageException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.redis.Outage;
import io.rrrspec.common.request.Request;
import io.rrrspec.common.request.RequestJson;
import io.rrrspec.common.request.RequestState;
import io.rrrspec.common.store.RequestStore;
import io.rrrspec.common.store.RequestStore.Place;
import io.rrrspec.persister.record.request.SavedRequests;
import io.rrrspec.persister.viewer.run.Records;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Requests of Redis and of SQL as one list, each of them once. Redis has the newer version: a
 * request that has failed may be tried again.
 */
public final class MergedRequests {
  /** So many places are read at once. */
  private static final int CHUNK = 10_000;

  private static final int LONGEST_ID = 255;

  private final RequestStore current;
  private final SavedRequests saved;

  public MergedRequests(Records records) {
    this.current = records.requests();
    this.saved = new SavedRequests(records.database());
  }

  /**
   * Some requests of the list, newest first.
   *
   * @param requests as {@link RequestJson#brief} has them
   * @param more whether there are older ones
   */
  public record Page(List<JsonNode> requests, boolean more) {}

  /**
   * The state that an address names.
   *
   * @return null: all
   * @throws UsageException if it is none
   */
  public static @Nullable RequestState state(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return null;
    }
    return RequestState.of(text)
        .orElseThrow(
            () ->
                new UsageException(
                    "state="
                        + text
                        + " is none: write "
                        + String.join(", ", RequestState.texts())));
  }

  /**
   * A page by its number. All places before it are walked over, since nobody knows how many
   * requests stand in both.
   *
   * @param state null: all
   * @param page 1 is the first
   * @param size how many a page has; 1 or more. A page has fewer where one has changed its state
   *     since it was saved
   * @throws OutageException if Redis or the database do not answer
   */
  public Page page(@Nullable RequestState state, int page, int size) {
    return page(state, page, size, true);
  }

  /** The same without Redis. */
  Page savedPage(@Nullable RequestState state, int page, int size) {
    return page(state, page, size, false);
  }

  private Page page(@Nullable RequestState state, int page, int size, boolean withRedis) {
    long skip = (page - 1L) * size;
    // One more shows whether there are more.
    long all = skip + size + 1;
    Places first =
        new Places(
            all, (last, known, most) -> withRedis ? current.places(state, known, most) : List.of());
    Places second = new Places(all, (last, known, most) -> saved.places(state, last, most));
    List<String> ids = new ArrayList<>();
    long at = 0;
    Place next = next(first, second);
    while (next != null && at < all - 1) {
      if (at >= skip) {
        ids.add(next.id());
      }
      at++;
      next = next(first, second);
    }
    return new Page(read(ids, state, withRedis), next != null);
  }

  private static @Nullable Place next(Places first, Places second) {
    Place one = first.peek();
    Place other = second.peek();
    Place next = one == null || (other != null && other.compareTo(one) < 0) ? other : one;
    if (next != null) {
      first.passOver(next);
      second.passOver(next);
    }
    return next;
  }

  private List<JsonNode> read(List<String> ids, @Nullable RequestState state, boolean withRedis) {
    Map<String, JsonNode> now = withRedis ? current.briefs(ids) : Map.of();
    Map<String, JsonNode> then =
        saved.briefs(ids.stream().filter(id -> !now.containsKey(id)).toList());
    List<JsonNode> requests = new ArrayList<>();
    for (String id : ids) {
      JsonNode brief = now.getOrDefault(id, then.get(id));
      if (brief != null && (state == null || brief.path("state").asText().equals(state.text()))) {
        requests.add(brief);
      }
    }
    return requests;
  }

  /**
   * One request.
   *
   * @return empty: there is none of this id
   * @throws OutageException if Redis or the database do not answer, and the other one has none
   */
  public Optional<Request> find(String id) {
    if (!isId(id)) {
      return Optional.empty();
    }
    try {
      Optional<Request> request = current.find(id);
      return request.isPresent() ? request : findSaved(id);
    } catch (RuntimeException e) {
      if (Outage.isCauseOf(e)) {
        return Optional.of(findSaved(id).orElseThrow(() -> e));
      }
      throw e;
    }
  }

  private Optional<Request> findSaved(String id) {
    return saved.find(id).map(RequestJson::read);
  }

  /** Other keys of Redis begin with the same words. */
  private static boolean isId(String id) {
    return id.length() <= LONGEST_ID
        && id.chars()
            .allMatch(
                c ->
                    c >= 'a' && c <= 'z'
                        || c >= 'A' && c <= 'Z'
                        || c >= '0' && c <= '9'
                        || c == '-');
  }

  /** Reads places of one list. */
  @FunctionalInterface
  private interface Source {
    /**
     * The next ones.
     *
     * @param last the last one that is known; null: none
     * @param known how many are known
     */
    List<Place> next(@Nullable Place last, long known, int most);
  }

  /** The places of one list, one after the other. */
  private static final class Places {
    private final long expected;
    private final Source source;
    private final Deque<Place> read = new ArrayDeque<>();
    private @Nullable Place last;
    private @Nullable Place passed;
    private long known;
    private boolean over;

    /**
     * Reads nothing yet.
     *
     * @param expected how many will be asked for
     */
    Places(long expected, Source source) {
      this.expected = expected;
      this.source = source;
    }

    @Nullable Place peek() {
      while (read.isEmpty() && !over) {
        int most = (int) Math.max(1, Math.min(CHUNK, expected - known));
        List<Place> next = source.next(last, known, most);
        over = next.size() < most;
        known += next.size();
        if (!next.isEmpty()) {
          last = next.get(next.size() - 1);
        }
        read.addAll(next);
        drop();
      }
      return read.peek();
    }

    void passOver(Place place) {
      passed = place;
      drop();
    }

    /** A request that came meanwhile may have moved what was passed into the next chunk. */
    private void drop() {
      while (passed != null && !read.isEmpty() && read.element().compareTo(passed) <= 0) {
        read.remove();
      }
    }
  }
}

package io.rrrspec.common.store;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.flow.JsonText;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RawMembers;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.request.CurrentJob;
import io.rrrspec.common.request.Request;
import io.rrrspec.common.request.RequestJson;
import io.rrrspec.common.request.RequestState;
import io.rrrspec.common.request.RequestStep;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.params.ZAddParams;

/** Requests: written as a whole, each time over the version that was read. */
public final class RequestStore {
  private static final Logger log = LoggerFactory.getLogger(RequestStore.class);

  /** Who forgets it may be late. */
  private static final Duration EXPIRY = Request.KEEP.plusDays(1);

  private final RedisConnection redis;
  private final Keys keys;

  public RequestStore(RedisConnection redis, Keys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  public Optional<Request> find(String id) {
    String whole = redis.commands().hget(keys.request(id), "whole");
    return whole == null ? Optional.empty() : Optional.ofNullable(read(id, whole));
  }

  private static @Nullable Request read(String id, String whole) {
    try {
      return RequestJson.read(whole);
    } catch (IllegalArgumentException e) {
      log.warn("the request {} cannot be read: {}", id, e.getMessage());
      return null;
    }
  }

  /**
   * Writes what has become of a request, with its steps.
   *
   * @param before as it was read; null: it is new
   * @return false if somebody else has written it meanwhile: read it again
   */
  public boolean write(@Nullable Request before, Request after) {
    String state = after.state().text();
    CurrentJob was = before == null ? null : before.current();
    CurrentJob is = after.current();
    boolean offered = was != null && was.isOffered();
    Instant ended = after.endedAt();
    List<String> args =
        new ArrayList<>(
            List.of(
                Long.toString(before == null ? 0 : before.version()),
                after.id(),
                RequestJson.whole(after),
                JsonText.of(RequestJson.brief(after)),
                Long.toString(after.version()),
                ms(after.createdAt()),
                ms(after.due()),
                ended == null ? "" : ms(ended),
                offered ? "1" : "",
                is != null && is.isOffered() ? ms(is.queuedAt()) : "",
                ended == null ? "" : Long.toString(EXPIRY.toSeconds())));
    RequestStep.between(before, after).forEach(step -> args.add(JsonText.of(step)));
    return "written"
        .equals(
            redis.run(
                "write_request",
                List.of(
                    keys.request(after.id()),
                    keys.requestSteps(after.id()),
                    keys.requests(),
                    keys.requestsIn(before == null ? state : before.state().text()),
                    keys.requestsIn(state),
                    keys.requestsDue(),
                    keys.requestsUnsaved(),
                    keys.offers(was == null ? "default" : was.queue()),
                    keys.offers(is == null ? "default" : is.queue())),
                args));
  }

  private static String ms(Instant time) {
    return Long.toString(time.toEpochMilli());
  }

  /**
   * Some requests of a list, newest first.
   *
   * @param total how many the list has in all
   * @param requests without what may be large
   */
  public record Page(long total, List<JsonNode> requests) {}

  /**
   * One page of a list.
   *
   * @param state null: all
   * @param page 0 is the first
   * @param size how many a page has; 1 or more
   */
  public Page page(@Nullable RequestState state, int page, int size) {
    String list = list(state);
    long from = (long) page * size;
    List<String> ids = redis.commands().zrevrange(list, from, from + size - 1);
    return new Page(redis.commands().zcard(list), List.copyOf(briefs(ids).values()));
  }

  private String list(@Nullable RequestState state) {
    return state == null ? keys.requests() : keys.requestsIn(state.text());
  }

  /**
   * Where a request stands in lists.
   *
   * @param createdMillis when it was asked for, in ms since 1970
   */
  public record Place(long createdMillis, String id) implements Comparable<Place> {
    /** The newest first; of one millisecond that with the largest id. */
    @Override
    public int compareTo(Place other) {
      int newer = Long.compare(other.createdMillis, createdMillis);
      return newer == 0 ? other.id.compareTo(id) : newer;
    }
  }

  /**
   * Where requests stand, in the order of the list.
   *
   * @param state null: all
   * @param from 0: from the newest one on
   * @param most how many at most; 1 or more
   */
  public List<Place> places(@Nullable RequestState state, long from, int most) {
    return redis.commands().zrevrangeWithScores(list(state), from, from + most - 1).stream()
        .map(one -> new Place((long) one.getScore(), one.getElement()))
        .toList();
  }

  /**
   * Requests by their ids, in the same order, without what may be large, and without those that are
   * gone or cannot be read.
   */
  public Map<String, JsonNode> briefs(List<String> ids) {
    Map<String, Response<String>> answers = new LinkedHashMap<>();
    try (AbstractPipeline pipeline = redis.commands().pipelined()) {
      ids.forEach(id -> answers.put(id, pipeline.hget(keys.request(id), "brief")));
    }
    Map<String, JsonNode> requests = new LinkedHashMap<>();
    answers.forEach(
        (id, answer) -> {
          String brief = answer.get();
          if (brief != null) {
            try {
              requests.put(id, JsonText.parse(brief));
            } catch (IllegalArgumentException e) {
              log.warn("the request {} cannot be listed: {}", id, e.getMessage());
            }
          }
        });
    return requests;
  }

  /**
   * Some of what has happened to a request.
   *
   * @param first the number of the first one of them; the first one of all has 0
   * @param list objects, in order
   */
  public record Steps(long first, List<JsonNode> list) {}

  /**
   * What has happened to a request.
   *
   * @param from the number of the first step wanted; the oldest ones may be gone
   */
  public Steps steps(String id, long from) {
    List<?> found =
        (List<?>)
            redis.run(
                "read_request_steps",
                List.of(keys.request(id), keys.requestSteps(id)),
                List.of(Long.toString(from)));
    return new Steps(
        (Long) found.get(0),
        ((List<?>) found.get(1)).stream().map(step -> JsonText.parse((String) step)).toList());
  }

  /** The ids of requests whose job workers of other implementations may take, oldest first. */
  public List<String> offers(String queue, int most) {
    return redis.commands().zrange(keys.offers(queue), 0, most - 1);
  }

  /** How many jobs of a queue workers of other implementations may take. */
  public long offerCount(String queue) {
    return redis.commands().zcard(keys.offers(queue));
  }

  /** Drops an offer of a request that is gone. */
  public void dropOffer(String queue, String id) {
    redis.commands().zrem(keys.offers(queue), id);
    RawMembers.remove(redis, keys.offers(queue), List.of(id));
  }

  /** The ids of requests to look at, the longest due first. */
  public List<String> due(Instant now, int most) {
    return redis.commands().zrangeByScore(keys.requestsDue(), 0, now.toEpochMilli(), 0, most);
  }

  /** Has a request looked at again at another time. */
  public void lookAt(String id, Instant time) {
    redis
        .commands()
        .zadd(keys.requestsDue(), time.toEpochMilli(), id, ZAddParams.zAddParams().xx());
  }

  /**
   * Forgets a request that ended long ago.
   *
   * @param version that was read; 0: it is gone already, and only its name is left in lists
   */
  public boolean forget(String id, long version) {
    List<String> all =
        new ArrayList<>(
            List.of(
                keys.request(id),
                keys.requestSteps(id),
                keys.requests(),
                keys.requestsDue(),
                keys.requestsUnsaved()));
    RequestState.texts().forEach(state -> all.add(keys.requestsIn(state)));
    return Long.valueOf(1)
        .equals(redis.run("forget_request", all, List.of(Long.toString(version), id)));
  }

  /** The ids of requests that are over and not in the SQL store, the earliest end first. */
  public List<String> unsaved(int most) {
    return redis.commands().zrange(keys.requestsUnsaved(), 0, most - 1);
  }

  /** Notes that this version of a request is in the SQL store, or that there is nothing to save. */
  public void saved(String id, long version) {
    redis.run(
        "save_request",
        List.of(keys.request(id), keys.requestsUnsaved()),
        List.of(id, Long.toString(version)));
  }
}

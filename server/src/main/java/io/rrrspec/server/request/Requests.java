package io.rrrspec.server.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.config.RequestJob;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.request.CurrentJob;
import io.rrrspec.common.request.Request;
import io.rrrspec.common.request.RequestConflictException;
import io.rrrspec.common.request.RequestEdit;
import io.rrrspec.common.request.RequestJobs;
import io.rrrspec.common.request.RequestReader;
import io.rrrspec.common.request.RequestState;
import io.rrrspec.common.store.RequestStore;
import io.rrrspec.common.store.Stores;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Requests for those who ask for them, follow them and take part in them. */
public final class Requests {
  /** How many offers one look takes. */
  private static final int OFFERS = 20;

  /** So often all offers of a look were taken by others. */
  private static final int LOOKS = 10;

  private final RequestDriver driver;
  private final RequestStore store;

  /**
   * Makes it.
   *
   * @param baseUrl where the HTTP port of this server is, without a slash at the end
   */
  public Requests(Stores stores, FlowKeys flowKeys, Supplier<String> baseUrl, InstantSource clock) {
    this.driver = new RequestDriver(stores, flowKeys, baseUrl, clock);
    this.store = stores.requests();
  }

  private Instant now() {
    return driver.clock().instant();
  }

  /** The jobs that can be asked for. */
  public RequestJobs jobs() {
    return driver.definitions();
  }

  /**
   * Takes a request.
   *
   * @throws io.rrrspec.common.UsageException if it is none
   */
  public Request start(JsonNode body) {
    return driver.start(
        RequestReader.asked(UUID.randomUUID().toString(), body, driver.definitions(), now()));
  }

  public Optional<Request> find(String id) {
    return store.find(id);
  }

  /** One page of all requests, or of those in a state. */
  public RequestStore.Page page(@Nullable RequestState state, int page, int size) {
    return store.page(state, page, size);
  }

  /** What has happened to a request, from a step on. */
  public RequestStore.Steps steps(String id, long from) {
    return store.steps(id, from);
  }

  /** The request is another version than the writer has read. */
  public static final class VersionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    VersionException(long version) {
      super("the request has version " + version + " now: read it again, and write your change");
    }
  }

  /**
   * Who writes.
   *
   * @param lease that it has brought; null: none
   * @param version that it has read; empty: it does not matter
   */
  public record Writer(@Nullable String lease, OptionalLong version) {
    void check(Request request) {
      if (version.isPresent() && version.getAsLong() != request.version()) {
        throw new VersionException(request.version());
      }
    }
  }

  /** Writes a part of a request, see {@link RequestEdit#part}; empty: there is none of this id. */
  public Optional<Request> writePart(String id, String part, JsonNode body, Writer by) {
    RequestJobs definitions = driver.definitions();
    return report(
        id, by, r -> RequestEdit.part(r, part, body, definitions, by.lease(), now()), definitions);
  }

  /** Writes a request, see {@link RequestEdit#whole}; empty: there is none of this id. */
  public Optional<Request> writeWhole(String id, JsonNode body, Writer by) {
    RequestJobs definitions = driver.definitions();
    return report(
        id, by, r -> RequestEdit.whole(r, body, definitions, by.lease(), now()), definitions);
  }

  private Optional<Request> report(
      String id, Writer by, UnaryOperator<Request> change, RequestJobs definitions) {
    Optional<Request> written =
        driver.update(
            id,
            request -> {
              by.check(request);
              return change.apply(request);
            });
    // A report says that its worker lives, also if it changes nothing.
    written
        .map(Request::current)
        .filter(job -> job.isExternal() && job.lease() != null)
        .ifPresent(job -> store.lookAt(id, now().plus(limit(job, definitions))));
    return written;
  }

  private static Duration limit(CurrentJob job, RequestJobs definitions) {
    return definitions
        .find(job.entry().name())
        .map(one -> Duration.ofSeconds(one.timeoutSec()))
        .orElse(Request.LONGEST_WAIT);
  }

  /**
   * Ends the job that runs, as its worker says it has done it.
   *
   * @return empty: there is no such request, or no job of it runs
   */
  public Optional<Request> done(String id, Writer by) {
    RequestJobs definitions = driver.definitions();
    boolean[] none = new boolean[1];
    Optional<Request> written =
        driver.update(
            id,
            request -> {
              by.check(request);
              Request ended = RequestEdit.done(request, definitions, by.lease(), now());
              none[0] = ended == null;
              return ended == null ? request : ended;
            });
    return none[0] ? Optional.empty() : written;
  }

  /**
   * Cancels a request.
   *
   * @throws RequestConflictException if it is over
   */
  public Optional<Request> cancel(String id, Writer by) {
    return driver.update(
        id,
        request -> {
          by.check(request);
          return request.cancelled(now());
        });
  }

  /**
   * Goes on from the job that has failed.
   *
   * @throws RequestConflictException if none has
   */
  public Optional<Request> retry(String id, Writer by) {
    RequestJobs definitions = driver.definitions();
    return driver.update(
        id,
        request -> {
          by.check(request);
          return request.retried(definitions, now());
        });
  }

  /**
   * A job that a worker of another implementation has taken.
   *
   * @param job with its lease
   * @param limit so soon it reports, each time
   */
  public record Taken(Request request, CurrentJob job, Duration limit) {}

  /** Gives the job that has waited longest to a worker of another implementation. */
  public Optional<Taken> take(String queue) {
    RequestJobs definitions = driver.definitions();
    for (int i = 0; i < LOOKS; i++) {
      List<String> offers = store.offers(queue, OFFERS);
      for (String id : offers) {
        Optional<Taken> taken = take(queue, id, definitions);
        if (taken.isPresent()) {
          return taken;
        }
      }
      if (offers.isEmpty()) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private Optional<Taken> take(String queue, String id, RequestJobs definitions) {
    Optional<Request> found = store.find(id);
    CurrentJob job = found.map(Request::current).orElse(null);
    if (found.isEmpty()) {
      store.dropOffer(queue, id);
      return Optional.empty();
    }
    if (job == null || !job.isOffered()) {
      // Somebody else was faster.
      return Optional.empty();
    }
    Duration limit = limit(job, definitions);
    String lease = job.number() + "-" + UUID.randomUUID();
    Request taken = found.get().taken(lease, now().plus(limit), now());
    CurrentJob with = taken.current();
    // Else somebody else has it by now.
    return with != null && store.write(found.get(), taken)
        ? Optional.of(new Taken(taken, with, limit))
        : Optional.empty();
  }

  /** Whether jobs of a queue wait for workers of other implementations. */
  public boolean hasOffers(String queue) {
    return store.offerCount(queue) > 0;
  }

  /** How many jobs wait for workers of other implementations, by queue. */
  public Map<String, Long> offers() {
    Map<String, Long> counts = new TreeMap<>();
    jobs()
        .byName()
        .values()
        .forEach(
            job -> {
              if (job.kind() == RequestJob.Kind.EXTERNAL) {
                String queue = job.queue() == null ? "default" : job.queue();
                counts.computeIfAbsent(queue, store::offerCount);
              }
            });
    return counts;
  }
}

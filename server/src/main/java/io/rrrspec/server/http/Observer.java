package io.rrrspec.server.http;

import io.rrrspec.common.loop.Loop;
import io.rrrspec.common.redis.Outage;
import io.rrrspec.common.store.Status;
import io.rrrspec.common.store.StatusStore;
import io.rrrspec.server.http.Observation.LoopState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at Redis when somebody asks, at most once a second however many ask, and answers in bounded
 * time also when Redis does not.
 */
public final class Observer implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Observer.class);
  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final StatusStore store;
  private final Supplier<List<Loop>> loops;
  private final InstantSource clock;
  private final QueueAge arbiterAge = new QueueAge();
  private final QueueAge dispatcherAge = new QueueAge();
  private final QueueAge persisterAge = new QueueAge();

  /** One thread: while Redis is silent, one request hangs in it, and not one for each who asks. */
  private final ExecutorService reader =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread thread = new Thread(task, "observer");
            thread.setDaemon(true);
            return thread;
          });

  private @Nullable Future<Status> reading;
  private @Nullable Observation last;

  /** When the last look was over, which may be some seconds after it began. */
  private Instant lookedAt = Instant.MIN;

  private @Nullable Instant silentSince;

  /**
   * Makes one.
   *
   * @param loops those of this server, once they run
   */
  public Observer(StatusStore store, Supplier<List<Loop>> loops, InstantSource clock) {
    this.store = store;
    this.loops = loops;
    this.clock = clock;
  }

  /** What is known now; never fails. */
  synchronized Observation look() {
    Instant now = clock.instant();
    Observation seen = last;
    if (seen != null && now.isBefore(lookedAt.plus(FRESH)) && !now.isBefore(seen.at())) {
      return seen;
    }
    Observation fresh = observe(now);
    last = fresh;
    lookedAt = clock.instant();
    return fresh;
  }

  private Observation observe(Instant now) {
    Future<Status> future = reading == null ? reader.submit(store::read) : reading;
    reading = null;
    try {
      Status status = future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      silentSince = null;
      long millis = now.toEpochMilli();
      return new Observation(
          now,
          status,
          "",
          null,
          arbiterAge.of(status.arbiter(), millis),
          dispatcherAge.of(status.dispatcher(), millis),
          persisterAge.of(status.persister(), millis),
          states());
    } catch (TimeoutException e) {
      // It may still answer; nobody starts another reading before it has.
      reading = future;
      return silent(now, "no answer within " + PATIENCE.toSeconds() + " s");
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      if (!Outage.isOfRedis(cause)) {
        log.warn("the state of the installation cannot be read", cause);
      }
      return silent(
          now,
          Outage.isOfRedis(cause)
              ? Outage.why(cause)
              : cause.toString().lines().findFirst().orElse(""));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return silent(now, "this server stops");
    }
  }

  private Observation silent(Instant now, String why) {
    Instant since = silentSince == null ? now : silentSince;
    silentSince = since;
    return new Observation(now, null, why, since, Double.NaN, Double.NaN, Double.NaN, states());
  }

  private List<LoopState> states() {
    return loops.get().stream()
        .map(
            loop ->
                new LoopState(
                    loop.name(),
                    loop.isRunning(),
                    loop.steps(),
                    loop.failures(),
                    loop.failuresInARow(),
                    loop.lastFailure()))
        .toList();
  }

  @Override
  public void close() {
    reader.shutdownNow();
  }
}

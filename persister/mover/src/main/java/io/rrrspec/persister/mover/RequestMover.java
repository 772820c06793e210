package io.rrrspec.persister.mover;

import io.rrrspec.common.OutageException;
import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.redis.Outage;
import io.rrrspec.common.request.Request;
import io.rrrspec.common.store.RequestStore;
import io.rrrspec.persister.record.request.SavedRequests;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes requests that are over into SQL. A request stays in Redis, and on the list of those that
 * are not saved until this version of it is there: so several persisters may do the same, and any
 * of them may end in between.
 */
final class RequestMover implements Actor {
  private static final Logger log = LoggerFactory.getLogger(RequestMover.class);

  /** So many in one step. */
  private static final int BATCH = 100;

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final RequestStore requests;
  private final SavedRequests saved;
  private final InstantSource clock;
  private final Tries tries = new Tries();
  private final CountDownLatch stopped = new CountDownLatch(1);

  RequestMover(RequestStore requests, SavedRequests saved, InstantSource clock) {
    this.requests = requests;
    this.saved = saved;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "requests";
  }

  @Override
  public boolean step() {
    Set<String> failed = tries.keys();
    // Those that cannot be saved stand at the front, and hide no other.
    List<String> unsaved = requests.unsaved(BATCH + failed.size());
    tries.forgetIf(id -> !unsaved.contains(id));
    boolean worked = false;
    for (String id : unsaved) {
      if (stopped.getCount() == 0) {
        return false;
      }
      if (tries.mayTry(id, clock.millis())) {
        tryOne(id);
        worked = true;
      }
    }
    return worked;
  }

  private void tryOne(String id) {
    try {
      Optional<Request> request = requests.find(id);
      if (request.isPresent()) {
        saved.save(request.get());
        log.info("request {}: {} and saved", id, request.get().state().text());
      } else {
        log.warn("request {}: not saved, it is gone or cannot be read", id);
        failed(id);
      }
      // If it has changed meanwhile it stays on the list.
      requests.saved(id, request.map(Request::version).orElse(0L));
    } catch (RuntimeException e) {
      if (e instanceof OutageException || Outage.isCauseOf(e)) {
        throw e;
      }
      log.warn("request {}: will be tried again, cannot be saved: {}", id, e.toString(), e);
      failed(id);
    }
  }

  /** What cannot be saved is tried until Redis forgets it: a newer version may be able to. */
  private void failed(String id) {
    boolean again = tries.failedForUnknownReason(id, clock.millis());
    if (!again) {
      log.error("request {}: still cannot be saved", id);
      tries.failedForUnknownReason(id, clock.millis());
    }
  }

  @Override
  public void await(Duration limit) throws InterruptedException {
    long millis = Math.min(limit.toMillis(), LOOK_EVERY.toMillis());
    // Its loop ends for the same reason.
    boolean unused = stopped.await(millis, TimeUnit.MILLISECONDS);
  }

  /** No further request is begun; returns at once. */
  void stop() {
    stopped.countDown();
  }
}

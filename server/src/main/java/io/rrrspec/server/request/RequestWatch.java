package io.rrrspec.server.request;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.request.CurrentJob;
import io.rrrspec.common.request.Request;
import io.rrrspec.common.request.RequestJobs;
import io.rrrspec.common.store.RequestStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at requests whose time has come: what a server that died has left undone, flows that tell
 * nobody of their end, jobs that a worker of another implementation took and does not report on,
 * and requests that ended long ago.
 */
final class RequestWatch implements Actor {
  private static final Logger log = LoggerFactory.getLogger(RequestWatch.class);
  private static final int AT_ONCE = 100;
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final Duration AFTER_FAILURE = Duration.ofMinutes(1);

  private final RequestDriver driver;
  private final RequestStore requests;

  RequestWatch(RequestDriver driver) {
    this.driver = driver;
    this.requests = driver.stores().requests();
  }

  @Override
  public String name() {
    return "requests";
  }

  @Override
  public boolean step() {
    Instant now = driver.clock().instant();
    List<String> due = requests.due(now, AT_ONCE);
    for (String id : due) {
      Optional<Request> request = requests.find(id);
      if (request.isEmpty()) {
        if (!requests.forget(id, 0)) {
          // It is there, but cannot be read. It must not keep the others.
          requests.lookAt(id, now.plus(AFTER_FAILURE));
        }
      } else {
        look(request.get(), now);
      }
    }
    return due.size() >= AT_ONCE;
  }

  private void look(Request request, Instant now) {
    CurrentJob job = request.current();
    if (job == null) {
      if (request.due().isAfter(now)) {
        requests.lookAt(request.id(), request.due());
      } else {
        requests.forget(request.id(), request.version());
      }
    } else if (job.isExternal()) {
      expire(request, job, now);
    } else {
      // Also so that another server does not do the same.
      requests.lookAt(request.id(), request.nextLook(now));
      try {
        driver.settle(request);
      } catch (IllegalArgumentException | IllegalStateException e) {
        // One that nobody can go on with must not keep the others.
        log.warn("the request {} cannot be looked after: {}", request.id(), e.toString());
        requests.lookAt(request.id(), now.plus(AFTER_FAILURE));
      }
    }
  }

  private void expire(Request request, CurrentJob job, Instant now) {
    String name = "the job '" + job.entry().name() + "' has failed: ";
    RequestJobs definitions = driver.definitions();
    String lease = job.lease();
    driver.update(
        request.id(),
        r -> {
          CurrentJob is = r.at(job.number());
          if (is == null || lease == null != (is.lease() == null)) {
            return r;
          }
          return lease == null
              ? r.failed(
                  job.number(),
                  name + "nobody took it in " + Request.LONGEST_WAIT.toDays() + " days",
                  now)
              : r.lost(
                  job.number(),
                  name + "who took it has not reported in time",
                  RequestDriver.trials(definitions, job),
                  definitions,
                  now);
        });
  }

  @Override
  public void await(Duration limit) throws InterruptedException {
    Thread.sleep(Math.min(limit.toMillis(), LOOK_EVERY.toMillis()));
  }
}

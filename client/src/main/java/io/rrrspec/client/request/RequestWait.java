package io.rrrspec.client.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.client.remote.EndRequests;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.request.RequestEvents.Event;
import io.rrrspec.common.ServiceException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits for the end of a request, and says what its jobs do. */
final class RequestWait {
  private static final Logger log = LoggerFactory.getLogger(RequestWait.class);

  private static final long LOOK_EVERY_MILLIS = 2_000;
  private static final long SLICE_MILLIS = 100;

  /** A server that lives writes a comment now and then. */
  private static final Duration QUIET_AT_MOST = Duration.ofSeconds(60);

  /** Of a server that has refused to tell events. */
  private static final long NO_EVENTS_FOR = Duration.ofSeconds(30).toNanos();

  private final RequestApi api;
  private final String id;
  private final Console console;
  private final EndRequests end;
  private final RequestSteps steps;
  private final long awayAtMost;

  private String lastEvent = "";
  private long eventsFrom = System.nanoTime();
  private long awaySince;
  private boolean isAway;
  private boolean isEndSaid;
  private boolean isCancelled;

  /**
   * Prepares.
   *
   * @param steps what is told already
   * @param awayAtMost how long nothing may answer
   */
  RequestWait(
      RequestApi api,
      String id,
      Console console,
      EndRequests end,
      RequestSteps steps,
      Duration awayAtMost) {
    this.api = api;
    this.id = id;
    this.console = console;
    this.end = end;
    this.steps = steps;
    this.awayAtMost = awayAtMost.toNanos();
  }

  /**
   * Returns the request as it ended.
   *
   * @throws ServiceException if it is gone, or nothing answers for too long
   */
  JsonNode untilOver() {
    end.onFirst(this::cancelInTime);
    while (true) {
      Optional<JsonNode> found = look();
      if (found.isPresent()) {
        return found.get();
      }
      pause();
    }
  }

  /** Follows the request as long as it can, and returns it if it is over. */
  private Optional<JsonNode> look() {
    Optional<JsonNode> found;
    try {
      heedEnd();
      follow();
      found = api.find(id);
    } catch (ServiceException e) {
      goOnWithout(e);
      return Optional.empty();
    }
    isAway = false;
    JsonNode request =
        found.orElseThrow(
            () -> new ServiceException("the request " + id + " is gone: start it again"));
    boolean isOver = RequestText.isOver(RequestText.text(request, "state"));
    steps.tell(request, isOver);
    return isOver ? found : Optional.empty();
  }

  /** Returns when the events are over, or there are none. */
  private void follow() {
    if (System.nanoTime() - eventsFrom < 0) {
      return;
    }
    Optional<RequestEvents> stream = api.events(id, lastEvent);
    if (stream.isEmpty()) {
      eventsFrom = System.nanoTime() + NO_EVENTS_FOR;
      return;
    }
    try (RequestEvents events = stream.get()) {
      isAway = false;
      while (!events.isOver() && events.quiet().compareTo(QUIET_AT_MOST) < 0) {
        heedEnd();
        Event event = events.next(SLICE_MILLIS);
        if (event != null) {
          lastEvent = event.id();
          if (steps.tell(event.data())) {
            return;
          }
        }
      }
    }
  }

  private void heedEnd() {
    if (end.count() == 0) {
      return;
    }
    if (!isEndSaid) {
      isEndSaid = true;
      console.say("cancelling the request; once more leaves at once");
    }
    cancel();
  }

  /** In another thread, at once: a second signal must not come before that. */
  private void cancelInTime() {
    try {
      cancel();
    } catch (RuntimeException e) {
      // Said by the one who waits, who then does it himself.
      log.debug("cannot cancel the request {}", id, e);
    }
  }

  private synchronized void cancel() {
    if (!isCancelled) {
      api.cancel(id);
      isCancelled = true;
    }
  }

  private void pause() {
    int before = end.count();
    long until = System.nanoTime() + LOOK_EVERY_MILLIS * 1_000_000;
    while (System.nanoTime() < until && end.count() == before) {
      try {
        Thread.sleep(SLICE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ServiceException("interrupted while waiting for the request", e);
      }
    }
  }

  /** The request does not need us: its server, or Redis, may be away for a while. */
  private void goOnWithout(ServiceException e) {
    long now = System.nanoTime();
    if (!isAway) {
      isAway = true;
      awaySince = now;
      console.say(e.getMessage() + "; trying on");
    } else if (now - awaySince > awayAtMost) {
      throw new ServiceException(
          e.getMessage() + "; when it serves, `request show " + id + "` tells how far it is", e);
    }
  }
}

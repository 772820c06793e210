package io.rrrspec.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.Context;
import io.javalin.http.ServiceUnavailableResponse;
import io.rrrspec.common.flow.JsonText;
import io.rrrspec.common.request.Request;
import io.rrrspec.common.store.RequestStore;
import io.rrrspec.server.request.Requests;
import jakarta.servlet.ServletOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Tells the steps of a request as they come, as server-sent events. Each listener has a thread of
 * the port, so there are not many.
 */
final class RequestEvents {
  private static final int MOST_LISTENERS = 50;
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  /** So often something is sent: else nobody sees that the listener has gone. */
  private static final int LOOKS_BETWEEN_COMMENTS = 15;

  private static final Duration LONGEST = Duration.ofHours(1);

  private final Requests requests;
  private final Semaphore free = new Semaphore(MOST_LISTENERS);

  RequestEvents(Requests requests) {
    this.requests = requests;
  }

  /**
   * Sends them until the request is over, or the listener goes; it may come again after an hour.
   */
  void send(Context ctx, Request request) {
    ctx.contentType("text/event-stream; charset=utf-8");
    if (!free.tryAcquire()) {
      ctx.contentType("application/json");
      throw new ServiceUnavailableResponse(
          MOST_LISTENERS + " listen already: ask for the request itself every few seconds");
    }
    try {
      stream(ctx.res().getOutputStream(), request.id(), first(ctx.header("Last-Event-ID")));
    } catch (IOException e) {
      // The listener has gone.
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      free.release();
    }
  }

  private static long first(@Nullable String lastId) {
    return lastId != null && lastId.matches("\\d{1,9}") ? Long.parseLong(lastId) + 1 : 0;
  }

  private void stream(ServletOutputStream out, String id, long from)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + LONGEST.toNanos();
    long next = from;
    for (int look = 0; System.nanoTime() < end; look++) {
      // First whether it is over: its last steps are there then.
      Optional<Request> request = requests.find(id);
      RequestStore.Steps steps = requests.steps(id, next);
      next = steps.first();
      for (JsonNode step : steps.list()) {
        write(
            out,
            "id: "
                + next
                + "\nevent: "
                + step.path("event").asText()
                + "\ndata: "
                + JsonText.of(step)
                + "\n\n");
        next++;
      }
      if (request.isEmpty() || request.get().state().isOver()) {
        return;
      }
      if (steps.list().isEmpty() && look % LOOKS_BETWEEN_COMMENTS == 0) {
        write(out, ": still there\n\n");
      }
      out.flush();
      Thread.sleep(LOOK_EVERY.toMillis());
    }
  }

  private static void write(ServletOutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }
}

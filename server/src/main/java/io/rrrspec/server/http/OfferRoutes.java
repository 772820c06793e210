package io.rrrspec.server.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.NotFoundResponse;
import io.rrrspec.common.config.NearestName;
import io.rrrspec.common.process.BoundedText;
import io.rrrspec.server.request.Requests;
import java.util.Map;
import java.util.Optional;

/** Jobs of requests for workers of other implementations, over HTTP. */
final class OfferRoutes {
  private final Access access;
  private final Requests requests;

  OfferRoutes(Access access, Requests requests) {
    this.access = access;
    this.requests = requests;
  }

  void register(RoutesConfig routes) {
    routes.get("/job", this::list);
    routes.get("/job/{queue}", this::take);
  }

  private void list(Context ctx) {
    access.requireReader(ctx);
    JsonAnswer.send(ctx, Map.of("queues", requests.offers()));
  }

  /** Javalin answers HEAD by itself: that takes nothing. */
  private void take(Context ctx) {
    access.requireChanger(ctx);
    String queue = ctx.pathParam("queue");
    Map<String, Long> queues = requests.offers();
    // A job waits where its definition had it wait then.
    if (!queues.containsKey(queue) && !requests.hasOffers(queue)) {
      throw new NotFoundResponse(
          "no external job waits in a queue '"
              + BoundedText.cut(queue, 40)
              + "'"
              + NearestName.hint(
                  queue,
                  queues.keySet(),
                  queues.isEmpty()
                      ? ": the server's file has no external jobs"
                      : ": there are " + String.join(", ", queues.keySet())));
    }
    Optional<Requests.Taken> taken = requests.take(queue);
    if (taken.isEmpty()) {
      ctx.status(HttpStatus.NO_CONTENT);
      return;
    }
    JsonAnswer.send(ctx, answer(taken.get()));
  }

  private static ObjectNode answer(Requests.Taken taken) {
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    answer.put("request", taken.request().id());
    answer.put("url", "/request/" + taken.request().id());
    answer.put("lease", taken.job().lease());
    answer.put("trial", taken.job().trial());
    answer.put("timeout_sec", taken.limit().toSeconds());
    ObjectNode job = answer.putObject("job").put("name", taken.job().entry().name());
    job.set("args", taken.request().runArgs());
    return answer;
  }
}

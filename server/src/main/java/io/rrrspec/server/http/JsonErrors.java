package io.rrrspec.server.http;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.router.EndpointNotFound;
import io.rrrspec.common.OutageException;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.queue.DamagedQueuesException;
import io.rrrspec.common.queue.QueueConflictException;
import io.rrrspec.common.redis.Damage;
import io.rrrspec.common.redis.Outage;
import io.rrrspec.common.request.RequestConflictException;
import io.rrrspec.server.request.Requests;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What cannot be answered: as JSON for queues, jobs and flows, as a line of text for everything
 * else.
 */
final class JsonErrors {
  private static final Logger log = LoggerFactory.getLogger(JsonErrors.class);

  private JsonErrors() {}

  static void register(JavalinConfig config) {
    config.routes.exception(
        HttpResponseException.class, (e, ctx) -> show(ctx, e.getStatus(), e.getMessage()));
    config.routes.exception(
        EndpointNotFound.class, (e, ctx) -> show(ctx, 404, "there is no such page"));
    config.routes.exception(
        QueueConflictException.class, (e, ctx) -> show(ctx, 409, e.getMessage()));
    config.routes.exception(
        RequestConflictException.class, (e, ctx) -> show(ctx, 409, e.getMessage()));
    config.routes.exception(
        Requests.VersionException.class, (e, ctx) -> show(ctx, 412, e.getMessage()));
    config.routes.exception(UsageException.class, (e, ctx) -> show(ctx, 400, e.getMessage()));
    config.routes.exception(Exception.class, JsonErrors::failed);
  }

  private static void failed(Exception e, Context ctx) {
    if (e instanceof OutageException || Outage.isCauseOf(e)) {
      show(ctx, 503, "Redis does not answer (" + Outage.why(e) + "): try again later");
      return;
    }
    if (Damage.isCauseOf(e) || e instanceof DamagedQueuesException) {
      log.warn("{} {}: damaged in Redis: {}", ctx.method(), ctx.path(), e.getMessage());
      show(ctx, 409, "what this is about is damaged in Redis: " + e.getMessage());
      return;
    }
    log.warn("{} {} failed", ctx.method(), ctx.path(), e);
    show(ctx, 500, "this has failed; the log of the server says why");
  }

  private static void show(Context ctx, int status, @Nullable String message) {
    String line = String.valueOf(message).replaceAll("\\p{Cntrl}", " ");
    ctx.status(status);
    if (QueueRoutes.concern(ctx)) {
      JsonAnswer.send(ctx, Map.of("error", line));
    } else {
      ctx.contentType("text/plain; charset=utf-8").result(line + "\n");
    }
  }
}

package io.rrrspec.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.NotFoundResponse;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.NearestName;
import io.rrrspec.common.config.RequestJob;
import io.rrrspec.common.process.BoundedText;
import io.rrrspec.common.request.Request;
import io.rrrspec.common.request.RequestJson;
import io.rrrspec.common.request.RequestParts;
import io.rrrspec.common.request.RequestState;
import io.rrrspec.common.store.RequestStore;
import io.rrrspec.server.request.Requests;
import io.rrrspec.server.request.Requests.Writer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Requests over HTTP: asked for, followed, and written by workers of other implementations. */
final class RequestRoutes {
  private static final String ONE = "/request/{id}";
  private static final String PART = ONE + "/{part}";
  private static final int PAGE = 50;
  private static final int LAST_PAGE = 1_000_000;

  private final Access access;
  private final Requests requests;
  private final RequestEvents events;

  RequestRoutes(Access access, Requests requests, RequestEvents events) {
    this.access = access;
    this.requests = requests;
    this.events = events;
  }

  void register(RoutesConfig routes) {
    routes.post("/request", this::start);
    routes.get("/request", this::list);
    routes.get("/request/jobs", this::jobs);
    routes.get(ONE, this::show);
    routes.put(ONE, this::write);
    routes.delete(ONE, this::cancel);
    routes.post(ONE + "/retry", this::retry);
    routes.get(ONE + "/events", this::follow);
    routes.get(PART, this::showPart);
    routes.put(PART, this::writePart);
    routes.delete(ONE + "/running_job", this::done);
  }

  /** An id in a path. */
  static String id(Context ctx) {
    return ctx.pathParam("id");
  }

  static Request find(Requests requests, Context ctx) {
    String id = id(ctx);
    if (!id.matches("[\\w-]{1,64}")) {
      throw unknown(id);
    }
    return requests.find(id).orElseThrow(() -> unknown(id));
  }

  private static NotFoundResponse unknown(String id) {
    return new NotFoundResponse(
        "there is no request "
            + BoundedText.cut(id, 64)
            + ": it never was, or it ended more than "
            + Request.KEEP.toDays()
            + " days ago");
  }

  private static void send(Context ctx, Request request) {
    ctx.header("ETag", "\"" + request.version() + "\"");
    JsonAnswer.send(ctx, RequestJson.shown(request));
  }

  private void start(Context ctx) {
    access.requireChanger(ctx);
    Request request = requests.start(JsonBody.of(ctx));
    seeRequest(ctx, request.id());
    JsonAnswer.send(ctx, Map.of("id", request.id()));
  }

  private static void seeRequest(Context ctx, String id) {
    ctx.status(HttpStatus.SEE_OTHER).header("Location", "/request/" + id);
  }

  private void list(Context ctx) {
    access.requireReader(ctx);
    String wanted = ctx.queryParam("state");
    RequestState state = wanted == null || wanted.isEmpty() ? null : state(wanted);
    int page = page(ctx.queryParam("page"));
    RequestStore.Page found = requests.page(state, page - 1, PAGE);
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("requests", found.requests());
    answer.put("total", found.total());
    answer.put("page", page);
    answer.put("pages", Math.max(1, (found.total() + PAGE - 1) / PAGE));
    JsonAnswer.send(ctx, answer);
  }

  private static RequestState state(String text) {
    return RequestState.of(text)
        .orElseThrow(
            () ->
                new UsageException(
                    "there is no state '"
                        + BoundedText.cut(text, 40)
                        + "'"
                        + NearestName.hint(
                            text,
                            RequestState.texts(),
                            ": there are " + String.join(", ", RequestState.texts()))));
  }

  private static int page(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return 1;
    }
    if (!text.matches("\\d{1,7}")
        || Integer.parseInt(text) < 1
        || Integer.parseInt(text) > LAST_PAGE) {
      throw new UsageException(
          "page is '" + BoundedText.cut(text, 40) + "': write a whole number, from 1");
    }
    return Integer.parseInt(text);
  }

  private void jobs(Context ctx) {
    access.requireReader(ctx);
    Map<String, Object> jobs = new LinkedHashMap<>();
    new TreeMap<>(requests.jobs().byName()).forEach((name, job) -> jobs.put(name, job(job)));
    JsonAnswer.send(ctx, Map.of("jobs", jobs));
  }

  private static Map<String, @Nullable Object> job(RequestJob job) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("kind", job.kind().text());
    fields.put("queue", job.queue());
    Map<String, String> args = new LinkedHashMap<>();
    job.args().forEach((name, argument) -> args.put(name, argument.text()));
    fields.put("args", args);
    fields.put("outputs", job.outputs());
    fields.put("cacheable", job.cacheable());
    fields.put("max_trials", job.maxTrials());
    fields.put("timeout_sec", job.timeoutSec());
    return fields;
  }

  private void show(Context ctx) {
    access.requireReader(ctx);
    send(ctx, find(requests, ctx));
  }

  private void follow(Context ctx) {
    access.requireReader(ctx);
    events.send(ctx, find(requests, ctx));
  }

  private static String part(Context ctx) {
    String part = ctx.pathParam("part");
    if (!RequestParts.ALL.contains(part)) {
      throw new NotFoundResponse(
          "a request has no part '"
              + BoundedText.cut(part, 40)
              + "'"
              + NearestName.hint(
                  part, RequestParts.ALL, ": it has " + String.join(", ", RequestParts.ALL)));
    }
    return part;
  }

  private void showPart(Context ctx) {
    access.requireReader(ctx);
    String part = part(ctx);
    Request request = find(requests, ctx);
    JsonNode value = RequestJson.part(request, part);
    if (value == null) {
      throw new NotFoundResponse("the request has no " + part);
    }
    ctx.header("ETag", "\"" + request.version() + "\"");
    ObjectNode answer = JsonNodeFactory.instance.objectNode();
    JsonAnswer.send(ctx, answer.set(part, value));
  }

  /** Who writes, as the headers say. */
  static Writer writer(Context ctx) {
    String lease = ctx.header("Lease");
    String match = ctx.header("If-Match");
    if (match == null || match.strip().equals("*")) {
      return new Writer(lease, OptionalLong.empty());
    }
    String version = match.strip().replace("\"", "");
    if (!version.matches("\\d{1,15}")) {
      throw new UsageException(
          "If-Match is '" + BoundedText.cut(match, 40) + "': write the version that you have read");
    }
    return new Writer(lease, OptionalLong.of(Long.parseLong(version)));
  }

  private void write(Context ctx) {
    access.requireChanger(ctx);
    String id = find(requests, ctx).id();
    send(
        ctx, requests.writeWhole(id, JsonBody.of(ctx), writer(ctx)).orElseThrow(() -> unknown(id)));
  }

  private void writePart(Context ctx) {
    access.requireChanger(ctx);
    String part = part(ctx);
    String id = find(requests, ctx).id();
    send(
        ctx,
        requests.writePart(id, part, JsonBody.of(ctx), writer(ctx)).orElseThrow(() -> unknown(id)));
  }

  private void done(Context ctx) {
    access.requireChanger(ctx);
    String id = find(requests, ctx).id();
    if (requests.done(id, writer(ctx)).isEmpty()) {
      throw new NotFoundResponse("no job of the request runs");
    }
    seeRequest(ctx, id);
    JsonAnswer.send(ctx, Map.of("id", id));
  }

  private void cancel(Context ctx) {
    access.requireChanger(ctx);
    String id = find(requests, ctx).id();
    send(ctx, requests.cancel(id, writer(ctx)).orElseThrow(() -> unknown(id)));
  }

  private void retry(Context ctx) {
    access.requireChanger(ctx);
    String id = find(requests, ctx).id();
    send(ctx, requests.retry(id, writer(ctx)).orElseThrow(() -> unknown(id)));
  }
}

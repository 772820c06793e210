package io.rrrspec.server.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.ConflictResponse;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.NotFoundResponse;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.flow.FlowOrder;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.FlowTree;
import io.rrrspec.server.flow.FlowOrders;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Flows over HTTP. */
final class FlowRoutes {
  private static final List<String> FIELDS = List.of("flow", "variables", "sources", "user");
  private static final int MOST = 100;

  private final Access access;
  private final FlowOrders flows;

  FlowRoutes(Access access, FlowOrders flows) {
    this.access = access;
    this.flows = flows;
  }

  void register(RoutesConfig routes) {
    routes.get("/flows", this::list);
    routes.post("/flows", this::start);
    routes.get("/flows/{id}", this::show);
    routes.delete("/flows/{id}", this::cancel);
  }

  private void list(Context ctx) {
    access.requireReader(ctx);
    JsonAnswer.send(
        ctx, Map.of("flows", flows.newest(MOST).stream().map(FlowRoutes::summary).toList()));
  }

  private void start(Context ctx) {
    access.requireChanger(ctx);
    RequestBody body = RequestBody.read(ctx, FIELDS);
    String id =
        flows.take(
            body.get("flow"),
            body.texts("variables"),
            body.find("sources"),
            Requester.of(ctx, body.find("user")));
    ctx.status(HttpStatus.CREATED).header("Location", "/flows/" + id);
    JsonAnswer.send(ctx, Map.of("id", id));
  }

  private FlowState find(Context ctx) {
    String id = ctx.pathParam("id");
    if (!id.matches("[\\w-]{1,100}")) {
      throw new UsageException(
          "the id of a flow has letters, digits and '-': write it as POST answered it");
    }
    return flows
        .find(id)
        .orElseThrow(
            () ->
                new NotFoundResponse(
                    "there is no flow "
                        + id
                        + ": it never was, or it ended more than three days ago"));
  }

  private void show(Context ctx) {
    access.requireReader(ctx);
    FlowState root = find(ctx);
    Map<String, @Nullable Object> answer = summary(root);
    answer.put("steps", flows.tree(root).steps().stream().skip(1).map(FlowRoutes::step).toList());
    JsonAnswer.send(ctx, answer);
  }

  private void cancel(Context ctx) {
    access.requireChanger(ctx);
    FlowState root = find(ctx);
    if (root.isFinished()) {
      throw new ConflictResponse("the flow is over: it cannot be cancelled any more");
    }
    flows.cancel(FlowOrder.flowOf(root.id()));
    show(ctx);
  }

  private static Map<String, @Nullable Object> summary(FlowState root) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("id", FlowOrder.flowOf(root.id()));
    fields.put("name", root.text("title"));
    fields.put("user", root.text("user"));
    fields.put("status", FlowTree.Step.root(root).status());
    fields.put("started_at", time(root.number("started_ms", 0)));
    fields.put("ended_at", time(root.number("ended_ms", 0)));
    fields.put("error", error(root));
    return fields;
  }

  private static Map<String, @Nullable Object> step(FlowTree.Step step) {
    FlowState state = step.state();
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("path", step.path());
    fields.put("depth", step.depth());
    fields.put("type", state.type());
    fields.put("status", step.status());
    fields.put("began_at", time(state.number("began_ms", 0)));
    fields.put("ended_at", time(state.number("ended_ms", 0)));
    String run = state.text("run");
    fields.put("run", run.isEmpty() ? null : Keys.lastPart(run));
    fields.put("error", error(state));
    return fields;
  }

  private static @Nullable String error(FlowState state) {
    return state.error() == null || state.isCancelled() ? null : state.errorText();
  }

  private static @Nullable String time(long ms) {
    return ms == 0 ? null : Instant.ofEpochMilli(ms).toString();
  }
}

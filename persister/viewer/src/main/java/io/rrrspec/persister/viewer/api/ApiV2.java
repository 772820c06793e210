package io.rrrspec.persister.viewer.api;

import com.fasterxml.jackson.core.JsonGenerator;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.request.Request;
import io.rrrspec.common.request.RequestJson;
import io.rrrspec.common.request.RequestState;
import io.rrrspec.persister.record.run.RecentRuns;
import io.rrrspec.persister.record.run.RunFilter;
import io.rrrspec.persister.record.run.SavedRun;
import io.rrrspec.persister.record.run.SavedRunsPage;
import io.rrrspec.persister.viewer.flow.Flows;
import io.rrrspec.persister.viewer.queue.Queues;
import io.rrrspec.persister.viewer.request.MergedRequests;
import io.rrrspec.persister.viewer.run.Records;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The routes below {@code /v2}. */
public final class ApiV2 {
  private final Records records;
  private final Queues queues;
  private final Flows flows;
  private final MergedRequests requests;
  private final RunFinder runs;

  /** Makes the routes; {@link #register} adds them. */
  public ApiV2(Records records, Queues queues, Flows flows) {
    this.queues = queues;
    this.flows = flows;
    this.records = records;
    this.requests = new MergedRequests(records);
    this.runs = new RunFinder(records);
  }

  /** Adds the routes. */
  public void register(RoutesConfig routes) {
    routes.get("/v2/tasksets/actives", this::actives);
    routes.get("/v2/tasksets/recents", this::recents);
    routes.get("/v2/tasksets/{run}", this::taskset);
    routes.get("/v2/tasksets/{run}/modules", this::modules);
    routes.get("/v2/tasksets/{run}/log", this::log);
    routes.get("/v2/tasksets/{run}/worker_logs", this::workerLogs);
    routes.get("/v2/tasksets/{run}/slaves", this::slaves);
    routes.get("/v2/tasks/{task}/trials", this::trials);
    routes.get("/v2/trials/{trial}/outputs", this::outputs);
    routes.get("/v2/queues", ctx -> JsonAnswer.send(ctx, QueuesJson.of(queues.look())));
    routes.get(
        "/v2/flows",
        ctx ->
            JsonAnswer.send(
                ctx, flows.list().flows().stream().map(FlowsJson.FlowJson::of).toList()));
    routes.get("/v2/flows/{flow}", this::flow);
    routes.get("/v2/requests", this::requests);
    routes.get("/v2/requests/{request}", this::request);
  }

  private void flow(Context ctx) {
    String id = ctx.pathParam("flow");
    JsonAnswer.send(
        ctx, FlowsJson.TreeJson.of(flows.look(id).orElseThrow(() -> unknown("flow", id))));
  }

  private void requests(Context ctx) {
    Paging paging = Paging.of(ctx);
    RequestState state = MergedRequests.state(ctx.queryParam("state"));
    MergedRequests.Page page = requests.page(state, paging.page(), paging.perPage());
    paging.writeTo(ctx, page.more(), state == null ? "" : "&state=" + state.text());
    JsonAnswer.send(ctx, page.requests());
  }

  private void request(Context ctx) {
    String id = ctx.pathParam("request");
    Request request = requests.find(id).orElseThrow(() -> unknown("request", id));
    JsonAnswer.send(ctx, RequestJson.shown(request));
  }

  private void actives(Context ctx) {
    List<ActiveJson> active =
        records.tasksets().active().stream()
            .map(records.tasksets()::find)
            .flatMap(Optional::stream)
            .map(ActiveJson::of)
            .toList();
    JsonAnswer.send(ctx, active);
  }

  private void recents(Context ctx) {
    Paging paging = Paging.of(ctx);
    SavedRunsPage page =
        new RecentRuns(records.database()).page(RunFilter.ALL, paging.page(), paging.perPage());
    paging.writeTo(ctx, page.total());
    JsonAnswer.send(ctx, page.runs().stream().map(ApiV2::json).toList());
  }

  private static TasksetJson json(SavedRun run) {
    return TasksetJson.of(new RunId(run.number(), run.taskset().id()), run.taskset());
  }

  private void taskset(Context ctx) {
    ApiRun run = runs.find(ctx.pathParam("run"));
    JsonAnswer.stream(
        ctx,
        json -> {
          json.writeStartObject();
          var fields =
              Json.MAPPER.valueToTree(TasksetJson.of(run.id(), run.run().taskset())).properties();
          for (var field : fields) {
            json.writeFieldName(field.getKey());
            json.writeTree(field.getValue());
          }
          json.writeFieldName("tasks");
          array(json, run::eachTask);
          json.writeEndObject();
        });
  }

  private void modules(Context ctx) {
    ApiRun run = runs.find(ctx.pathParam("run"));
    JsonAnswer.send(ctx, run.run().modules().stream().map(ModuleJson::of).toList());
  }

  private void log(Context ctx) {
    ApiRun run = runs.findLogs(ctx.pathParam("run"));
    JsonAnswer.send(ctx, Map.of("log", run.run().log()));
  }

  private void workerLogs(Context ctx) {
    ApiRun run = runs.findLogs(ctx.pathParam("run"));
    JsonAnswer.stream(ctx, json -> array(json, run::eachWorkerLog));
  }

  private void slaves(Context ctx) {
    ApiRun run = runs.findLogs(ctx.pathParam("run"));
    JsonAnswer.stream(ctx, json -> array(json, run::eachSlave));
  }

  private void trials(Context ctx) {
    String id = ctx.pathParam("task");
    TaskId task = TaskId.parse(id).orElseThrow(() -> unknown("task", id));
    JsonAnswer.send(
        ctx, runs.find(task.run()).trials(task.taskNo()).orElseThrow(() -> unknown("task", id)));
  }

  private void outputs(Context ctx) {
    String id = ctx.pathParam("trial");
    TrialId trial = TrialId.parse(id).orElseThrow(() -> unknown("trial", id));
    Trial found =
        runs.find(trial.task().run())
            .run()
            .trial(trial.task().taskNo(), trial.trialNo())
            .orElseThrow(() -> unknown("trial", id));
    Map<String, String> answer = new LinkedHashMap<>();
    answer.put("stdout", found.stdout());
    answer.put("stderr", found.stderr());
    JsonAnswer.send(ctx, answer);
  }

  private static NotFoundResponse unknown(String kind, String id) {
    return new NotFoundResponse("there is no " + kind + " " + id);
  }

  /** Something that hands over one thing after the other. */
  private interface Each<T> {
    void into(Sink<T> sink) throws IOException;
  }

  private static <T> void array(JsonGenerator json, Each<T> each) throws IOException {
    json.writeStartArray();
    each.into(json::writePOJO);
    json.writeEndArray();
  }
}

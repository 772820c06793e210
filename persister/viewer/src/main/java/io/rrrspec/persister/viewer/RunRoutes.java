package io.rrrspec.persister.viewer;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import io.rrrspec.persister.viewer.flow.Flows;
import io.rrrspec.persister.viewer.page.FailuresPage;
import io.rrrspec.persister.viewer.page.ModuleTable;
import io.rrrspec.persister.viewer.page.RunPage;
import io.rrrspec.persister.viewer.page.TaskPage;
import io.rrrspec.persister.viewer.page.TextPage;
import io.rrrspec.persister.viewer.run.RunView;
import io.rrrspec.persister.viewer.run.RunViews;
import java.time.InstantSource;

/** The pages about one run. */
final class RunRoutes {
  private final RunViews views;
  private final Flows flows;
  private final Pages pages;

  RunRoutes(RunViews views, Flows flows, Pages pages) {
    this.views = views;
    this.flows = flows;
    this.pages = pages;
  }

  void register(RoutesConfig routes) {
    routes.get("/runs/{id}", this::run);
    routes.get("/runs/{id}/status", ctx -> pages.show(ctx, "status", status(view(ctx))));
    routes.get(
        "/runs/{id}/modules",
        ctx -> pages.show(ctx, "modules", ModuleTable.of(view(ctx), query(ctx).filter())));
    routes.get("/runs/{id}/classes", this::classes);
    routes.get("/runs/{id}/failures", this::failures);
    routes.get("/runs/{id}/task", this::task);
    new TimelineRoutes(this::view, pages, InstantSource.system()).register(routes);
    routes.get("/runs/{id}/output", this::output);
    routes.get("/runs/{id}/log", ctx -> text(ctx, RunPages.log(view(ctx))));
    routes.get(
        "/runs/{id}/worker-log", ctx -> text(ctx, RunPages.workerLog(view(ctx), query(ctx))));
    routes.get("/runs/{id}/slave-log", ctx -> text(ctx, RunPages.slaveLog(view(ctx), query(ctx))));
  }

  static RunPage.Status status(RunView run) {
    return RunPage.Status.of(run);
  }

  private RunView view(Context ctx) {
    String id = ctx.pathParam("id");
    return views
        .find(id.substring(id.lastIndexOf(':') + 1))
        .orElseThrow(
            () ->
                new NotFoundResponse(
                    "There is no run " + id + ". It may have been deleted: see keep_days."));
  }

  private void run(Context ctx) {
    RunView run = view(ctx);
    AddressQuery query = query(ctx);
    RunPage page =
        RunPage.of(
            run,
            views.origin(run.taskset()),
            flows.stepOf(run.taskset()).orElse(null),
            query.filter(),
            query.number("after", 0));
    pages.show(ctx, "run", page);
  }

  private void classes(Context ctx) {
    AddressQuery query = query(ctx);
    RunPage.Classes page = RunPage.Classes.of(view(ctx), query.filter(), query.number("after", 0));
    pages.show(ctx, "tasks", page);
  }

  private void failures(Context ctx) {
    FailuresPage page =
        RunPages.failures(view(ctx), query(ctx))
            .orElseThrow(() -> new NotFoundResponse("Nothing in this run failed for that reason."));
    pages.show(ctx, "failures", page);
  }

  private void task(Context ctx) {
    AddressQuery query = query(ctx);
    TaskPage page =
        RunPages.task(view(ctx), query)
            .orElseThrow(
                () ->
                    new NotFoundResponse("This run has no test class " + query.get("name") + "."));
    pages.show(ctx, "task", page);
  }

  private void output(Context ctx) {
    AddressQuery query = query(ctx);
    RunPages.Text found =
        RunPages.output(view(ctx), query)
            .orElseThrow(
                () -> new NotFoundResponse("There is no such trial of " + query.get("name") + "."));
    text(ctx, found);
  }

  private void text(Context ctx, RunPages.Text text) {
    if (ctx.queryParam("raw") != null) {
      raw(ctx, text.file(), text.text());
      return;
    }
    pages.show(
        ctx,
        "text",
        TextPage.of(view(ctx).taskset(), text.title(), text.back(), rawAddress(ctx), text.text()));
  }

  private static String rawAddress(Context ctx) {
    String query = ctx.queryString();
    return ctx.path() + "?" + (query == null || query.isEmpty() ? "" : query + "&") + "raw";
  }

  /** A browser must not take it for anything that it would run or show as a page. */
  private static void raw(Context ctx, String name, String text) {
    String safe = name.replaceAll("[^A-Za-z0-9._-]", "-");
    ctx.header("Content-Disposition", "attachment; filename=\"" + safe + ".txt\"");
    ctx.contentType("text/plain; charset=utf-8").result(text);
  }

  private static AddressQuery query(Context ctx) {
    return new AddressQuery(ctx::queryParam);
  }
}

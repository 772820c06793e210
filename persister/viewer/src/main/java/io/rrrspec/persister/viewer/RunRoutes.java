package io.rrrspec.persister.viewer;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.run.TaskFilter;
import io.rrrspec.persister.viewer.flow.Flows;
import io.rrrspec.persister.viewer.page.ClassFilter;
import io.rrrspec.persister.viewer.page.FailuresPage;
import io.rrrspec.persister.viewer.page.ModuleTable;
import io.rrrspec.persister.viewer.page.RunPage;
import io.rrrspec.persister.viewer.page.TaskPage;
import io.rrrspec.persister.viewer.page.TextPage;
import io.rrrspec.persister.viewer.run.RunView;
import io.rrrspec.persister.viewer.run.RunViews;
import io.rrrspec.persister.viewer.text.DisplayText;
import java.time.InstantSource;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

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
        ctx -> pages.show(ctx, "modules", ModuleTable.of(view(ctx), filter(ctx))));
    routes.get("/runs/{id}/classes", this::classes);
    routes.get("/runs/{id}/failures", this::failures);
    routes.get("/runs/{id}/task", this::task);
    new TimelineRoutes(this::view, pages, InstantSource.system()).register(routes);
    routes.get("/runs/{id}/output", this::output);
    routes.get("/runs/{id}/log", ctx -> text(ctx, "Log", view(ctx).log()));
    routes.get(
        "/runs/{id}/worker-log",
        ctx -> {
          String key = query(ctx, "key");
          text(ctx, "Worker " + DisplayText.worker(key), view(ctx).workerLog(key));
        });
    routes.get(
        "/runs/{id}/slave-log",
        ctx -> {
          String key = query(ctx, "key");
          text(ctx, "Slave " + DisplayText.slave(key), view(ctx).slaveLog(key));
        });
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
    RunPage page =
        RunPage.of(
            run,
            views.origin(run.taskset()),
            flows.stepOf(run.taskset()).orElse(null),
            filter(ctx),
            number(ctx, "after", 0));
    pages.show(ctx, "run", page);
  }

  private void classes(Context ctx) {
    RunPage.Classes page = RunPage.Classes.of(view(ctx), filter(ctx), number(ctx, "after", 0));
    pages.show(ctx, "tasks", page);
  }

  private void failures(Context ctx) {
    FailuresPage page =
        FailuresPage.of(
                view(ctx),
                "flaky".equals(ctx.queryParam("of")),
                ctx.queryParam("cause"),
                number(ctx, "from", 0))
            .orElseThrow(() -> new NotFoundResponse("Nothing in this run failed for that reason."));
    pages.show(ctx, "failures", page);
  }

  private static ClassFilter filter(Context ctx) {
    return new ClassFilter(
        which(ctx), ctx.queryParam("module"), "all".equals(ctx.queryParam("modules")));
  }

  private static TaskFilter which(Context ctx) {
    String show = ctx.queryParam("show");
    String text = show == null ? "all" : show;
    try {
      return TaskFilter.valueOf(text.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "show=" + text + " is none: write all, failed, order_dependent or retried");
    }
  }

  private void task(Context ctx) {
    String name = query(ctx, "name");
    String trial = ctx.queryParam("trial");
    TaskPage page =
        TaskPage.of(view(ctx), name, trial == null ? null : number(ctx, "trial", 0))
            .orElseThrow(() -> new NotFoundResponse("This run has no test class " + name + "."));
    pages.show(ctx, "task", page);
  }

  private void output(Context ctx) {
    RunView run = view(ctx);
    String name = query(ctx, "name");
    int trial = number(ctx, "trial", 0);
    boolean errors = "stderr".equals(ctx.queryParam("of"));
    Trial found =
        run.task(name)
            .flatMap(task -> run.trial(task.no(), trial))
            .orElseThrow(() -> new NotFoundResponse("There is no such trial of " + name + "."));
    String written = errors ? found.stderr() : found.stdout();
    if (ctx.queryParam("raw") != null) {
      raw(ctx, DisplayText.simple(name) + (errors ? "-stderr" : "-stdout"), written);
      return;
    }
    String back =
        "/runs/" + run.taskset().id() + "/task?name=" + DisplayText.query(name) + "&trial=" + trial;
    String title = DisplayText.simple(name) + (errors ? ": standard error" : ": standard output");
    pages.show(ctx, "text", TextPage.of(run.taskset(), title, back, rawAddress(ctx), written));
  }

  private void text(Context ctx, String title, String written) {
    RunView run = view(ctx);
    if (ctx.queryParam("raw") != null) {
      raw(ctx, title.replace(' ', '-'), written);
      return;
    }
    String back = "/runs/" + run.taskset().id();
    pages.show(ctx, "text", TextPage.of(run.taskset(), title, back, rawAddress(ctx), written));
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

  private static String query(Context ctx, String name) {
    String value = ctx.queryParam(name);
    if (value == null || value.isEmpty()) {
      throw new UsageException(name + " is missing in this address: follow a link to it");
    }
    return value;
  }

  private static int number(Context ctx, String name, int fallback) {
    @Nullable String value = ctx.queryParam(name);
    if (value == null) {
      return fallback;
    }
    try {
      return Math.max(0, Integer.parseInt(value));
    } catch (NumberFormatException e) {
      throw new UsageException(name + "=" + value + " is no number");
    }
  }
}

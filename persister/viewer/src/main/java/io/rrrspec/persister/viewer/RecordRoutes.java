package io.rrrspec.persister.viewer;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.rrrspec.common.UsageException;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.history.ClassRecords.Order;
import io.rrrspec.persister.viewer.page.ClassList;
import io.rrrspec.persister.viewer.page.FlakyPage;
import io.rrrspec.persister.viewer.page.HistoryPage;
import io.rrrspec.persister.viewer.page.TestPage;
import io.rrrspec.persister.viewer.project.ProjectList;
import io.rrrspec.persister.viewer.project.ProjectPage;

/** The pages about test classes and tests over many runs. */
final class RecordRoutes {
  private final Database database;
  private final Pages pages;

  RecordRoutes(Database database, Pages pages) {
    this.database = database;
    this.pages = pages;
  }

  void register(RoutesConfig routes) {
    routes.get("/tests/failing", ctx -> classes(ctx, Order.MOST_FAILING));
    routes.get("/tests/slowest", ctx -> classes(ctx, Order.SLOWEST));
    routes.get("/tests/changed", ctx -> classes(ctx, Order.CHANGED));
    routes.get(
        "/tests/flaky",
        ctx -> pages.show(ctx, "flaky", FlakyPage.of(database, ctx.queryParam("class"))));
    routes.get("/history", this::history);
    routes.get("/projects", ctx -> pages.show(ctx, "projects", ProjectList.of(database)));
    routes.get("/project", this::project);
  }

  private void classes(Context ctx, Order order) {
    pages.show(ctx, "classes", ClassList.of(database, order, ctx.queryParam("class")));
  }

  private void project(Context ctx) {
    String name = ctx.queryParam("class");
    if (name == null) {
      throw new UsageException("class is missing in this address: follow a link from /projects");
    }
    pages.show(ctx, "project", ProjectPage.of(database, name));
  }

  private void history(Context ctx) {
    String tasksetClass = ctx.queryParam("class");
    String name = ctx.queryParam("name");
    String test = ctx.queryParam("test");
    String of = ctx.queryParam("of");
    if (tasksetClass == null || name == null) {
      throw new UsageException("class and name are missing in this address: follow a link to it");
    }
    if (test != null && of != null) {
      pages.show(ctx, "test", TestPage.of(database, tasksetClass, name, of, test));
    } else {
      pages.show(ctx, "history", HistoryPage.of(database, tasksetClass, name));
    }
  }
}

package io.rrrspec.persister.viewer;

import io.javalin.config.RoutesConfig;
import io.javalin.http.ConflictResponse;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.NotFoundResponse;
import io.rrrspec.persister.viewer.flow.FlowLook;
import io.rrrspec.persister.viewer.flow.FlowPage;
import io.rrrspec.persister.viewer.flow.Flows;
import io.rrrspec.persister.viewer.run.Records;
import io.rrrspec.persister.viewer.text.DisplayText;

/** The pages about flows, and the button that cancels one. */
final class FlowRoutes {
  /** What htmx takes for: ask no more. */
  private static final int LAST = 286;

  private final AccessCheck admission;
  private final Records records;
  private final Flows flows;
  private final Pages pages;

  FlowRoutes(AccessCheck admission, Records records, Flows flows, Pages pages) {
    this.admission = admission;
    this.records = records;
    this.flows = flows;
    this.pages = pages;
  }

  void register(RoutesConfig routes) {
    routes.get("/flows", ctx -> pages.show(ctx, "flows", flows.listPage()));
    routes.get("/flows/now", ctx -> pages.show(ctx, "flowsnow", flows.listPage()));
    routes.get("/flows/{id}", ctx -> pages.show(ctx, "flow", FlowPage.of(look(ctx))));
    routes.get("/flows/{id}/now", this::now);
    routes.post("/flows/{id}/cancel", this::cancel);
  }

  private FlowLook look(Context ctx) {
    String id = ctx.pathParam("id");
    return flows.look(id).orElseThrow(() -> unknown(id));
  }

  private static NotFoundResponse unknown(String id) {
    return new NotFoundResponse(
        "There is no flow " + id + ": it never was, or it ended more than three days ago.");
  }

  /** The part that moves; once the flow is over its page asks no more. */
  private void now(Context ctx) {
    FlowPage page = FlowPage.of(look(ctx));
    if (!page.live()) {
      ctx.status(LAST).header("HX-Reswap", "none");
    }
    pages.show(ctx, "flownow", page);
  }

  private void cancel(Context ctx) {
    admission.requireToken(ctx);
    String id = ctx.pathParam("id");
    flows.forget(id);
    FlowLook look = look(ctx);
    if (look.root().isFinished()) {
      throw new ConflictResponse("this flow is over already: see its page");
    }
    records.flows().cancel(id);
    flows.forget(id);
    ctx.redirect("/flows/" + DisplayText.query(id), HttpStatus.SEE_OTHER);
  }
}

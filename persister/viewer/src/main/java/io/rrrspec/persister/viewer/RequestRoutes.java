package io.rrrspec.persister.viewer;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import io.rrrspec.common.UsageException;
import io.rrrspec.persister.viewer.request.MergedRequests;
import io.rrrspec.persister.viewer.request.RequestList;
import io.rrrspec.persister.viewer.request.RequestPage;
import io.rrrspec.persister.viewer.request.Requests;

/** The pages about requests. */
final class RequestRoutes {
  /** What htmx takes for: ask no more. */
  private static final int LAST = 286;

  private final Requests requests;
  private final Pages pages;

  RequestRoutes(Requests requests, Pages pages) {
    this.requests = requests;
    this.pages = pages;
  }

  void register(RoutesConfig routes) {
    routes.get("/requests", ctx -> pages.show(ctx, "requests", list(ctx)));
    routes.get("/requests/now", ctx -> pages.show(ctx, "requestsnow", list(ctx)));
    routes.get("/requests/{id}", ctx -> pages.show(ctx, "request", look(ctx)));
    routes.get("/requests/{id}/now", this::now);
  }

  private RequestList list(Context ctx) {
    return requests.list(MergedRequests.state(ctx.queryParam("state")), page(ctx));
  }

  private static int page(Context ctx) {
    String text = ctx.queryParam("page");
    if (text == null) {
      return 1;
    }
    int page = text.matches("[0-9]{1,7}") ? Integer.parseInt(text) : 0;
    if (page < 1) {
      throw new UsageException("page=" + text + " is no page: follow the links of the list");
    }
    return page;
  }

  private RequestPage look(Context ctx) {
    String id = ctx.pathParam("id");
    return requests
        .look(id)
        .orElseThrow(() -> new NotFoundResponse("There is no request " + id + "."));
  }

  /** The part that moves; once the request is over its page asks no more. */
  private void now(Context ctx) {
    RequestPage page = look(ctx);
    if (!page.live()) {
      ctx.status(LAST).header("HX-Reswap", "none");
    }
    pages.show(ctx, "requestnow", page);
  }
}

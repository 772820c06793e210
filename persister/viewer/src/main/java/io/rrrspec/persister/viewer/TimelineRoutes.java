package io.rrrspec.persister.viewer;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.rrrspec.persister.viewer.run.RunView;
import io.rrrspec.persister.viewer.timeline.KnownTimes;
import io.rrrspec.persister.viewer.timeline.TimelinePage;
import java.time.InstantSource;
import java.util.function.Function;

/** Where the time of a run went. */
final class TimelineRoutes {
  private final Function<Context, RunView> runs;
  private final Pages pages;
  private final InstantSource clock;
  private final KnownTimes times = new KnownTimes();

  /**
   * Of the run that an address names.
   *
   * @param runs finds it, or throws what is answered instead
   */
  TimelineRoutes(Function<Context, RunView> runs, Pages pages, InstantSource clock) {
    this.runs = runs;
    this.pages = pages;
    this.clock = clock;
  }

  void register(RoutesConfig routes) {
    routes.get("/runs/{id}/timeline", ctx -> pages.show(ctx, "timeline", page(ctx)));
    routes.get("/runs/{id}/timeline/part", this::part);
  }

  private TimelinePage page(Context ctx) {
    RunView run = runs.apply(ctx);
    return TimelinePage.of(
        run, times.of(run, clock.instant()), ctx.queryParam("from"), ctx.queryParam("to"));
  }

  /** The picture alone; once the run is over its page asks no more. */
  private void part(Context ctx) {
    TimelinePage page = page(ctx);
    if (!page.times().live()) {
      ctx.header("HX-Refresh", "true");
    }
    pages.show(ctx, "timelinepart", page);
  }
}

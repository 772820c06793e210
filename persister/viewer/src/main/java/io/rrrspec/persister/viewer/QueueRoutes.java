package io.rrrspec.persister.viewer;

import io.javalin.config.RoutesConfig;
import io.javalin.http.ConflictResponse;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.NotFoundResponse;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.store.JobStore.Done;
import io.rrrspec.persister.viewer.queue.Queues;
import io.rrrspec.persister.viewer.run.Records;
import org.jspecify.annotations.Nullable;

/** The page about queues, and the buttons of the jobs that wait in them. */
final class QueueRoutes {
  private final AccessCheck admission;
  private final Records records;
  private final Queues queues;
  private final Pages pages;

  QueueRoutes(AccessCheck admission, Records records, Queues queues, Pages pages) {
    this.admission = admission;
    this.records = records;
    this.queues = queues;
    this.pages = pages;
  }

  void register(RoutesConfig routes) {
    routes.get("/queues", ctx -> pages.show(ctx, "queues", queues.page()));
    routes.get("/queues/now", ctx -> pages.show(ctx, "queuesnow", queues.page()));
    routes.post("/queues/jobs/{number}/cancel", this::cancel);
    routes.post("/queues/jobs/{number}/prefer", this::prefer);
    routes.post("/queues/jobs/{number}/move", this::move);
  }

  private void cancel(Context ctx) {
    admission.requireToken(ctx);
    long number = number(ctx);
    answer(ctx, number, records.jobs().cancel(number), "cancelled");
  }

  private void prefer(Context ctx) {
    admission.requireToken(ctx);
    long number = number(ctx);
    answer(ctx, number, records.jobs().prefer(number), "preferred");
  }

  private void move(Context ctx) {
    admission.requireToken(ctx);
    long number = number(ctx);
    answer(ctx, number, records.jobs().move(number, target(ctx)), "moved");
  }

  private static long number(Context ctx) {
    String text = ctx.pathParam("number");
    if (!text.matches("\\d{1,15}")) {
      throw new NotFoundResponse("There is no job " + text + ".");
    }
    return Long.parseLong(text);
  }

  /** A program names the queue; the page has a list to choose from, which the button names. */
  private static String target(Context ctx) {
    @Nullable String list = ctx.formParam("queue_in");
    @Nullable String queue = ctx.formParam(list == null ? "queue" : list);
    if (queue == null || queue.isEmpty()) {
      throw new UsageException("queue is missing in this request: name the queue to move to");
    }
    return queue;
  }

  private void answer(Context ctx, long number, Done done, String what) {
    queues.forget();
    switch (done) {
      case DONE -> {
        if (ctx.header("HX-Request") == null) {
          ctx.redirect("/queues", HttpStatus.SEE_OTHER);
        } else {
          ctx.status(HttpStatus.NO_CONTENT);
        }
      }
      case RUNNING ->
          throw new ConflictResponse(
              "job " + number + " runs already: only one that waits can be " + what);
      case OVER ->
          throw new ConflictResponse(
              "job " + number + " is over: it cannot be " + what + " any more");
      case FULL -> throw new ConflictResponse("that queue is full: move job " + number + " later");
      case UNKNOWN ->
          throw new NotFoundResponse(
              "There is no job " + number + ": it was never pushed, or ended more than a day ago.");
    }
  }
}

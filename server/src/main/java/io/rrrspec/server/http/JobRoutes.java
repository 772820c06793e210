package io.rrrspec.server.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.ConflictResponse;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.queue.Job;
import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.store.JobStore;
import io.rrrspec.common.store.QueueStore;
import io.rrrspec.common.store.Stores;
import java.util.List;

/** Single jobs over HTTP. */
final class JobRoutes {
  private final Access access;
  private final QueueStore queues;
  private final JobStore jobs;

  JobRoutes(Access access, Stores stores) {
    this.access = access;
    this.queues = stores.queues();
    this.jobs = stores.jobs();
  }

  void register(RoutesConfig routes) {
    routes.get("/jobs/{id}", this::show);
    routes.delete("/jobs/{id}", this::cancel);
    routes.post("/jobs/{id}/prefer", this::prefer);
    routes.post("/jobs/{id}/move", this::move);
  }

  private static long id(Context ctx) {
    String id = ctx.pathParam("id");
    if (!id.matches("\\d{1,15}")) {
      throw new UsageException("the id of a job is a number: write it as the push answered it");
    }
    return Long.parseLong(id);
  }

  private void show(Context ctx) {
    access.requireReader(ctx);
    send(ctx, id(ctx));
  }

  private void send(Context ctx, long id) {
    Job job = jobs.find(id).orElseThrow(() -> unknown(id));
    String queue = queues.read().setup().find(job.queue()).map(Queue::name).orElse(null);
    JsonAnswer.send(ctx, JsonAnswer.job(job, queue));
  }

  private static NotFoundResponse unknown(long id) {
    return new NotFoundResponse(
        "there is no job " + id + ": it was never pushed, or ended more than a day ago");
  }

  private void cancel(Context ctx) {
    access.requireChanger(ctx);
    answer(ctx, jobs.cancel(id(ctx)), "cancelled");
  }

  private void prefer(Context ctx) {
    access.requireChanger(ctx);
    answer(ctx, jobs.prefer(id(ctx)), "preferred");
  }

  private void move(Context ctx) {
    access.requireChanger(ctx);
    long id = id(ctx);
    String queue = RequestBody.read(ctx, List.of("queue")).get("queue");
    answer(ctx, jobs.move(id, queue), "moved");
  }

  private void answer(Context ctx, JobStore.Done done, String what) {
    long id = id(ctx);
    switch (done) {
      case DONE -> send(ctx, id);
      case UNKNOWN -> throw unknown(id);
      case RUNNING ->
          throw new ConflictResponse(
              "job " + id + " runs: only one that waits can be " + what + "; cancel it instead");
      case OVER ->
          throw new ConflictResponse("job " + id + " is over: it cannot be " + what + " any more");
      case FULL -> throw new ConflictResponse("queue full: move job " + id + " later");
    }
  }
}

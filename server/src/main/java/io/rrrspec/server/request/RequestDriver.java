package io.rrrspec.server.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.RequestJob;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.flow.FlowOrder;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.JsonText;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.request.CurrentJob;
import io.rrrspec.common.request.Request;
import io.rrrspec.common.request.RequestJobs;
import io.rrrspec.common.request.RequestState;
import io.rrrspec.common.run.RunInRedis;
import io.rrrspec.common.store.RequestStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.server.flow.RunEnd;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries requests from job to job. Whatever it does may be done again, and by several servers at
 * once: what counts is the version of the request that was written first.
 */
final class RequestDriver {
  private static final Logger log = LoggerFactory.getLogger(RequestDriver.class);

  /** As often somebody else writes a request while it is changed. */
  private static final int MOST_TRIES = 100;

  private static final int MOST_WORKERS = 100;

  private final Stores stores;
  private final RequestStore requests;
  private final RequestFlows flows;
  private final InstantSource clock;

  RequestDriver(Stores stores, FlowKeys flowKeys, Supplier<String> baseUrl, InstantSource clock) {
    this.stores = stores;
    this.requests = stores.requests();
    this.flows = new RequestFlows(stores.flows(flowKeys), baseUrl, clock);
    this.clock = clock;
  }

  Stores stores() {
    return stores;
  }

  InstantSource clock() {
    return clock;
  }

  /** The jobs that requests may name now. */
  RequestJobs definitions() {
    return new RequestJobs(stores.requestJobs().all());
  }

  /** Writes a new request, and begins its first job. */
  Request start(Request asked) {
    Request queued = asked.enqueued(definitions(), clock.instant());
    if (!requests.write(null, queued)) {
      throw new IllegalStateException("two requests are called " + asked.id());
    }
    begin(queued);
    return queued;
  }

  /**
   * Changes a request, and does what follows from that.
   *
   * @param change what becomes of it; the same object: nothing
   * @return what has become of it; empty if there is no such request
   */
  Optional<Request> update(String id, UnaryOperator<Request> change) {
    for (int i = 0; i < MOST_TRIES; i++) {
      Optional<Request> found = requests.find(id);
      if (found.isEmpty()) {
        return found;
      }
      Request before = found.get();
      Request after = change.apply(before);
      if (after.equals(before)) {
        return found;
      }
      if (requests.write(before, after)) {
        follow(before, after);
        return Optional.of(after);
      }
    }
    throw new IllegalStateException("the request " + id + " is written all the time");
  }

  private void follow(Request before, Request after) {
    CurrentJob was = before.current();
    CurrentJob is = after.current();
    if (was != null && !was.isExternal() && after.state() == RequestState.CANCELLED) {
      flows.cancel(before.id(), was);
    }
    if (is != null && before.at(is.number()) == null) {
      begin(after);
    }
  }

  /** Has the current job carried out, if it is for the workers here. */
  private void begin(Request request) {
    CurrentJob job = request.current();
    if (job == null || job.isExternal()) {
      return;
    }
    try {
      flows.begin(request, job, definitions().get(job.entry().name()));
    } catch (UsageException e) {
      update(
          request.id(),
          now -> now.failed(job.number(), String.valueOf(e.getMessage()), clock.instant()));
    }
  }

  /** Notes that the run of a job has its first worker; false: nobody knows yet which one. */
  boolean started(String id, int number, Taskset run) {
    Optional<WorkerLog> worker = worker(run);
    if (worker.isPresent()) {
      Instant at = worker.get().startedAt();
      update(
          id,
          now ->
              now.started(
                  number,
                  Keys.lastPart(run.key()),
                  Keys.lastPart(worker.get().workerKey()),
                  at == null ? clock.instant() : at,
                  clock.instant()));
    }
    return worker.isPresent();
  }

  private Optional<WorkerLog> worker(Taskset run) {
    List<WorkerLog> workers =
        RunInRedis.of(run, stores.redis(), stores.keys()).workers(MOST_WORKERS);
    return workers.isEmpty() ? Optional.empty() : Optional.of(workers.get(workers.size() - 1));
  }

  /** Looks how far the current job of a request is, if workers here carry it out. */
  void settle(Request request) {
    CurrentJob job = request.current();
    if (job == null || job.isExternal()) {
      return;
    }
    if (RequestFlows.isFlow(job.kind())) {
      settleFlow(request, job);
    } else {
      settleRun(request, job);
    }
  }

  private void settleRun(Request request, CurrentJob job) {
    Optional<FlowState> task = flows.find(Request.runTaskOf(request.id(), job.number()));
    if (task.isEmpty()) {
      beginAgain(request, job);
      return;
    }
    FlowState state = task.get();
    if (!state.isFinished()) {
      return;
    }
    String key = state.text("run");
    Taskset run = key.isEmpty() ? null : stores.tasksets().find(key).orElse(null);
    if (run != null && job.startedAt() == null) {
      started(request.id(), job.number(), run);
    }
    String worker =
        run == null ? null : worker(run).map(one -> Keys.lastPart(one.workerKey())).orElse(null);
    String id = key.isEmpty() ? null : Keys.lastPart(key);
    Instant now = clock.instant();
    RequestJobs definitions = definitions();
    if (state.error() == null) {
      ObjectNode output = output(key);
      update(request.id(), r -> r.ended(job.number(), output, id, worker, definitions, now));
      return;
    }
    String why = state.isCancelled() ? "its flow was cancelled" : state.errorText();
    String reason = "the job '" + job.entry().name() + "' has failed: " + why;
    RunEnd.Cause cause = run == null ? RunEnd.Cause.FAILED : RunEnd.of(stores, run);
    boolean again = cause == RunEnd.Cause.HUNG || cause == RunEnd.Cause.LOST;
    int most = again ? trials(definitions, job) : 1;
    update(request.id(), r -> r.lost(job.number(), reason, most, definitions, now));
  }

  /**
   * Begins what a server that died has not begun. What was begun is remembered for longer than
   * this: so nothing is carried out twice.
   */
  private void beginAgain(Request request, CurrentJob job) {
    if (clock.instant().isBefore(job.queuedAt().plus(RequestFlows.KEEP))) {
      begin(request);
    } else {
      String reason = "the job '" + job.entry().name() + "' has failed: nobody knows how it ended";
      update(request.id(), r -> r.failed(job.number(), reason, clock.instant()));
    }
  }

  /** How often a job is tried in all. */
  static int trials(RequestJobs definitions, CurrentJob job) {
    return definitions.find(job.entry().name()).map(RequestJob::maxTrials).orElse(1);
  }

  private @Nullable ObjectNode output(String tasksetKey) {
    try {
      JsonNode output = stores.commandFiles().output(tasksetKey).map(JsonText::parse).orElse(null);
      return output instanceof ObjectNode object ? object : null;
    } catch (IllegalArgumentException e) {
      log.warn("what {} gave cannot be read: {}", tasksetKey, e.getMessage());
      return null;
    }
  }

  private void settleFlow(Request request, CurrentJob job) {
    String id = Request.flowOf(request.id(), job.number());
    Optional<FlowState> flow = flows.find(id);
    Optional<FlowState> order = flows.find(FlowOrder.taskOf(id));
    Instant now = clock.instant();
    if (flow.isEmpty() && order.isEmpty()) {
      beginAgain(request, job);
    } else if (flow.isEmpty()) {
      if (order.get().isFinished()) {
        fail(request, job, order.get(), "it was not started");
      }
    } else if (!flow.get().isFinished()) {
      update(request.id(), r -> r.started(job.number(), null, null, now, now));
    } else if (flow.get().error() != null) {
      fail(request, job, flow.get(), "the flow " + id + " has failed");
    } else {
      ObjectNode output = JsonNodeFactory.instance.objectNode().put("flow", id);
      RequestJobs definitions = definitions();
      update(request.id(), r -> r.ended(job.number(), output, null, null, definitions, now));
    }
  }

  private void fail(Request request, CurrentJob job, FlowState state, String otherwise) {
    String why =
        state.isCancelled()
            ? "its flow was cancelled"
            : state.errorText().isEmpty() ? otherwise : state.errorText();
    String reason = "the job '" + job.entry().name() + "' has failed: " + why;
    update(request.id(), r -> r.failed(job.number(), reason, clock.instant()));
  }
}

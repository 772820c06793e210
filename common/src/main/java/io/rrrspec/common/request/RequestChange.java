package io.rrrspec.common.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a request is about to become. */
final class RequestChange {
  private final Request before;
  private final Instant now;

  RequestState state;
  String requester;
  @Nullable JsonNode program;
  final List<RequestEntry> runList;
  final List<RequestEntry> ranList;
  @Nullable ObjectNode runArgs;
  @Nullable ObjectNode output;
  @Nullable String runningJob;
  @Nullable String worker;
  @Nullable String reason;
  @Nullable CurrentJob current;
  int jobs;
  @Nullable Instant endedAt;

  RequestChange(Request before, Instant now) {
    this.before = before;
    this.now = now;
    this.state = before.state();
    this.requester = before.requester();
    this.program = before.program();
    this.runList = new ArrayList<>(before.runList());
    this.ranList = new ArrayList<>(before.ranList());
    this.runArgs = before.runArgs();
    this.output = before.output();
    this.runningJob = before.runningJob();
    this.worker = before.worker();
    this.reason = before.reason();
    this.current = before.current();
    this.jobs = before.jobs();
    this.endedAt = before.endedAt();
  }

  Instant now() {
    return now;
  }

  void start(CurrentJob job, @Nullable String onWorker, Instant at) {
    current = job.startedAt() == null ? job.started(job.run(), at) : job;
    runningJob = job.entry().name();
    worker = onWorker == null ? worker : onWorker;
    state = RequestState.RUNNING;
  }

  void ran(RequestEntry entry) {
    ranList.add(entry);
  }

  /** The latest value of each field counts. */
  void addOutput(@Nullable ObjectNode gave) {
    if (gave != null) {
      ObjectNode all = output == null ? Request.nothing() : output.deepCopy();
      all.setAll(gave.deepCopy());
      output = all;
    }
  }

  /** What its worker has moved, but not ended, is left to do. */
  void giveBack() {
    CurrentJob job = current;
    if (job == null) {
      return;
    }
    while (ranList.size() > job.ranBefore()) {
      ranList.remove(ranList.size() - 1);
    }
    if (!job.listed()) {
      runList.add(0, job.entry());
    }
  }

  void end(RequestState how, @Nullable String why) {
    CurrentJob job = current;
    if (job != null && job.startedAt() != null && !runList.isEmpty()) {
      // Who looks why it stopped is led to its run.
      runList.set(
          0,
          new RequestEntry(
              job.entry().name(),
              runList.get(0).args(),
              runList.get(0).output(),
              job.run(),
              worker,
              job.startedAt(),
              now));
    }
    state = how;
    reason = why;
    runningJob = null;
    worker = null;
    current = null;
    endedAt = now;
  }

  Request made() {
    return new Request(
        before.id(),
        before.version() + 1,
        state,
        requester,
        program,
        runList,
        ranList,
        runArgs,
        output,
        runningJob,
        worker,
        reason,
        current,
        jobs,
        before.createdAt(),
        now,
        endedAt);
  }
}

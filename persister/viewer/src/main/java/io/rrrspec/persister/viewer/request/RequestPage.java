package io.rrrspec.persister.viewer.request;

import io.rrrspec.common.config.RequestJob;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.request.CurrentJob;
import io.rrrspec.common.request.Request;
import io.rrrspec.common.request.RequestEntry;
import io.rrrspec.common.request.RequestState;
import io.rrrspec.persister.viewer.flow.FlowRow;
import io.rrrspec.persister.viewer.text.DisplayText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request.
 *
 * @param name of its program; empty if that has none
 * @param requester who asked
 * @param took how long it took, or has taken so far
 * @param reason why it failed; empty if it has not
 * @param done how many jobs have ended well
 * @param count how many jobs there are
 * @param jobs those that are shown, in order
 * @param program what the asker wants to remember with it
 * @param output what its jobs gave
 */
public record RequestPage(
    String id,
    RequestState state,
    String name,
    String requester,
    Instant createdAt,
    String took,
    String reason,
    int done,
    int count,
    List<Job> jobs,
    List<Value> program,
    List<Value> output) {
  private static final int MOST_JOBS = 60;
  private static final int NAME = 200;
  private static final int REASON = 2_000;

  /**
   * A job.
   *
   * @param number its place in the pipeline, from 1
   * @param name by which the servers define it
   * @param time how long it took, has taken or has waited so far; may be empty
   * @param trial which trial this is; 1 for the first
   * @param queue where it waits; empty: it does not
   * @param worker who carries it out, or did; empty if nobody knows
   * @param run the id of its run; empty if it has none
   * @param flow the id of the flow that carries it out; empty if there is none
   */
  public record Job(
      int number,
      String name,
      JobState state,
      String time,
      int trial,
      String queue,
      List<Value> args,
      List<Value> output,
      String worker,
      String run,
      String flow,
      @Nullable Instant queuedAt,
      @Nullable Instant startedAt,
      @Nullable Instant endedAt) {}

  static RequestPage of(Request request, Instant now) {
    Pipeline pipeline = new Pipeline(request, now, new Values());
    List<Job> jobs = pipeline.jobs();
    String reason = request.reason();
    return new RequestPage(
        request.id(),
        request.state(),
        RequestRow.programName(request.program()),
        DisplayText.beginning(request.requester(), NAME),
        request.createdAt(),
        FlowRow.took(request.createdAt(), request.endedAt(), now),
        reason == null ? "" : DisplayText.beginning(reason, REASON),
        pipeline.done.size(),
        pipeline.count(),
        jobs,
        pipeline.values.of(request.program()),
        pipeline.values.of(request.output()));
  }

  /** The jobs of a request in order: those that are done, the one that it is at, the others. */
  private static final class Pipeline {
    final Request request;
    final Instant now;
    final Values values;
    final List<RequestEntry> done;
    final @Nullable CurrentJob current;
    final List<RequestEntry> rest;

    Pipeline(Request request, Instant now, Values values) {
      this.request = request;
      this.now = now;
      this.values = values;
      List<RequestEntry> ran = request.ranList();
      List<RequestEntry> left = request.runList();
      CurrentJob job = request.current();
      current = job;
      // Its worker may have moved it already.
      done = job == null ? ran : ran.subList(0, Math.min(ran.size(), job.ranBefore()));
      rest = job == null || !job.listed() || left.isEmpty() ? left : left.subList(1, left.size());
    }

    int count() {
      return done.size() + (current == null ? 0 : 1) + rest.size();
    }

    /** Those around the one that it is at. */
    List<Job> jobs() {
      int from = Math.max(0, Math.min(done.size() - MOST_JOBS / 2, count() - MOST_JOBS));
      List<Job> jobs = new ArrayList<>();
      for (int at = from; at < Math.min(count(), from + MOST_JOBS); at++) {
        jobs.add(job(at));
      }
      return jobs;
    }

    private Job job(int at) {
      if (at < done.size()) {
        return ended(at + 1, done.get(at), JobState.DONE);
      }
      CurrentJob job = current;
      if (job != null && at == done.size()) {
        return now(at + 1, job);
      }
      int behind = at - done.size() - (job == null ? 0 : 1);
      JobState state = JobState.left(request.state(), job == null && behind == 0);
      return ended(at + 1, rest.get(behind), state);
    }

    private Job ended(int number, RequestEntry entry, JobState state) {
      boolean last = state == JobState.FAILED || state == JobState.CANCELLED;
      return new Job(
          number,
          DisplayText.beginning(entry.name(), NAME),
          state,
          FlowRow.took(entry.startedAt(), entry.endedAt(), now),
          1,
          "",
          values.of(last && entry.endedAt() != null ? request.runArgs() : entry.args()),
          values.of(entry.output()),
          text(entry.worker()),
          Keys.lastPart(text(entry.run())),
          "",
          null,
          entry.startedAt(),
          entry.endedAt());
    }

    private Job now(int number, CurrentJob job) {
      boolean runs = job.startedAt() != null;
      List<RequestEntry> ran = request.ranList();
      return new Job(
          number,
          DisplayText.beginning(job.entry().name(), NAME),
          runs ? JobState.RUNNING : JobState.WAITING,
          FlowRow.took(runs ? job.startedAt() : job.queuedAt(), null, now),
          job.trial(),
          runs ? "" : job.queue(),
          values.of(request.runArgs()),
          values.of(ran.size() > job.ranBefore() ? ran.get(job.ranBefore()).output() : null),
          text(request.worker()),
          Keys.lastPart(text(job.run())),
          job.kind() == RequestJob.Kind.FLOW ? Request.flowOf(request.id(), job.number()) : "",
          job.queuedAt(),
          job.startedAt(),
          null);
    }

    private static String text(@Nullable String text) {
      return text == null ? "" : DisplayText.beginning(text, NAME);
    }
  }

  /** Whether it still moves. */
  public boolean live() {
    return !state.isOver();
  }

  /** Where the whole request is. */
  public JobState look() {
    return JobState.like(state);
  }

  /** What it is called: by its program, if that has a name. */
  public String title() {
    return name.isEmpty() ? "Request" : name;
  }

  /** The job at which it stopped; null: none, or nobody knows. */
  public @Nullable Job stopped() {
    return jobs.stream().filter(job -> job.state() == JobState.FAILED).findFirst().orElse(null);
  }

  /** How many jobs before those that are shown there are. */
  public int before() {
    return jobs.isEmpty() ? 0 : jobs.get(0).number() - 1;
  }

  /** How many jobs behind those that are shown there are. */
  public int behind() {
    return count - before() - jobs.size();
  }
}

package io.rrrspec.common.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.RequestJob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pipeline of jobs that somebody asked for, and how far it is. Its methods say what becomes of it
 * and change nothing; whoever stores the outcome compares versions. Nobody changes its objects.
 *
 * @param id of letters, digits and {@code -}
 * @param version how often it was written; 1 or more
 * @param state where it is in its life
 * @param requester who asked
 * @param program what the asker wants to remember with it; null: nothing
 * @param runList jobs that have not ended well; while one waits or runs that is the first, unless
 *     its worker has moved it
 * @param ranList jobs that have ended well, in order
 * @param runArgs what the current or last job was called with; null before the first
 * @param output what jobs gave: of each field the latest; null: nothing
 * @param runningJob the name of the job that runs; null: none does
 * @param worker who runs it; null: nobody, or nobody knows
 * @param reason why it failed; null if it has not
 * @param current the job that waits or runs; null: none does
 * @param jobs how many jobs have been enqueued, each trial counted
 * @param createdAt when it was asked for
 * @param updatedAt when it was last written
 * @param endedAt null: it is not over
 */
public record Request(
    String id,
    long version,
    RequestState state,
    String requester,
    @Nullable JsonNode program,
    List<RequestEntry> runList,
    List<RequestEntry> ranList,
    @Nullable ObjectNode runArgs,
    @Nullable ObjectNode output,
    @Nullable String runningJob,
    @Nullable String worker,
    @Nullable String reason,
    @Nullable CurrentJob current,
    int jobs,
    Instant createdAt,
    Instant updatedAt,
    @Nullable Instant endedAt) {

  /** In the output of a job: the next one should run on the same worker. */
  public static final String NEXT_SAME_NODE = "next_same_node";

  /** So long a job waits for somebody to take it. */
  public static final Duration LONGEST_WAIT = Duration.ofDays(7);

  /** How long it is kept after its end. */
  public static final Duration KEEP = Duration.ofDays(3);

  /** So often somebody looks whether its run has told its end. */
  private static final Duration LOOK_AT_RUN = Duration.ofSeconds(10);

  /** The end of a flow is told to nobody. */
  private static final Duration LOOK_AT_FLOW = Duration.ofSeconds(2);

  public Request {
    runList = List.copyOf(runList);
    ranList = List.copyOf(ranList);
  }

  RequestChange change(Instant now) {
    return new RequestChange(this, now);
  }

  /** The job of this number, if the request is still at it. */
  public @Nullable CurrentJob at(int number) {
    return current != null && current.number() == number ? current : null;
  }

  /** When to look at it next: at its job, or to forget it. */
  public Instant due() {
    return current != null ? current.due() : (endedAt == null ? updatedAt : endedAt).plus(KEEP);
  }

  /** Enqueues the next job; none left: it is complete. A job that cannot be makes it fail. */
  public Request enqueued(RequestJobs definitions, Instant now) {
    return enqueued(definitions, 1, now);
  }

  private Request enqueued(RequestJobs definitions, int trial, Instant now) {
    RequestChange change = change(now);
    change.runningJob = null;
    change.worker = null;
    change.current = null;
    if (runList.isEmpty()) {
      change.end(RequestState.COMPLETE, null);
      return change.made();
    }
    RequestEntry entry = runList.get(0);
    ObjectNode args = merged(entry.args());
    try {
      definitions.check(entry.name(), args, true);
    } catch (UsageException e) {
      change.end(RequestState.FAILED, e.getMessage());
      return change.made();
    }
    RequestJob job = definitions.get(entry.name());
    change.runList.set(0, entry.again());
    change.jobs = jobs + 1;
    change.runArgs = args;
    change.reason = null;
    change.endedAt = null;
    change.state =
        ranList.isEmpty() && state != RequestState.RUNNING
            ? RequestState.QUEUED
            : RequestState.RUNNING;
    change.current =
        new CurrentJob(
            jobs + 1,
            new RequestEntry(entry.name(), entry.args()),
            job.kind(),
            job.queue() == null ? "default" : job.queue(),
            trial,
            true,
            ranList.size(),
            null,
            false,
            null,
            now,
            null,
            now.plus(firstLook(job.kind())));
    return change.made();
  }

  private static Duration firstLook(RequestJob.Kind kind) {
    return switch (kind) {
      case EXTERNAL -> LONGEST_WAIT;
      case TESTS, FLOW -> LOOK_AT_FLOW;
      case COMMAND, TASKSET -> LOOK_AT_RUN;
    };
  }

  /** What the next job is called with: what the one before gave wins. */
  private ObjectNode merged(ObjectNode own) {
    ObjectNode args = own.deepCopy();
    ObjectNode before = ranList.isEmpty() ? output : ranList.get(ranList.size() - 1).output();
    if (before != null) {
      args.setAll(before.deepCopy());
      args.remove(NEXT_SAME_NODE);
    }
    return args;
  }

  /** The worker on which the current job should run, as the job before said; null: any. */
  public @Nullable String preferredWorker() {
    if (ranList.isEmpty()) {
      return null;
    }
    RequestEntry last = ranList.get(ranList.size() - 1);
    ObjectNode gave = last.output();
    return gave != null && gave.path(NEXT_SAME_NODE).asBoolean() ? last.worker() : null;
  }

  /**
   * Notes that a job runs; nothing changes if it is known, or it is another job's turn.
   *
   * @param since when it began
   */
  public Request started(
      int number, @Nullable String run, @Nullable String onWorker, Instant since, Instant now) {
    CurrentJob job = at(number);
    if (job == null || job.startedAt() != null) {
      return this;
    }
    RequestChange change = change(now);
    change.start(job.started(run, since), onWorker, now);
    return change.made();
  }

  /**
   * Notes that a job has ended well, and enqueues the next one; nothing changes if it is another
   * job's turn.
   *
   * @param gave its output; null: none
   * @param run the id of its run; null: it had none
   */
  public Request ended(
      int number,
      @Nullable ObjectNode gave,
      @Nullable String run,
      @Nullable String onWorker,
      RequestJobs definitions,
      Instant now) {
    CurrentJob job = at(number);
    if (job == null) {
      return this;
    }
    RequestChange change = change(now);
    String by = onWorker == null ? worker : onWorker;
    if (ranList.size() <= job.ranBefore()) {
      ObjectNode own = gave == null ? job.entry().output() : gave;
      change.ran(
          new RequestEntry(
              job.entry().name(),
              job.entry().args(),
              own,
              run == null ? job.run() : run,
              by,
              job.startedAt(),
              now));
      change.addOutput(own);
    } else {
      // Its worker has moved it; what that did not say is known here.
      int at = job.ranBefore();
      RequestEntry moved = ranList.get(at);
      change.ranList.set(
          at,
          new RequestEntry(
              moved.name(),
              moved.args(),
              moved.output(),
              run,
              moved.worker() == null ? by : moved.worker(),
              job.startedAt(),
              now));
    }
    if (job.listed()) {
      change.runList.remove(0);
    }
    change.state = RequestState.RUNNING;
    Request moved = change.made();
    // One write: the version counts once.
    return moved.enqueued(definitions, now).withVersion(version + 1);
  }

  /** The same as one write. */
  Request withVersion(long other) {
    return new Request(
        id,
        other,
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
        createdAt,
        updatedAt,
        endedAt);
  }

  /** Notes that a job has failed: the request stops. */
  public Request failed(int number, String why, Instant now) {
    if (at(number) == null) {
      return this;
    }
    RequestChange change = change(now);
    change.giveBack();
    change.end(RequestState.FAILED, why);
    return change.made();
  }

  /**
   * Notes that a job hung, or that its worker died: it is enqueued again, or has failed.
   *
   * @param most how often it is tried in all; 1 or more
   */
  public Request lost(int number, String why, int most, RequestJobs definitions, Instant now) {
    CurrentJob job = at(number);
    if (job == null || job.trial() >= most) {
      return failed(number, why, now);
    }
    RequestChange change = change(now);
    change.giveBack();
    return change.made().enqueued(definitions, job.trial() + 1, now).withVersion(version + 1);
  }

  /** When to look next at a job that is carried out here. */
  public Instant nextLook(Instant now) {
    return current == null ? due() : now.plus(firstLook(current.kind()));
  }

  /**
   * Gives the current job to a worker of another implementation.
   *
   * @param lease a new one
   * @param until when its next report is due
   * @throws RequestConflictException if it is not offered any more
   */
  public Request taken(String lease, Instant until, Instant now) {
    CurrentJob job = current;
    if (job == null || !job.isOffered()) {
      throw new RequestConflictException("the job is not offered any more");
    }
    RequestChange change = change(now);
    change.current = job.taken(lease, until);
    return change.made();
  }

  /**
   * Cancels it.
   *
   * @throws RequestConflictException if it is over
   */
  public Request cancelled(Instant now) {
    if (state.isOver()) {
      throw new RequestConflictException(
          "the request is " + state.text() + ": it cannot be cancelled any more");
    }
    RequestChange change = change(now);
    change.giveBack();
    change.end(RequestState.CANCELLED, null);
    return change.made();
  }

  /**
   * Goes on from the job that has failed.
   *
   * @throws RequestConflictException if it has not failed
   */
  public Request retried(RequestJobs definitions, Instant now) {
    if (state != RequestState.FAILED) {
      throw new RequestConflictException(
          "the request is " + state.text() + ": only one that has failed can be tried again");
    }
    RequestChange change = change(now);
    change.state = jobs == 0 ? RequestState.QUEUED : RequestState.RUNNING;
    change.reason = null;
    change.endedAt = null;
    return change.made().enqueued(definitions, now).withVersion(version + 1);
  }

  /** The id of the flow that carries out a job of a request. */
  public static String flowOf(String id, int number) {
    return "request-" + id + "-" + number;
  }

  /** The id of the task in that flow that starts the run. */
  public static String runTaskOf(String id, int number) {
    return flowOf(id, number) + "-run";
  }

  /**
   * One that has just been asked for; nothing is enqueued yet.
   *
   * @param first what the first job is called with besides its own arguments; null: nothing
   */
  public static Request asked(
      String id,
      String requester,
      @Nullable JsonNode program,
      List<RequestEntry> runList,
      @Nullable ObjectNode first,
      Instant now) {
    return new Request(
        id,
        0,
        RequestState.QUEUED,
        requester,
        program,
        runList,
        new ArrayList<>(),
        null,
        first,
        null,
        null,
        null,
        null,
        0,
        now,
        now,
        null);
  }

  /** Empty arguments or outputs. */
  static ObjectNode nothing() {
    return JsonNodeFactory.instance.objectNode();
  }
}

package io.rrrspec.common.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.flow.JsonText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What somebody writes into a request: a worker of another implementation its reports, anybody what
 * is left to do. What is written twice changes nothing more.
 */
public final class RequestEdit {
  /** Fields of an answer that nobody can set: they are passed over where the whole is written. */
  private static final List<String> READ_ONLY =
      List.of("id", "state", "last_updated", "reason", "created_at", "ended_at", "version", "job");

  private static final List<String> WHOLE = whole();

  private final Request request;
  private final RequestJobs definitions;
  private final @Nullable String lease;
  private final Instant now;
  private final RequestChange change;

  private RequestEdit(
      Request request, RequestJobs definitions, @Nullable String lease, Instant now) {
    this.request = request;
    this.definitions = definitions;
    this.lease = lease;
    this.now = now;
    this.change = request.change(now);
  }

  private static List<String> whole() {
    List<String> names = new ArrayList<>(RequestParts.ALL);
    names.addAll(READ_ONLY);
    return List.copyOf(names);
  }

  /**
   * Writes one part.
   *
   * @param part one of {@link RequestParts#ALL}
   * @param body its value, or an object with it
   * @param lease that the writer has brought; null: none
   * @return the same object if nothing changes
   * @throws UsageException if it cannot be the value of this part
   * @throws RequestConflictException if it does not go with what the request is at
   */
  public static Request part(
      Request request,
      String part,
      JsonNode body,
      RequestJobs definitions,
      @Nullable String lease,
      Instant now) {
    JsonNode inner = body.isObject() && body.size() == 1 ? body.get(part) : null;
    RequestEdit edit = new RequestEdit(request, definitions, lease, now);
    edit.requireLease(RequestParts.REPORTS.contains(part));
    return edit.write(part, asStored(inner == null ? body : inner), false).made();
  }

  /**
   * Writes all parts that a body has. A job ends by no such write: {@code running_job} null is
   * passed over.
   *
   * @throws UsageException if it is no request
   * @throws RequestConflictException if it does not go with what the request is at
   */
  public static Request whole(
      Request request,
      JsonNode body,
      RequestJobs definitions,
      @Nullable String lease,
      Instant now) {
    ObjectNode fields =
        RequestReader.object("the body", body, "the request as GET answers it, changed");
    RequestReader.requireKnown("the body", fields, WHOLE);
    for (String name :
        List.of(RequestParts.REQUESTER, RequestParts.RUN_LIST, RequestParts.RAN_LIST)) {
      JsonNode value = RequestReader.required(fields, name);
      if (value.isNull()) {
        throw new UsageException(name + " is null: write it as GET answers it, changed");
      }
    }
    RequestEdit edit = new RequestEdit(request, definitions, lease, now);
    edit.requireLease(true);
    // What has been done first: then what is left is known to lack it.
    for (String part :
        List.of(
            RequestParts.RUNNING_JOB,
            RequestParts.WORKER,
            RequestParts.RAN_LIST,
            RequestParts.RUN_LIST,
            RequestParts.REQUESTER,
            RequestParts.PROGRAM,
            RequestParts.OUTPUT,
            RequestParts.RUN_ARGS)) {
      JsonNode value = fields.get(part);
      if (value != null) {
        edit.write(part, asStored(value), true);
      }
    }
    return edit.made();
  }

  /**
   * Ends the job that runs, as its worker says it has done it.
   *
   * @return null: no job runs
   * @throws RequestConflictException if it is carried out here, or was offered again
   */
  public static @Nullable Request done(
      Request request, RequestJobs definitions, @Nullable String lease, Instant now) {
    RequestEdit edit = new RequestEdit(request, definitions, lease, now);
    CurrentJob job = request.current();
    // A repeat, while the next job waits.
    if (job == null || request.runningJob() == null && !edit.isLeaseRequired()) {
      return null;
    }
    edit.requireLease(true);
    if (request.runningJob() == null) {
      return null;
    }
    edit.requireExternal(job, "ended");
    return request.ended(job.number(), null, null, null, definitions, now);
  }

  private void requireLease(boolean report) {
    CurrentJob job = request.current();
    // What is over, nobody changes, whatever they bring.
    if (!report || job == null) {
      return;
    }
    if (lease == null) {
      if (isLeaseRequired()) {
        throw new RequestConflictException(
            "bring the lease that GET /job/"
                + job.queue()
                + " gave with the job: it was brought before, or a job was offered again");
      }
    } else if (lease.equals(job.lease())) {
      change.current = job.shown();
    } else {
      throw new RequestConflictException(
          "the lease is not the one of the job that the request is at: the job was offered again,"
              + " or has ended");
    }
  }

  /**
   * Whether another worker than the one at an external job may report late: one that had this job
   * before, or, where this job's worker is known to bring its lease, one that had the job before.
   */
  private boolean isLeaseRequired() {
    CurrentJob job = request.current();
    return job != null
        && job.isExternal()
        && (job.number() > job.ranBefore() + 1 || job.leased() && job.number() > 1);
  }

  /** 1.0 and 1 are the same number once they are stored: what is compared is that. */
  private static JsonNode asStored(JsonNode value) {
    return JsonText.parse(JsonText.of(value));
  }

  private void requireExternal(CurrentJob job, String what) {
    if (!job.isExternal()) {
      throw new RequestConflictException(
          "the job '"
              + job.entry().name()
              + "' is carried out by the workers here: it cannot be "
              + what
              + " by a report");
    }
  }

  private RequestEdit write(String part, JsonNode value, boolean whole) {
    switch (part) {
      case RequestParts.REQUESTER -> change.requester = RequestReader.requester(value);
      case RequestParts.PROGRAM -> change.program = value.isNull() ? null : value;
      case RequestParts.OUTPUT -> change.output = RequestReader.output(value);
      case RequestParts.RUN_ARGS -> runArgs(value);
      case RequestParts.WORKER -> worker(value);
      case RequestParts.RUN_LIST -> runList(value);
      case RequestParts.RAN_LIST -> ranList(value);
      case RequestParts.RUNNING_JOB -> runningJob(value, whole);
      default -> throw new UsageException("a request has no part '" + part + "'");
    }
    return this;
  }

  private Request made() {
    Request made = change.made();
    if (isSame(made)) {
      return request;
    }
    if (request.state().isOver()) {
      throw new RequestConflictException(
          "the request is " + request.state().text() + ": nothing of it can be changed any more");
    }
    return made;
  }

  private boolean isSame(Request made) {
    return made.state() == request.state()
        && made.requester().equals(request.requester())
        && Objects.equals(made.program(), request.program())
        && made.runList().equals(request.runList())
        && made.ranList().equals(request.ranList())
        && Objects.equals(made.runArgs(), request.runArgs())
        && Objects.equals(made.output(), request.output())
        && Objects.equals(made.runningJob(), request.runningJob())
        && Objects.equals(made.worker(), request.worker())
        && Objects.equals(made.current(), request.current());
  }

  private void runArgs(JsonNode value) {
    ObjectNode args =
        value.isNull()
            ? null
            : RequestReader.object(RequestParts.RUN_ARGS, value, "{\"NAME\": …}, or null");
    requireOwner(Objects.equals(args, request.runArgs()), RequestParts.RUN_ARGS);
    change.runArgs = args;
  }

  private void worker(JsonNode value) {
    String name = value.isNull() ? null : RequestReader.name(RequestParts.WORKER, value);
    requireOwner(Objects.equals(name, request.worker()), RequestParts.WORKER);
    change.worker = name;
  }

  /** What a worker reports is refused where the job is carried out here, unless it is the same. */
  private void requireOwner(boolean same, String part) {
    CurrentJob job = request.current();
    if (!same && job != null) {
      requireExternal(job, "changed in its " + part);
    }
  }

  private void ranList(JsonNode value) {
    List<RequestEntry> list =
        entries(RequestParts.RAN_LIST, value, request.ranList(), request.runList());
    CurrentJob job = request.current();
    if (list.equals(request.ranList())) {
      return;
    }
    if (job == null) {
      throw new RequestConflictException("no job runs: ran_list stays as it is");
    }
    requireExternal(job, "moved");
    List<String> ended = names(request.ranList().subList(0, job.ranBefore()));
    List<String> grown = new ArrayList<>(ended);
    grown.add(job.entry().name());
    List<String> names = names(list);
    if (!names.equals(ended) && !names.equals(grown) || change.runningJob == null) {
      throw new RequestConflictException(
          "ran_list has "
              + list.size()
              + " jobs: only '"
              + job.entry().name()
              + "' can be added, once it runs, to the "
              + job.ranBefore()
              + " before it");
    }
    change.ranList.clear();
    change.ranList.addAll(list);
  }

  private void runList(JsonNode value) {
    List<RequestEntry> list =
        entries(RequestParts.RUN_LIST, value, request.runList(), request.ranList());
    CurrentJob job = change.current;
    List<RequestEntry> before = request.runList();
    if (list.equals(before)) {
      return;
    }
    boolean listed = job != null && job.listed();
    List<RequestEntry> rest = listed ? before.subList(1, before.size()) : before;
    boolean taken = listed && names(list).equals(names(rest));
    boolean first = job != null && !list.isEmpty() && list.get(0).name().equals(job.entry().name());
    boolean mayMove = job != null && job.isExternal() && change.runningJob != null;
    if (job != null && taken && mayMove) {
      change.current = job.listed(false);
    } else if (job != null && listed) {
      if (!first && !mayMove) {
        throw new RequestConflictException(
            "the job '" + job.entry().name() + "' waits or runs: it stays first in run_list");
      }
      change.current = job.listed(first);
      if (first) {
        list = new ArrayList<>(list);
        list.set(0, before.get(0));
      }
    } else if (job != null && isTakenBack(job, list)) {
      // Its worker takes back that it has moved it: it is not to be done twice.
      change.current = job.listed(true);
      list = new ArrayList<>(list);
      list.set(0, job.entry());
    }
    for (RequestEntry entry : list) {
      if (!before.contains(entry)) {
        RequestReader.checkLeft(entry, definitions);
      }
    }
    change.runList.clear();
    change.runList.addAll(list);
  }

  /** Whether a list has the job that was moved again, and nothing else is different. */
  private boolean isTakenBack(CurrentJob job, List<RequestEntry> list) {
    List<String> names = new ArrayList<>(List.of(job.entry().name()));
    names.addAll(names(request.runList()));
    return change.ranList.size() == job.ranBefore() && names(list).equals(names);
  }

  private static List<String> names(List<RequestEntry> entries) {
    return entries.stream().map(RequestEntry::name).toList();
  }

  /** A bare name stands for the entry of that name: in the same list, or in the other one. */
  private List<RequestEntry> entries(
      String field, JsonNode value, List<RequestEntry> same, List<RequestEntry> other) {
    JsonNode list = RequestReader.list(field, value);
    List<RequestEntry> known = new ArrayList<>(same);
    List<RequestEntry> moved = new ArrayList<>(other);
    CurrentJob job = request.current();
    if (job != null) {
      moved.add(0, job.entry());
    }
    List<RequestEntry> entries = new ArrayList<>();
    // What is left loses from its beginning: there the names of its end are the same ones.
    boolean fromEnd = field.equals(RequestParts.RUN_LIST);
    for (int i = 0; i < list.size(); i++) {
      int at = fromEnd ? list.size() - 1 - i : i;
      JsonNode one = list.get(at);
      RequestEntry entry;
      if (one.isTextual()) {
        String name = one.asText();
        RequestEntry found = taken(known, name, fromEnd);
        found = found == null ? taken(moved, name, false) : found;
        entry =
            found == null
                ? RequestEntry.of(RequestReader.name(field + "[" + at + "]", one))
                : found;
      } else {
        RequestEntry written = RequestReader.entry(field + "[" + at + "]", one);
        RequestEntry found = taken(known, written.name(), fromEnd);
        // What only the server knows of it stays.
        entry = found == null ? written : withTimesOf(found, written);
      }
      if (fromEnd) {
        entries.add(0, entry);
      } else {
        entries.add(entry);
      }
    }
    return entries;
  }

  private static RequestEntry withTimesOf(RequestEntry known, RequestEntry written) {
    return new RequestEntry(
        written.name(),
        written.args(),
        written.output(),
        known.run(),
        known.worker(),
        known.startedAt(),
        known.endedAt());
  }

  private static @Nullable RequestEntry taken(
      List<RequestEntry> from, String name, boolean fromEnd) {
    for (int i = 0; i < from.size(); i++) {
      int at = fromEnd ? from.size() - 1 - i : i;
      if (from.get(at).name().equals(name)) {
        return from.remove(at);
      }
    }
    return null;
  }

  private void runningJob(JsonNode value, boolean whole) {
    if (value.isNull()) {
      if (!whole) {
        fail();
      }
      return;
    }
    String name = RequestReader.name(RequestParts.RUNNING_JOB, value);
    CurrentJob job = change.current;
    if (name.equals(request.runningJob())) {
      return;
    }
    if (job == null || !name.equals(job.entry().name())) {
      throw new RequestConflictException(
          "the job '"
              + name
              + "' is not the one whose turn it is"
              + (job == null ? ": none is" : ": that is '" + job.entry().name() + "'"));
    }
    requireExternal(job, "started");
    if (job.lease() == null) {
      throw new RequestConflictException(
          "nobody has taken the job '" + name + "': GET /job/" + job.queue() + " gives it");
    }
    change.start(job.started(null, now), null, now);
  }

  private void fail() {
    CurrentJob job = request.current();
    if (job == null || job.lease() == null && request.runningJob() == null) {
      return;
    }
    requireExternal(job, "failed");
    change.giveBack();
    change.end(RequestState.FAILED, "the job '" + job.entry().name() + "' has failed");
  }
}

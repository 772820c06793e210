package io.rrrspec.persister.viewer.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.request.RequestParts;
import io.rrrspec.common.request.RequestState;
import io.rrrspec.persister.viewer.flow.FlowRow;
import io.rrrspec.persister.viewer.text.DisplayText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request as one line.
 *
 * @param name of its program; empty if that has none
 * @param requester who asked
 * @param jobs the last ones that have ended well, and the first ones of the others
 * @param before how many have ended well before those
 * @param behind how many are left behind those
 * @param took how long it took, or has taken so far
 * @param reason why it failed, its first line; empty if it has not
 */
public record RequestRow(
    String id,
    RequestState state,
    String name,
    String requester,
    List<JobBox> jobs,
    long before,
    long behind,
    Instant createdAt,
    String took,
    String reason) {
  private static final int BEFORE = 5;
  private static final int BEHIND = 5;
  private static final int NAME = 60;
  private static final int REASON = 200;

  /**
   * A job of the row of boxes.
   *
   * @param name by which the servers define it
   */
  public record JobBox(String name, JobState state) {}

  /**
   * Reads it from what lists have.
   *
   * @throws IllegalArgumentException if it is no request
   */
  static RequestRow of(JsonNode brief, Instant now) {
    RequestState state =
        RequestState.of(brief.path("state").asText())
            .orElseThrow(() -> new IllegalArgumentException("no state of a request"));
    List<String> ran = names(brief.path(RequestParts.RAN_LIST));
    List<String> left = names(brief.path(RequestParts.RUN_LIST));
    long done = brief.path("done").asLong();
    String running = text(brief, RequestParts.RUNNING_JOB);
    boolean listed = !left.isEmpty() && left.get(0).equals(running);
    if (!running.isEmpty() && !listed && !ran.isEmpty() && last(ran).equals(running)) {
      // Its worker has moved it, and has not said yet that it is done.
      ran.remove(ran.size() - 1);
      done--;
    }
    List<JobBox> jobs = new ArrayList<>();
    ran.stream()
        .skip(Math.max(0, ran.size() - BEFORE))
        .forEach(name -> jobs.add(box(name, JobState.DONE)));
    long before = done - jobs.size();
    if (!running.isEmpty()) {
      jobs.add(box(running, JobState.RUNNING));
    }
    List<String> rest = listed ? left.subList(1, left.size()) : left;
    for (String name : rest.subList(0, Math.min(BEHIND, rest.size()))) {
      jobs.add(box(name, JobState.left(state, name.equals(rest.get(0)) && isFirst(jobs))));
    }
    long behind = brief.path("left").asLong() - (listed ? 1 : 0) - Math.min(BEHIND, rest.size());
    Instant created = Instant.parse(brief.path("created_at").asText());
    return new RequestRow(
        brief.path("id").asText(),
        state,
        programName(brief.get(RequestParts.PROGRAM)),
        DisplayText.beginning(text(brief, RequestParts.REQUESTER), REASON),
        jobs,
        Math.max(0, before),
        Math.max(0, behind),
        created,
        FlowRow.took(created, time(text(brief, "ended_at")), now),
        DisplayText.beginning(text(brief, "reason").lines().findFirst().orElse(""), REASON));
  }

  /** Whether none of those is left. */
  private static boolean isFirst(List<JobBox> jobs) {
    return jobs.stream().allMatch(job -> job.state() == JobState.DONE);
  }

  private static JobBox box(String name, JobState state) {
    return new JobBox(DisplayText.beginning(name, NAME), state);
  }

  /** What the asker calls it; empty if its program has no name. */
  static String programName(@Nullable JsonNode program) {
    if (program == null) {
      return "";
    }
    JsonNode name = program.isObject() ? program.path("name") : program;
    return name.isTextual() ? DisplayText.beginning(name.asText().strip(), REASON) : "";
  }

  private static String last(List<String> names) {
    return names.get(names.size() - 1);
  }

  private static List<String> names(JsonNode list) {
    List<String> names = new ArrayList<>();
    list.forEach(name -> names.add(name.asText()));
    return names;
  }

  /** Null reads as empty. */
  private static String text(JsonNode brief, String name) {
    JsonNode value = brief.path(name);
    return value.isTextual() ? value.asText() : "";
  }

  private static @Nullable Instant time(String text) {
    return text.isEmpty() ? null : Instant.parse(text);
  }

  /** Where the whole request is. */
  public JobState look() {
    return JobState.like(state);
  }
}

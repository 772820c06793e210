package io.rrrspec.client.request;

import static io.rrrspec.client.request.RequestText.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Consumer;

/**
 * Tells what the jobs of a request do, a line for each step, once: from events, and from the whole
 * request where there are none.
 */
final class RequestSteps {
  private final Consumer<String> say;

  /** What a version up to this one has brought is told. */
  private long told;

  /** How many jobs are told to have ended. */
  private int ended;

  /** What is told of the job that waits or runs; empty: nothing. */
  private String current = "";

  private boolean isEndTold;

  /**
   * Begins where a request stands.
   *
   * @param told the last version of the request of which nothing is to be told; 0: all is told
   * @param ended how many jobs had ended by then
   */
  RequestSteps(Consumer<String> say, long told, int ended) {
    this.say = say;
    this.told = told;
    this.ended = ended;
  }

  /** Tells an event, and returns whether it was the last one. */
  boolean tell(JsonNode event) {
    if (event.path("version").asLong() <= told) {
      return false;
    }
    String job = text(event, "job");
    int trial = event.path("trial").asInt(1);
    switch (text(event, "event")) {
      case "queued" -> waits(job, trial);
      case "taken" -> say.accept(job + ": taken" + after(" by ", text(event, "worker")));
      case "started" -> runs(job, text(event, "worker"), text(event, "run"));
      case "ended" -> ended(job, event.path("output"));
      case "complete", "failed", "cancelled" -> {
        over(text(event, "event"), text(event, "reason"));
        return true;
      }
      default -> {
        // It is asked for, or somebody has written to it: no job has done anything.
      }
    }
    return false;
  }

  /** Tells what the whole request says and no event has said. */
  void tell(JsonNode request, boolean isOver) {
    if (isOver && isEndTold) {
      return;
    }
    JsonNode ran = request.path("ran_list");
    while (ended < ran.size() && ran.get(ended).hasNonNull("ended_at")) {
      ended(text(ran.get(ended), "name"), ran.get(ended).path("output"));
    }
    JsonNode job = request.path("job");
    if (isOver) {
      over(text(request, "state"), text(request, "reason"));
    } else if (job.isObject()) {
      String name = text(job, "name");
      int trial = job.path("trial").asInt(1);
      if (!current.equals(key(name, trial, false)) && !current.equals(key(name, trial, true))) {
        waits(name, trial);
      }
      if (RequestText.isStarted(job) && !current.equals(key(name, trial, true))) {
        runs(name, text(request, "worker"), text(job, "run"));
      }
    }
    told = Math.max(told, request.path("version").asLong());
  }

  private void waits(String job, int trial) {
    isEndTold = false;
    current = key(job, trial, false);
    say.accept(job + ": waits for a worker" + (trial > 1 ? ", trial " + trial : ""));
  }

  private void runs(String job, String worker, String run) {
    // The event of a start has no trial: it is that of the job which waits.
    current = "runs" + (current.startsWith("waits") ? current.substring(5) : " 1 " + job);
    say.accept(job + ": runs" + after(" on ", worker) + after(", run ", run));
  }

  private void ended(String job, JsonNode output) {
    ended++;
    current = "";
    say.accept(job + ": succeeded" + after(", output ", RequestText.brief(output)));
  }

  private void over(String state, String reason) {
    isEndTold = true;
    String words = state.equals("failed") ? "has failed" : "is " + state;
    say.accept("the request " + words + after(": ", reason));
  }

  private static String key(String job, int trial, boolean runs) {
    return (runs ? "runs " : "waits ") + trial + " " + job;
  }

  private static String after(String words, String text) {
    return text.isEmpty() ? "" : words + text;
  }
}

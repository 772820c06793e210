package io.rrrspec.server.tally;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What is counted. */
public enum Count {
  /** A trial was judged as passed. */
  TRIALS_PASSED("trials", "verdict", "Trials that this server judged, by verdict"),
  /** A trial was judged as pending. */
  TRIALS_PENDING("trials", "verdict", "Trials that this server judged, by verdict"),
  /** A trial was judged as bad. */
  TRIALS_BAD("trials", "verdict", "Trials that this server judged, by verdict"),
  /** A trial was judged as lost. */
  TRIALS_LOST("trials", "verdict", "Trials that this server judged, by verdict"),
  /** A trial was judged as a probe. */
  TRIALS_PROBE("trials", "verdict", "Trials that this server judged, by verdict"),
  /** A trial was judged as superseded. */
  TRIALS_SUPERSEDED("trials", "verdict", "Trials that this server judged, by verdict"),
  /** A taskset ended while this server led, as succeeded. */
  TASKSETS_SUCCEEDED("tasksets", "status", "Tasksets that ended while this server led"),
  /** A taskset ended while this server led, as failed. */
  TASKSETS_FAILED("tasksets", "status", "Tasksets that ended while this server led"),
  /** A taskset ended while this server led, as cancelled. */
  TASKSETS_CANCELLED("tasksets", "status", "Tasksets that ended while this server led"),
  /** Milliseconds from activation to the first worker, of the tasksets that ended. */
  WAITED_MILLIS("tasksets.waited.seconds", null, "From activation until a worker took them"),
  /** Milliseconds from the first worker to the end, of the tasksets that ended. */
  RAN_MILLIS("tasksets.worked.seconds", null, "From the first worker until their end"),
  /** A worker was given to a taskset. */
  ASSIGNMENTS("assignments", null, "Workers that this server gave to tasksets"),
  /** A slave was found dead. */
  DEAD_SLAVES("dead", "what", "What this server has found dead"),
  /** A worker was found dead. */
  DEAD_WORKERS("dead", "what", "What this server has found dead"),
  /** A server or persister was found dead. */
  DEAD_SERVERS("dead", "what", "What this server has found dead"),
  /** An orphaned task was put back. */
  TASKS_PUT_BACK("tasks.put.back", null, "Orphaned tasks that this server put back"),
  /** A message of the arbiter queue was set aside. */
  SET_ASIDE("messages.set.aside", null, "Messages that this server could not read or serve");

  private final String metric;
  private final @Nullable String label;
  private final String description;

  Count(String metric, @Nullable String label, String description) {
    this.metric = metric;
    this.label = label;
    this.description = description;
  }

  /** What the metric is called, with dots and without prefix. */
  public String metric() {
    return metric;
  }

  /** The name of what tells it from others of that metric; null if it is the only one. */
  public @Nullable String label() {
    return label;
  }

  /** The value of that label. */
  public String value() {
    String name = name().toLowerCase(Locale.ROOT);
    return this == DEAD_SLAVES || this == DEAD_WORKERS || this == DEAD_SERVERS
        ? name.substring("dead_".length(), name.length() - 1)
        : name.substring(name.indexOf('_') + 1);
  }

  /** What it is, in a line. */
  public String description() {
    return description;
  }

  /** Whether milliseconds are counted, to be shown as seconds. */
  public boolean isTime() {
    return this == WAITED_MILLIS || this == RAN_MILLIS;
  }
}

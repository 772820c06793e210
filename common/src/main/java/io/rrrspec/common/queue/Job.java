package io.rrrspec.common.queue;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A single thing to do, which waits in a queue until it becomes a taskset of one task.
 *
 * @param number counts up over the installation
 * @param module what its text is: {@code shell}, {@code http}, {@code junit}, or one of the
 *     server's file
 * @param text what to do, as it was pushed
 * @param queue the serial number of the queue that it was pushed into, or moved to
 * @param user who asked for it
 * @param taskset the key of the taskset that it becomes, or has become; of a job of the module
 *     {@code junit} known once that is active
 * @param status where it stands
 * @param queuedAt when it was pushed
 * @param admittedAt when it became a taskset, or null
 * @param endedAt when it was over, or null
 * @param ahead whether somebody has put it at the head of its queue
 * @param reason why it ended as it did where its status does not say it, or null
 */
public record Job(
    long number,
    String module,
    String text,
    int queue,
    String user,
    String taskset,
    Status status,
    @Nullable Instant queuedAt,
    @Nullable Instant admittedAt,
    @Nullable Instant endedAt,
    boolean ahead,
    @Nullable String reason) {
  /** The module of command lines. */
  public static final String SHELL = "shell";

  /** The module of requests over HTTP. */
  public static final String HTTP = "http";

  /** The module of projects whose tests are run. */
  public static final String JUNIT = "junit";

  /** Where a job stands. */
  public enum Status {
    /** It stands in its queue. */
    WAITING,
    /** A server starts its run. */
    STARTING,
    /** It is a taskset that is not over. */
    RUNNING,
    /** Its taskset has succeeded. */
    SUCCEEDED,
    /** Its taskset has failed. */
    FAILED,
    /** Somebody did not want it any more. */
    CANCELLED;

    /** As people and Redis have it; a job that waits has none in Redis. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Reads what {@link #text} gives; what cannot be understood is over, and not good. */
    public static Status parse(String text) {
      return switch (text) {
        case "", "waiting" -> WAITING;
        case "starting" -> STARTING;
        case "running" -> RUNNING;
        case "succeeded" -> SUCCEEDED;
        case "cancelled" -> CANCELLED;
        default -> FAILED;
      };
    }
  }

  /** The last part of the taskset's key: what people call the run. */
  public String run() {
    return taskset.substring(taskset.lastIndexOf(':') + 1);
  }
}

package io.rrrspec.persister.viewer.flow;

import io.rrrspec.common.flow.FlowOrder;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.StepStatus;
import io.rrrspec.persister.viewer.text.DisplayText;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A flow as one line.
 *
 * @param name of the flow; its type, if a foreign program started it without a name
 * @param user who started it; may be empty
 * @param startedAt null if nobody knows
 * @param endedAt null if it goes on, or nobody knows
 * @param done how many of its runs are done
 * @param runs how many runs it has, as far as it is known
 */
public record FlowRow(
    String id,
    String name,
    StepStatus status,
    String user,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    long done,
    long runs) {
  private static final int NAME = 200;

  /** Reads it from the task that has no parent. */
  public static FlowRow of(FlowState root) {
    long runs = Math.max(0, root.total());
    return new FlowRow(
        FlowOrder.flowOf(root.id()),
        name(root),
        StepStatus.of(root),
        DisplayText.beginning(root.text("user"), NAME),
        moment(root, "started_ms"),
        moment(root, "ended_ms"),
        Math.max(0, Math.min(runs, root.progress())),
        runs);
  }

  static String name(FlowState step) {
    String title = step.text("title");
    return DisplayText.beginning(title.isEmpty() ? step.type() : title, NAME);
  }

  /** Reads a time of a step; null if it is not known. */
  public static @Nullable Instant moment(FlowState step, String field) {
    long millis = step.number(field, 0);
    return millis <= 0 ? null : Instant.ofEpochMilli(millis);
  }

  public boolean live() {
    return !status.isFinal();
  }

  /** How much of it is done, of a hundred. */
  public int percent() {
    return runs == 0 ? 0 : (int) (100 * done / runs);
  }

  /** How long it took, or has taken so far. */
  public String took(Instant now) {
    return took(startedAt, endedAt, now);
  }

  /** How long a step took, or has taken so far; empty if it has not begun. */
  static String took(FlowState step, Instant now) {
    return took(moment(step, "began_ms"), moment(step, "ended_ms"), now);
  }

  /**
   * How long something took, or has taken so far; empty if it has not begun.
   *
   * @param ended null: it goes on
   */
  public static String took(@Nullable Instant began, @Nullable Instant ended, Instant now) {
    if (began == null) {
      return "";
    }
    if (ended != null) {
      return DisplayText.between(began, ended);
    }
    long seconds = Math.max(0, Duration.between(began, now).toSeconds());
    return seconds < 60 ? seconds + " s" : DisplayText.duration(Duration.ofSeconds(seconds));
  }
}

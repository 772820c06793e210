package io.rrrspec.persister.viewer.flow;

import io.rrrspec.common.flow.StepStatus;
import io.rrrspec.persister.viewer.text.DisplayText;
import java.util.List;

/**
 * A step as it is drawn.
 *
 * @param id of its task; empty for {@link Shape#MORE}
 * @param name its name; for {@link Shape#MORE} how many steps are meant, and where they stand
 * @param when which other steps it waits for, if not that all before it succeed; may be empty
 * @param run the id of its run; empty if it has none yet
 * @param progress how far it is, in words; may be empty
 * @param percent of its progress bar; -1: it has none
 * @param time how long it took, or has taken so far; may be empty
 * @param error the first line of its error; empty if it has none of its own
 * @param children what is drawn in it
 * @param open whether these are shown at first
 */
public record DrawnStep(
    String id,
    Shape shape,
    String name,
    StepStatus status,
    String when,
    String run,
    String progress,
    int percent,
    String time,
    String error,
    List<DrawnStep> children,
    boolean open) {
  /** Side by side; what is wider goes into rows. */
  private static final int COLUMNS = 5;

  /** How a step is drawn. */
  public enum Shape {
    /** Something that is done, with a link to its run. */
    RUN,
    /** Steps one after the other. */
    CHAIN,
    /** Steps side by side. */
    GROUP,
    /** Steps that are made while it goes on: the newest of them. */
    ITERATOR,
    /** Steps that are not drawn. */
    MORE
  }

  static DrawnStep more(String words) {
    return new DrawnStep(
        "", Shape.MORE, words, StepStatus.WAITS, "", "", "", -1, "", "", List.of(), true);
  }

  /** Whether others are drawn in it. */
  public boolean hasChildren() {
    return !children.isEmpty();
  }

  /** The name of the style of what is in it. */
  public String layout() {
    if (shape == Shape.CHAIN) {
      return "chain";
    }
    return shape == Shape.GROUP && columns() <= COLUMNS ? "fork" : "rows";
  }

  private int columns() {
    return switch (shape) {
      case RUN, MORE -> 1;
      case CHAIN -> children.stream().mapToInt(DrawnStep::columns).max().orElse(1);
      case GROUP -> Math.max(1, children.stream().mapToInt(DrawnStep::columns).sum());
      case ITERATOR -> children.size() > 1 ? 2 : 1;
    };
  }

  /** The name of its style. */
  public String look() {
    return look(status);
  }

  /** The name of the style of a status: one of those of runs. */
  public static String look(StepStatus status) {
    return switch (status) {
      case RUNS, STARTS -> "running";
      case WAITS, WAITS_TO_RETRY -> "waiting";
      case NOT_RUN -> "unneeded";
      case SUCCEEDED, FAILED, CANCELLED -> DisplayText.lower(status);
    };
  }

  /** A status as people read it. */
  public static String words(StepStatus status) {
    return switch (status) {
      case RUNS -> "running";
      case STARTS -> "starting";
      case WAITS -> "waiting";
      case WAITS_TO_RETRY -> "waits to retry";
      case SUCCEEDED, FAILED, CANCELLED, NOT_RUN -> status.text();
    };
  }

  /** The same as a sign, for those who do not tell colours apart. */
  public static String sign(StepStatus status) {
    return switch (status) {
      case RUNS, STARTS -> "\u25b8";
      case WAITS -> "\u25cb";
      case WAITS_TO_RETRY -> "\u21bb";
      case SUCCEEDED -> "\u2713";
      case FAILED -> "\u2717";
      case CANCELLED -> "\u2298";
      case NOT_RUN -> "\u2013";
    };
  }
}

package io.rrrspec.persister.viewer.chart;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * How runs ended, one box each, the oldest first. A sign in each box says the same as its colour.
 *
 * @param boxes the runs
 */
public record RunStrip(List<Box> boxes) {
  /**
   * One run.
   *
   * @param look a CSS class: how it ended
   * @param title what is said of it
   * @param href its page
   */
  public record Box(String look, String title, String href) {
    /** Says without a colour how it ended. */
    public String sign() {
      return switch (look) {
        case "succeeded", "passed" -> "✓";
        case "failed", "error", "timeout" -> "✕";
        case "cancelled" -> "–";
        case "pending", "skipped", "muted" -> "○";
        default -> "·";
      };
    }
  }

  /** Of runs, newest first. */
  public static RunStrip of(List<Box> newestFirst) {
    List<Box> boxes = new ArrayList<>(newestFirst);
    Collections.reverse(boxes);
    return new RunStrip(boxes);
  }

  /** How many of them look so. */
  public long count(String look) {
    return boxes.stream().filter(box -> box.look().equals(look)).count();
  }
}

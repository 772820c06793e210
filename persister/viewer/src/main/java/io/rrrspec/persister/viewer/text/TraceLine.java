package io.rrrspec.persister.viewer.text;

import io.rrrspec.common.run.OwnFrames;
import java.util.ArrayList;
import java.util.List;

/**
 * A line of a trimmed stack trace.
 *
 * @param text the line, or how many were left out
 * @param own whether it is a frame of the project under test
 */
public record TraceLine(String text, boolean own) {
  private static final int MAX_LINES = 400;
  private static final int MAX_LENGTH = 1_000;

  /**
   * Trims a trace: of frames that are not the project's own, one before and one behind each own
   * frame stays, and the first one; what is between is counted.
   *
   * @param trace as {@link Throwable#printStackTrace()} writes it
   * @param className the class of the test, by which {@link OwnFrames} knows the project's own
   */
  public static List<TraceLine> trimmed(String trace, String className) {
    OwnFrames own = OwnFrames.of(className);
    List<String> all = trace.lines().limit(MAX_LINES).toList();
    List<TraceLine> lines = new ArrayList<>();
    int hidden = 0;
    for (int i = 0; i < all.size(); i++) {
      String line = all.get(i);
      boolean mine = isOwn(line, own);
      boolean near =
          i == 0
              || !isFrame(all.get(i - 1))
              || isOwn(all.get(i - 1), own)
              || (i + 1 < all.size() && isOwn(all.get(i + 1), own));
      if (!isFrame(line) || mine || near) {
        if (hidden > 0) {
          lines.add(hidden(hidden));
          hidden = 0;
        }
        lines.add(
            new TraceLine(DisplayText.beginning(line.replace("\t", "    "), MAX_LENGTH), mine));
      } else {
        hidden++;
      }
    }
    if (hidden > 0) {
      lines.add(hidden(hidden));
    }
    return lines;
  }

  private static TraceLine hidden(int count) {
    return new TraceLine("    … " + count + (count == 1 ? " frame" : " frames"), false);
  }

  private static boolean isFrame(String line) {
    return OwnFrames.isFrame(line.strip());
  }

  private static boolean isOwn(String line, OwnFrames own) {
    return isFrame(line) && own.isOwn(line.strip());
  }
}

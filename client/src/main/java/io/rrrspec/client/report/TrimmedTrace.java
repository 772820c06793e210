package io.rrrspec.client.report;

import io.rrrspec.common.run.OwnFrames;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a stack trace to the project's own frames, as {@link OwnFrames} knows them: the throwable
 * and its causes stay. Where no frame is left, the topmost ones of the throwable are kept in their
 * place.
 */
final class TrimmedTrace {
  private static final int FRAMES_WITHOUT_OWN = 3;

  private TrimmedTrace() {}

  /**
   * The lines that remain, each without leading blanks and frames still with their {@code at }.
   *
   * @param trace as {@link Throwable#printStackTrace()} writes it
   * @param className the class of the test; what shares its first two packages counts, too
   */
  static List<String> lines(String trace, String className) {
    OwnFrames frames = OwnFrames.of(className);
    List<String> kept = new ArrayList<>();
    List<String> first = new ArrayList<>();
    boolean inCause = false;
    boolean own = false;
    for (String line : trace.lines().toList()) {
      String text = line.strip();
      if (!isFrame(line, text)) {
        if (text.startsWith("... ") && text.endsWith(" more")) {
          continue;
        }
        inCause |= text.startsWith("Caused by: ");
        if (!text.isEmpty()) {
          kept.add(text);
        }
      } else if (frames.isOwn(text)) {
        kept.add(OwnFrames.plain(text));
        own = true;
      } else if (!inCause && first.size() < FRAMES_WITHOUT_OWN) {
        first.add(OwnFrames.plain(text));
      }
    }
    if (!own) {
      int cause = indexOfCause(kept);
      kept.addAll(cause, first);
    }
    return kept;
  }

  static boolean isFrame(String line) {
    return OwnFrames.isFrame(line) && line.endsWith(")");
  }

  private static boolean isFrame(String line, String text) {
    return !line.isEmpty() && Character.isWhitespace(line.charAt(0)) && isFrame(text);
  }

  private static int indexOfCause(List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("Caused by: ")) {
        return i;
      }
    }
    return lines.size();
  }
}

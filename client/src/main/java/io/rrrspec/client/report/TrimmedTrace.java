package io.rrrspec.client.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a stack trace to the test's own frames, as Surefire's trimStackTrace does: the throwable and
 * its causes stay, and of the frames those in the test class and its nested classes. Where none is
 * left, the topmost frames of the throwable are kept in their place.
 */
final class TrimmedTrace {
  private static final int FRAMES_WITHOUT_OWN = 3;
  private static final String FRAME = "at ";

  private TrimmedTrace() {}

  /**
   * The lines that remain, each without leading blanks and frames still with their {@code at }.
   *
   * @param trace as {@link Throwable#printStackTrace()} writes it
   * @param className the class of the test; its enclosing class and that one's nested ones count
   *     too
   */
  static List<String> lines(String trace, String className) {
    int nested = className.indexOf('$');
    String top = nested < 0 ? className : className.substring(0, nested);
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
      } else if (isIn(top, text)) {
        kept.add(plain(text));
        own = true;
      } else if (!inCause && first.size() < FRAMES_WITHOUT_OWN) {
        first.add(plain(text));
      }
    }
    if (!own) {
      int cause = indexOfCause(kept);
      kept.addAll(cause, first);
    }
    return kept;
  }

  static boolean isFrame(String line) {
    return line.startsWith(FRAME) && line.endsWith(")");
  }

  private static boolean isFrame(String line, String text) {
    return !line.isEmpty() && Character.isWhitespace(line.charAt(0)) && isFrame(text);
  }

  /** Where a class was loaded from says nothing if it is the class path. */
  private static String plain(String frame) {
    return frame.startsWith("at app//") ? FRAME + frame.substring("at app//".length()) : frame;
  }

  private static int indexOfCause(List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("Caused by: ")) {
        return i;
      }
    }
    return lines.size();
  }

  /** Frames may name loader and module before the class: {@code at app//com.foo.BarTest.x(…)}. */
  private static boolean isIn(String top, String frame) {
    int from = Math.max(FRAME.length(), frame.lastIndexOf('/', frame.indexOf('(')) + 1);
    if (!frame.startsWith(top, from) || frame.length() <= from + top.length()) {
      return false;
    }
    char next = frame.charAt(from + top.length());
    return next == '.' || next == '$';
  }
}

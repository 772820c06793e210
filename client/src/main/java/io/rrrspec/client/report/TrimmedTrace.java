package io.rrrspec.client.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a stack trace to the project's own frames: the throwable and its causes stay, and of the
 * frames those of the test and of the project's other classes, which are those that share the first
 * two packages with the test. Libraries that the test may share them with are none of them. Where
 * no frame is left, the topmost ones of the throwable are kept in their place.
 */
final class TrimmedTrace {
  private static final int FRAMES_WITHOUT_OWN = 3;
  private static final String FRAME = "at ";

  /** Those that run tests, and are in packages that projects share with them. */
  private static final List<String> LIBRARIES =
      List.of("org.apache.maven.", "org.junit.", "org.springframework.test.");

  private TrimmedTrace() {}

  /**
   * The lines that remain, each without leading blanks and frames still with their {@code at }.
   *
   * @param trace as {@link Throwable#printStackTrace()} writes it
   * @param className the class of the test; what shares its first two packages counts, too
   */
  static List<String> lines(String trace, String className) {
    String packages = packages(className);
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
      } else if (isOwn(packages, className, text)) {
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

  /** The first two packages, with a dot behind each; the class itself if it is in none. */
  private static String packages(String className) {
    int first = className.indexOf('.');
    if (first < 0) {
      int nested = className.indexOf('$');
      return nested < 0 ? className : className.substring(0, nested);
    }
    int second = className.indexOf('.', first + 1);
    return className.substring(0, (second < 0 ? first : second) + 1);
  }

  /** Frames may name loader and module before the class: {@code at app//com.foo.BarTest.x(…)}. */
  private static boolean isOwn(String packages, String className, String frame) {
    int from = Math.max(FRAME.length(), frame.lastIndexOf('/', frame.indexOf('(')) + 1);
    if (!frame.startsWith(packages, from)) {
      return false;
    }
    if (!packages.endsWith(".")) {
      char next = frame.charAt(from + packages.length());
      return next == '.' || next == '$';
    }
    return LIBRARIES.stream()
        .noneMatch(library -> frame.startsWith(library, from) && !className.startsWith(library));
  }
}

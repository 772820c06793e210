package io.rrrspec.persister.viewer.source;

import io.rrrspec.common.run.OwnFrames;
import java.util.Optional;

/**
 * A frame of a stack trace that names a file and a line. Whatever wrote the trace, the names have
 * no character that would mean something in a path or an address.
 *
 * @param type the class, with its package; {@code com.foo.Bar$Inner}
 * @param file the name of the source file, without a directory
 * @param line from 1
 */
record Frame(String type, String file, int line) {
  private static final int LONGEST = 1_000;
  private static final int LONGEST_LINE = 7;

  /** Reads a line of a trace; empty if it is no such frame. */
  static Optional<Frame> parse(String text) {
    String frame = text.strip();
    int open = frame.indexOf('(');
    int close = frame.indexOf(')', open + 1);
    if (!OwnFrames.isFrame(frame) || frame.length() > LONGEST || close < 0) {
      return Optional.empty();
    }
    String place = frame.substring(open + 1, close);
    String method = OwnFrames.method(frame);
    int colon = place.indexOf(':');
    int dot = method.lastIndexOf('.');
    if (colon < 0 || dot < 0) {
      return Optional.empty();
    }
    String type = method.substring(0, dot);
    String file = place.substring(0, colon);
    String line = place.substring(colon + 1);
    boolean clean = isName(type) && isName(file) && file.indexOf('.') > 0 && isNumber(line);
    return clean ? Optional.of(new Frame(type, file, Integer.parseInt(line))) : Optional.empty();
  }

  /** Letters, digits and what else names of classes have; never two dots in a row. */
  private static boolean isName(String text) {
    return !text.isEmpty()
        && text.charAt(0) != '.'
        && !text.contains("..")
        && text.chars().allMatch(c -> c == '.' || c == '-' || Character.isJavaIdentifierPart(c))
        && text.chars().noneMatch(Character::isIdentifierIgnorable);
  }

  private static boolean isNumber(String text) {
    return !text.isEmpty()
        && text.length() <= LONGEST_LINE
        && text.chars().allMatch(c -> c >= '0' && c <= '9')
        && !text.equals("0");
  }

  /** Returns the directory of its package, below a directory of sources; empty for no package. */
  String directory() {
    int dot = type.lastIndexOf('.');
    return dot < 0 ? "" : type.substring(0, dot).replace('.', '/') + "/";
  }
}

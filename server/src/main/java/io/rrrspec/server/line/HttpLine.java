package io.rrrspec.server.line;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Knows the first line of an HTTP request: a web page in somebody's browser can send one to any
 * port of loopback, and what follows in its body could be lines of ours.
 */
final class HttpLine {
  private static final Pattern REQUEST =
      Pattern.compile("\\s*(\\S+)\\s+(\\S.*)\\s+http/.*", Pattern.DOTALL);

  private HttpLine() {}

  /**
   * Whether a line looks like one, whatever its verb.
   *
   * @param line its bytes as ISO 8859-1, so that no byte can hide it
   */
  static boolean matches(String line) {
    Matcher m = REQUEST.matcher(line.toLowerCase(Locale.ROOT));
    if (!m.matches()) {
      return false;
    }
    boolean ours = m.group(1).equals("queue") || m.group(1).equals("job");
    // A job may have these words in it; an address has no blank.
    return !ours || m.group(2).strip().chars().noneMatch(Character::isWhitespace);
  }
}

package io.rrrspec.server.line;

import java.util.Locale;

/**
 * Knows the first line of an HTTP request: a web page in somebody's browser can send one to any
 * port of loopback, and what follows in its body could be lines of ours.
 */
final class HttpLine {
  private static final String VERSION = "http/";

  private HttpLine() {}

  /**
   * Whether a line looks like one: a word, something, and {@code HTTP/}, whatever the word is.
   *
   * @param line its bytes as ISO 8859-1, so that no byte can hide it
   */
  static boolean matches(String line) {
    String[] words = line.strip().toLowerCase(Locale.ROOT).split("\\s+", 4);
    if (words.length < 3) {
      return false;
    }
    if (words[2].startsWith(VERSION)) {
      return true;
    }
    // A job may have these words in it.
    boolean ours = words[0].equals("queue") || words[0].equals("job");
    return !ours && words.length > 3 && hasVersion(words[3]);
  }

  private static boolean hasVersion(String rest) {
    int at = rest.indexOf(VERSION);
    while (at > 0 && !Character.isWhitespace(rest.charAt(at - 1))) {
      at = rest.indexOf(VERSION, at + 1);
    }
    return at >= 0;
  }
}

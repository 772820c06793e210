package io.rrrspec.client.source;

import io.rrrspec.common.UsageException;
import java.util.regex.Pattern;

/**
 * Makes regular expressions of the globs of the command line: {@code *} stands for any characters
 * but a separator, {@code ?} for one, {@code **} for any characters, and {@code **} with a
 * separator behind it also for nothing. Everything else stands for itself.
 */
final class GlobPattern {
  /** Of each character becomes a part of a regular expression. */
  private static final int LONGEST = 10_000;

  private static final int SHOWN = 40;

  private GlobPattern() {}

  /** A glob of a text without parts: nothing separates, so that {@code *} is any text. */
  static Pattern of(String glob) {
    return of(glob, '\0');
  }

  /**
   * A glob of a text with parts.
   *
   * @param separator what separates the parts: {@code .} or {@code /}
   */
  static Pattern of(String glob, char separator) {
    String one = "[^" + separator + "]";
    if (glob.length() > LONGEST) {
      throw new UsageException(
          "the pattern '"
              + glob.substring(0, SHOWN)
              + "…' has more than 10,000 characters: write a shorter one");
    }
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < glob.length(); i++) {
      char c = glob.charAt(i);
      if (glob.startsWith("**" + separator, i)) {
        regex.append("(?:.*").append(Pattern.quote(String.valueOf(separator))).append(")?");
        i += 2;
      } else if (glob.startsWith("**", i)) {
        regex.append(".*");
        i++;
      } else if (c == '*') {
        regex.append(one).append('*');
      } else if (c == '?') {
        regex.append(one);
      } else {
        String whole = Character.toString(glob.codePointAt(i));
        regex.append(Pattern.quote(whole));
        i += whole.length() - 1;
      }
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }
}

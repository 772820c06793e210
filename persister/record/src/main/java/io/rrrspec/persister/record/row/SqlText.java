package io.rrrspec.persister.record.row;

import org.jspecify.annotations.Nullable;

/**
 * Makes any text fit for a text column: PostgreSQL refuses the character NUL, and every database
 * refuses half a surrogate pair, both of which test output may hold.
 */
public final class SqlText {
  /** H2 takes 1,048,576 characters. */
  public static final int MAX_LENGTH = 1_000_000;

  private static final char REPLACEMENT = '\uFFFD';

  private SqlText() {}

  /** The text with what cannot be stored replaced by U+FFFD, cut at {@link #MAX_LENGTH}. */
  public static String clean(String text) {
    return clean(text, MAX_LENGTH);
  }

  /** As {@link #clean(String)}; null stays null. */
  public static @Nullable String cleanOrNull(@Nullable String text) {
    return text == null ? null : clean(text);
  }

  /**
   * As {@link #clean(String)}, cut at a length in characters.
   *
   * @param max 1 or more
   */
  public static String clean(String text, int max) {
    String cut = text.length() > max ? text.substring(0, max) : text;
    StringBuilder clean = null;
    for (int i = 0; i < cut.length(); i++) {
      char c = cut.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < cut.length()
          && Character.isLowSurrogate(cut.charAt(i + 1))) {
        i++;
      } else if (c == 0 || Character.isSurrogate(c)) {
        if (clean == null) {
          clean = new StringBuilder(cut);
        }
        clean.setCharAt(i, REPLACEMENT);
      }
    }
    return clean == null ? cut : clean.toString();
  }
}

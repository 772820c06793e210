package io.rrrspec.worker.slave.junit;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression of the project for names of groups or methods. One that would go back and
 * try again without an end is refused.
 */
final class NameExpression {
  /** Names are short: what looks so often at their characters never ends. */
  private static final int MOST_LOOKS = 5_000_000;

  private static final int SHOWN = 200;

  private final String text;
  private final @Nullable Pattern pattern;

  private NameExpression(String text, @Nullable Pattern pattern) {
    this.text = text;
    this.pattern = pattern;
  }

  /** Reads one; what is no regular expression is a name. */
  static NameExpression of(String text) {
    try {
      return new NameExpression(text, Pattern.compile(text));
    } catch (PatternSyntaxException e) {
      return new NameExpression(text, null);
    }
  }

  /**
   * Whether it means a name.
   *
   * @throws IllegalArgumentException if that takes too long
   */
  boolean matches(String name) {
    return name.equals(text)
        || (pattern != null && pattern.matcher(new Looked(name, text)).matches());
  }

  private static String shown(String text) {
    return text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
  }

  /** A name that is looked at so often at most. */
  private static final class Looked implements CharSequence {
    private final String name;
    private final String expression;
    private int looks;

    Looked(String name, String expression) {
      this.name = name;
      this.expression = expression;
    }

    @Override
    public int length() {
      return name.length();
    }

    @Override
    public char charAt(int index) {
      if (++looks > MOST_LOOKS) {
        throw new IllegalArgumentException(
            "the expression '"
                + shown(expression)
                + "' takes too long for the name '"
                + shown(name)
                + "': write one with fewer repetitions");
      }
      return name.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return name.substring(start, end);
    }

    @Override
    public String toString() {
      return name;
    }
  }
}

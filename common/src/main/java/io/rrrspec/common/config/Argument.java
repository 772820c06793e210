package io.rrrspec.common.config;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What one argument of a {@link RequestJob} may be.
 *
 * @param optional whether a request may leave it out
 */
public record Argument(ArgumentType type, boolean optional) {
  /** Most arguments, and most outputs, of one job. */
  public static final int MOST = 100;

  /** Everything that {@link #parse} reads. */
  static final List<String> TEXTS =
      Stream.of(false, true)
          .flatMap(
              optional ->
                  Arrays.stream(ArgumentType.values())
                      .map(type -> new Argument(type, optional).text()))
          .toList();

  private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]{0,63}");
  private static final String OPTIONAL = "optional ";

  /** As it stands in the server's file: {@code optional number}. */
  public String text() {
    return (optional ? OPTIONAL : "") + type.text();
  }

  /**
   * The opposite of {@link #text}.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static Argument parse(String text) {
    boolean optional = text.startsWith(OPTIONAL);
    String rest = (optional ? text.substring(OPTIONAL.length()) : text).strip();
    for (ArgumentType type : ArgumentType.values()) {
      if (type.text().equals(rest)) {
        return new Argument(type, optional);
      }
    }
    throw new IllegalArgumentException("no type of an argument: " + text);
  }

  /** Whether an argument or an output may be called this. */
  public static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }
}

package io.rrrspec.experiments.fuzz;

/** Looks through what reaches a terminal or a log. */
final class Printed {
  private Printed() {}

  /**
   * Throws if the text has anything that a terminal, or who reads there, takes for more than text.
   */
  static void requireHarmless(String where, String text) {
    text.codePoints()
        .filter(c -> c != '\n' && isHarmful(c))
        .findFirst()
        .ifPresent(
            c -> {
              throw new Harm(where + " has the character U+" + Integer.toHexString(c));
            });
  }

  private static boolean isHarmful(int c) {
    boolean control = c < 0x20 || (c >= 0x7f && c < 0xa0);
    boolean turning =
        (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0x200e || c == 0x200f;
    return control
        || turning
        || c == 0x2028
        || c == 0x2029
        || c == 0xfeff
        || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }
}

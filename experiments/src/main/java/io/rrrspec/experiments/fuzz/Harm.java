package io.rrrspec.experiments.fuzz;

/** Says that an input did what none may do. */
final class Harm extends RuntimeException {
  private static final long serialVersionUID = 1;

  Harm(String message) {
    super(message);
  }

  Harm(String message, Throwable cause) {
    super(message, cause);
  }

  /** Throws unless it is so. */
  static void unless(boolean isSo, String message) {
    if (!isSo) {
      throw new Harm(message);
    }
  }
}

package io.rrrspec.experiments.simulation;

import org.jspecify.annotations.Nullable;

/** Something happened that must never happen. */
final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String subject;

  /**
   * Makes one.
   *
   * @param subject the key of the task or taskset concerned, or ""
   */
  Violation(String message, String subject, @Nullable Throwable cause) {
    super(message, cause);
    this.subject = subject;
  }

  String subject() {
    return subject;
  }
}

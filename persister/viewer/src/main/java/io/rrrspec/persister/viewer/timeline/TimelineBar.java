package io.rrrspec.persister.viewer.timeline;

/** What takes the time of a slave. Times are in milliseconds since the run's beginning. */
sealed interface TimelineBar permits TrialBar, JvmStart {
  /** When it began; 0 or more. */
  long from();

  /** When it ended; {@code from} or more. */
  long to();

  /** How long it took, in milliseconds. */
  default long millis() {
    return to() - from();
  }
}

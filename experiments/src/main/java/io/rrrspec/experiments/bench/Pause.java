package io.rrrspec.experiments.bench;

/** Waiting that is part of what is measured: the work of a task, or a stretch of idleness. */
final class Pause {
  private Pause() {}

  static void millis(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

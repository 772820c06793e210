package io.rrrspec.experiments.change;

/** Changes one thing. */
@FunctionalInterface
interface Change {
  /**
   * Changes it.
   *
   * @param site where the projects lie
   * @param word differs from change to change and from {@code green}, and has five letters as that
   */
  void apply(Site site, String word);
}

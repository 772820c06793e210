package io.rrrspec.experiments.fuzz;

/** Something that reads what others have written. */
interface Target extends AutoCloseable {
  /** How an input ended that harmed nobody. */
  enum Outcome {
    /** It was read, as far as it goes. */
    TAKEN,
    /** It was refused with one line, or with an answer that says so. */
    REFUSED
  }

  /** What is counted together. */
  String kind();

  /**
   * Feeds one input.
   *
   * @throws Exception what nobody who reads it may throw; that is a finding
   */
  Outcome feed(Draw draw) throws Exception;

  @Override
  default void close() {}
}

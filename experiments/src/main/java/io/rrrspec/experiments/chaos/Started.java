package io.rrrspec.experiments.chaos;

/** What has started a run, or tries to. */
interface Started {
  /** Whether it is still at that. */
  boolean isAlive();

  /** The key of the run; empty if it is not known. Of a flow it is an id. */
  String key();
}

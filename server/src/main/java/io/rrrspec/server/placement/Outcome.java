package io.rrrspec.server.placement;

/** How a job ended. */
public enum Outcome {
  SUCCEEDED,
  FAILED
}

package io.rrrspec.client.report;

/** How much the end of a run tells. */
public enum Detail {
  /** The result alone: the verdict with its counts, and how to run the failures again. */
  RESULT,
  /** Messages and what differs, each within bounds, and the project's own frames. */
  USUAL,
  /** Whole messages and whole stack traces, of all failures. */
  ALL
}

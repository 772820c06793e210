package io.rrrspec.server.placement;

/** Why a worker got a job. */
public enum Reason {
  /** It holds the result: there is nothing to make. */
  HAS_RESULT,
  /** It holds at least one of the dependencies. */
  HAS_DEPENDENCY,
  /** Nobody who holds anything of it took it in time. */
  ANYBODY
}

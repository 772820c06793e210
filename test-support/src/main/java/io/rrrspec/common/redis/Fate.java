package io.rrrspec.common.redis;

/** What becomes of one round trip between a process and Redis. */
public enum Fate {
  /** Nothing special. */
  ARRIVES,
  /** The connection breaks before all of it has arrived. */
  NEVER_ARRIVES,
  /** It has its effect, and the connection breaks before the answer is there. */
  ANSWER_IS_LOST,
  /** A transition is made twice, as by a caller who never saw the first answer. */
  ARRIVES_TWICE,
  /** The process dies before all of it has arrived. */
  DIES_BEFORE,
  /** The process dies when it has had its effect. */
  DIES_AFTER
}

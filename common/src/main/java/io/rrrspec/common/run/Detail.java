package io.rrrspec.common.run;

/** How much of each trial is read. */
public enum Detail {
  /** All but outputs and tests, which are nearly all of a trial: for lists of many. */
  OUTLINE,
  /** All of it. */
  WHOLE
}

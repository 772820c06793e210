package io.rrrspec.persister.record.history;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What past runs say of a class in JVMs as the project has them and in quick ones. Only runs of the
 * class itself count.
 *
 * @param passes in how many runs it has passed at the first trial since it last did not; 0 to
 *     {@link Estimates#RUNS}
 * @param asIsInARow how many of its newest runs were as is; 0 to {@link Estimates#RUNS}
 * @param quickInARow how many of its newest runs were in quick JVMs; 0 to {@link Estimates#RUNS}
 * @param stays whether quick JVMs are what it was given: two of its runs in a row were there, and
 *     since then at most one was as is
 * @param asIs the usual processor time as is; the mean if none was above {@link #SHORT}; null if it
 *     was never measured
 * @param quickRuns in how many of these passes its processor time was measured in a quick JVM
 * @param quick the same in a quick JVM
 * @param refused whether it was seen to fail in quick JVMs only
 */
public record QuickRecord(
    int passes,
    int asIsInARow,
    int quickInARow,
    boolean stays,
    @Nullable Duration asIs,
    int quickRuns,
    @Nullable Duration quick,
    boolean refused) {
  /** Up to here the steps in which a process counts its time are too coarse for one class alone. */
  public static final Duration SHORT = Duration.ofMillis(50);

  /** Whether the class takes so little, in both kinds of JVM, that its times alone say nothing. */
  public boolean isShort() {
    return asIs != null
        && quick != null
        && asIs.compareTo(SHORT) <= 0
        && quick.compareTo(SHORT) <= 0;
  }
}

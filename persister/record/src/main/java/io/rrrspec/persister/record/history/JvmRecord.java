package io.rrrspec.persister.record.history;

import io.rrrspec.common.model.JvmKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What past runs say of a class in each kind of JVM. Only runs of the class itself count.
 *
 * @param passes in how many runs it has passed at the first trial since it last did not; 0 to
 *     {@link Estimates#RUNS}
 * @param newest in which kind its last runs were, the newest first; {@link Estimates#RUNS} at most
 * @param times its processor time in these passes; without kinds in which it was not measured
 * @param refused in which kinds it was seen to fail although it passes as is, or, in one of its
 *     last {@link Estimates#RUNS} runs, to have other tests
 * @param unstarted of which kinds no JVM started for it in one of its last {@link Estimates#RUNS}
 *     runs
 */
public record JvmRecord(
    int passes,
    List<JvmKind> newest,
    Map<JvmKind, Measured> times,
    Set<JvmKind> refused,
    Set<JvmKind> unstarted) {
  /** Up to here the steps in which a process counts its time are too coarse for one class alone. */
  public static final Duration SHORT = Duration.ofMillis(50);

  /** A class stays in a kind in which it was in two of so many runs. */
  private static final int RECENT = 3;

  /**
   * What was measured in a kind of JVM.
   *
   * @param runs in how many passes, 1 or more
   * @param usual the usual processor time; the mean if none was above {@link #SHORT}
   */
  public record Measured(int runs, Duration usual) {}

  public JvmRecord {
    newest = List.copyOf(newest);
    times = Map.copyOf(times);
    refused = Set.copyOf(refused);
    unstarted = Set.copyOf(unstarted);
  }

  /** In how many passes it was measured in a kind. */
  public int runs(JvmKind kind) {
    Measured measured = times.get(kind);
    return measured == null ? 0 : measured.runs();
  }

  /** Its usual processor time in a kind; null if it was never measured there. */
  public @Nullable Duration time(JvmKind kind) {
    Measured measured = times.get(kind);
    return measured == null ? null : measured.usual();
  }

  /** How many of its newest runs, in a row, were not as is. */
  public int forSpeedInARow() {
    int asIs = newest.indexOf(JvmKind.AS_IS);
    return asIs < 0 ? newest.size() : asIs;
  }

  /**
   * Whether one of its newest runs was in a kind.
   *
   * @param runs how many of them are looked at
   */
  public boolean ranLately(JvmKind kind, int runs) {
    return newest.subList(0, Math.min(runs, newest.size())).contains(kind);
  }

  /**
   * The kind that it was given: two of its last three runs were there, so that one as is, or one
   * that measures another kind, does not count. While a class is measured it never has two such
   * runs in a kind that is made for speed.
   */
  public JvmKind stays() {
    List<JvmKind> recent = newest.subList(0, Math.min(RECENT, newest.size()));
    for (JvmKind kind : JvmKind.FOR_SPEED) {
      if (recent.stream().filter(kind::equals).count() >= 2) {
        return kind;
      }
    }
    return JvmKind.AS_IS;
  }

  /** Whether it takes so little, in every kind, that its times alone say nothing. */
  public boolean isShort() {
    return times.values().stream().allMatch(one -> one.usual().compareTo(SHORT) <= 0);
  }
}

package io.rrrspec.client.local;

import io.rrrspec.common.model.JvmKind;
import io.rrrspec.persister.record.history.JvmRecord;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A class that has passed often enough to run in other kinds of JVM.
 *
 * @param open the kinds made for speed that it may run in; at least one
 * @param shared what it shares in a JVM; empty for nothing
 */
record StableClass(String specFile, Set<JvmKind> open, Optional<String> shared, JvmRecord record) {
  /** A single measurement of a class that takes less as is says little. */
  private static final Duration LONG = Duration.ofSeconds(1);

  /**
   * A long class that took so many times as long in a kind as it does as is does not belong there,
   * and each further measurement would cost as much again. In the same kind it takes up to 1.8
   * times as long now and then, by what runs beside it: such a kind is measured again when its
   * measurement is too old to be looked at.
   */
  private static final double MUCH_WORSE = 1.5;

  /** The same of two measurements or more, which seldom are both that wrong. */
  private static final double WORSE = 1.25;

  StableClass {
    open = Set.copyOf(open);
  }

  /** Whether it may run in a kind, and was not measured there often enough. */
  boolean lacks(JvmKind kind) {
    return open.contains(kind)
        && record.runs(kind) < JvmChoice.SAMPLES
        && !doesNotFit(record.time(JvmKind.AS_IS), record.time(kind), record.runs(kind));
  }

  /**
   * Whether so much more time is taken in a kind than as is that it is not measured any more.
   *
   * @param runs by how many measurements there
   */
  static boolean doesNotFit(@Nullable Duration asIs, @Nullable Duration time, int runs) {
    return asIs != null
        && time != null
        && asIs.compareTo(LONG) >= 0
        && time.toNanos() > (runs < 2 ? MUCH_WORSE : WORSE) * asIs.toNanos();
  }

  /**
   * The kinds made for speed that it was measured in often enough; none unless it was measured as
   * is, too.
   */
  Set<JvmKind> measured() {
    Set<JvmKind> kinds = EnumSet.noneOf(JvmKind.class);
    if (record.time(JvmKind.AS_IS) != null) {
      open.stream().filter(kind -> !lacks(kind)).forEach(kinds::add);
    }
    return kinds;
  }
}

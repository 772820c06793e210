package io.rrrspec.client.local;

import static io.rrrspec.common.model.JvmKind.AS_IS;
import static io.rrrspec.common.model.JvmKind.QUICK;
import static io.rrrspec.common.model.JvmKind.SERIAL;

import io.rrrspec.common.model.JvmKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides which classes a run measures in a kind of JVM. Quick JVMs are tried for all classes.
 * Serial ones are tried only for classes that take long and gain little in quick ones.
 */
final class JvmMeasuring {
  /** One run of a class in so many measures a kind, at most, until there are enough of them. */
  static final int EACH = 3;

  /** What takes less as is gains too little by another collector alone. */
  static final Duration LONG = Duration.ofSeconds(1);

  /**
   * Another collector alone saves no more than this part of a class's processor time: 0.30 where
   * classes compute for a minute.
   */
  static final double MOST_BY_COLLECTOR = 0.3;

  private JvmMeasuring() {}

  /**
   * Chooses.
   *
   * @return the kind, by spec_file, of those that are measured in this run
   */
  static Map<String, JvmKind> of(List<StableClass> classes) {
    Map<String, JvmKind> measured = new HashMap<>();
    for (StableClass one : classes) {
      if (isDue(one, QUICK)) {
        measured.put(one.specFile(), QUICK);
      }
    }
    for (StableClass one : gainBySerial(classes)) {
      if (isDue(one, SERIAL)) {
        measured.putIfAbsent(one.specFile(), SERIAL);
      }
    }
    return measured;
  }

  private static boolean isDue(StableClass one, JvmKind kind) {
    return one.lacks(kind) && !one.record().ranLately(kind, EACH - 1);
  }

  /** Those that may gain; none if all of them together do not gain the start of another JVM. */
  private static List<StableClass> gainBySerial(List<StableClass> classes) {
    Map<List<String>, List<StableClass>> together = new LinkedHashMap<>();
    for (StableClass one : classes) {
      List<String> key =
          one.shared()
              .map(shared -> List.of("shares", shared))
              .orElse(List.of("alone", one.specFile()));
      together.computeIfAbsent(key, unused -> new ArrayList<>()).add(one);
    }
    Duration gain = Duration.ZERO;
    List<StableClass> candidates = new ArrayList<>();
    for (List<StableClass> group : together.values()) {
      Duration most = mostGain(group);
      if (!most.isZero()) {
        gain = gain.plus(most);
        candidates.addAll(group);
      }
    }
    return gain.compareTo(JvmPlacing.START) > 0 ? candidates : List.of();
  }

  /**
   * What classes that stay together may gain at most over the better of the other kinds; zero while
   * nobody knows what they take in a quick JVM.
   */
  private static Duration mostGain(List<StableClass> group) {
    Duration asIs = sum(group, AS_IS);
    if (asIs == null
        || asIs.compareTo(LONG) < 0
        || !group.stream().allMatch(one -> one.open().contains(SERIAL))) {
      return Duration.ZERO;
    }
    Duration present = asIs;
    if (group.stream().allMatch(one -> one.open().contains(QUICK))) {
      Duration quick = sum(group, QUICK);
      if (quick == null) {
        return Duration.ZERO;
      }
      present = quick.compareTo(asIs) < 0 ? quick : asIs;
    }
    Duration least = Duration.ofNanos(Math.round(asIs.toNanos() * (1 - MOST_BY_COLLECTOR)));
    return present.compareTo(least) > 0 ? present.minus(least) : Duration.ZERO;
  }

  /** Null if one of them was never measured in this kind. */
  private static @Nullable Duration sum(List<StableClass> group, JvmKind kind) {
    Duration sum = Duration.ZERO;
    for (StableClass one : group) {
      Duration time = one.record().time(kind);
      if (time == null) {
        return null;
      }
      sum = sum.plus(time);
    }
    return sum;
  }
}

package io.rrrspec.client.local;

import static io.rrrspec.common.model.JvmKind.AS_IS;
import static io.rrrspec.common.model.JvmKind.QUICK;
import static io.rrrspec.common.model.JvmKind.SERIAL;

import io.rrrspec.common.model.JvmKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides which classes a run measures in a kind of JVM. Quick JVMs are tried for all classes.
 * Serial ones are tried only for classes that take long and gain little in quick ones. Classes that
 * share something are measured together: parted, each kind of JVM would make what they share.
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
    Collection<List<StableClass>> groups = together(classes);
    groups.forEach(group -> measure(group, QUICK, measured));
    gainBySerial(groups).forEach(group -> measure(group, SERIAL, measured));
    return measured;
  }

  /** Those that share something are one group, each other class is one of its own. */
  private static Collection<List<StableClass>> together(List<StableClass> classes) {
    Map<List<String>, List<StableClass>> groups = new LinkedHashMap<>();
    for (StableClass one : classes) {
      List<String> key =
          one.shared()
              .map(shared -> List.of("shares", shared))
              .orElse(List.of("alone", one.specFile()));
      groups.computeIfAbsent(key, unused -> new ArrayList<>()).add(one);
    }
    return groups.values();
  }

  /** Measures a group in a kind if that is due for those of it that lack it. */
  private static void measure(
      List<StableClass> group, JvmKind kind, Map<String, JvmKind> measured) {
    List<StableClass> open = group.stream().filter(one -> one.open().contains(kind)).toList();
    List<StableClass> lacking = open.stream().filter(one -> one.lacks(kind)).toList();
    // Others of it may be there in each run.
    boolean ranLately = lacking.stream().anyMatch(one -> one.record().ranLately(kind, EACH - 1));
    if (!lacking.isEmpty() && !ranLately && fits(open, kind)) {
      open.forEach(one -> measured.putIfAbsent(one.specFile(), kind));
    }
  }

  /** Whether they may belong there, by what they take together. */
  private static boolean fits(List<StableClass> open, JvmKind kind) {
    Duration asIs = Duration.ZERO;
    Duration there = Duration.ZERO;
    int least = JvmChoice.SAMPLES;
    for (StableClass one : open) {
      Duration before = one.record().time(AS_IS);
      Duration time = one.record().time(kind);
      if (before != null && time != null) {
        asIs = asIs.plus(before);
        there = there.plus(time);
        least = Math.min(least, one.record().runs(kind));
      }
    }
    return !StableClass.doesNotFit(asIs, there, least);
  }

  /** The groups that may gain; none if all of them together do not gain a start of a JVM. */
  private static List<List<StableClass>> gainBySerial(Collection<List<StableClass>> groups) {
    Duration gain = Duration.ZERO;
    List<List<StableClass>> candidates = new ArrayList<>();
    for (List<StableClass> group : groups) {
      Duration most = mostGain(group);
      if (!most.isZero()) {
        gain = gain.plus(most);
        candidates.add(group);
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

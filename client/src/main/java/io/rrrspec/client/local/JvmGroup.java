package io.rrrspec.client.local;

import static io.rrrspec.common.model.JvmKind.AS_IS;

import io.rrrspec.common.model.JvmKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Classes that go to one kind of JVM together, since only their sum says which is better. */
final class JvmGroup {
  /** Less is not to be told from noise. */
  private static final double CLEARLY_LESS = 0.9;

  private final List<String> classes = new ArrayList<>();

  /** What they take together in each kind that all of them were measured in. */
  private final Map<JvmKind, Duration> times = new EnumMap<>(JvmKind.class);

  /** How many of them stay in a kind that is made for speed. */
  private final Map<JvmKind, Integer> staying = new EnumMap<>(JvmKind.class);

  private JvmGroup() {}

  /**
   * Puts classes together. What is shared is made by whichever class comes first, and would be made
   * in both kinds of JVMs. So these classes stay together, and their sum decides. That of short
   * classes does, too: the times of one of them are noise.
   *
   * @param known all of them measured as is and in another kind
   */
  static List<JvmGroup> of(List<StableClass> known) {
    Map<List<Object>, JvmGroup> groups = new LinkedHashMap<>();
    for (StableClass one : known) {
      Set<JvmKind> kinds = EnumSet.of(AS_IS);
      kinds.addAll(one.measured());
      List<Object> alone =
          one.record().isShort() ? List.of("short", kinds) : List.of("alone", one.specFile());
      List<Object> key =
          one.shared().map(shared -> List.<Object>of("shares", shared, kinds)).orElse(alone);
      groups.computeIfAbsent(key, unused -> new JvmGroup()).add(one, kinds);
    }
    return List.copyOf(groups.values());
  }

  private void add(StableClass one, Set<JvmKind> kinds) {
    classes.add(one.specFile());
    for (JvmKind kind : kinds) {
      Duration time = Objects.requireNonNull(one.record().time(kind));
      times.merge(kind, time, Duration::plus);
    }
    JvmKind stays = one.record().stays();
    if (kinds.contains(stays) && stays != AS_IS) {
      staying.merge(stays, 1, Integer::sum);
    }
  }

  /** Their spec_files. */
  List<String> classes() {
    return classes;
  }

  /** The kinds that all of them were measured in; as is is always one of them. */
  Set<JvmKind> kinds() {
    return times.keySet();
  }

  /** What they take together in one of these kinds. */
  Duration time(JvmKind kind) {
    return Objects.requireNonNull(times.get(kind));
  }

  /**
   * What they take in a kind as far as that counts: where it is a bit less than in the kind that
   * they have, it counts as equal. Else noise would move them to and fro.
   */
  Duration cost(JvmKind kind) {
    Duration present = time(present());
    Duration there = time(kind);
    boolean clear = there.toNanos() <= present.toNanos() * CLEARLY_LESS;
    return clear || there.compareTo(present) > 0 ? there : present;
  }

  /** The kind that they have: what is in a kind made for speed stays until it takes more there. */
  JvmKind present() {
    JvmKind most = AS_IS;
    for (JvmKind kind : staying.keySet()) {
      if (most == AS_IS || staying.getOrDefault(kind, 0) > staying.getOrDefault(most, 0)) {
        most = kind;
      }
    }
    return time(most).compareTo(time(AS_IS)) <= 0 ? most : AS_IS;
  }
}

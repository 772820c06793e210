package io.rrrspec.common.store;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Says which of the queued tasks a JVM takes next, as {@code choose_affinity} in {@code
 * affinity.lua} does. Times are in milliseconds.
 */
final class AffinityRule {
  /** The answer for a task without a key. */
  static final String PLAIN = "plain";

  private AffinityRule() {}

  /**
   * A key with queued tasks.
   *
   * @param name its name, unique
   * @param sum the sum of the estimates of its queued tasks
   * @param longest the longest of these
   * @param cost what the first task in a JVM pays
   * @param jvms how many live JVMs have it
   * @param mine whether the one that asks has it
   * @param work all that its JVMs have to do, without the one that asks
   */
  record Load(
      String name, double sum, double longest, double cost, int jvms, boolean mine, double work) {
    double end() {
      return work / jvms;
    }

    boolean gainsByAnother() {
      return !mine
          && jvms > 0
          && end() > (name.startsWith("warm ") ? 2 : 1) * (cost + longest)
          && Math.min(sum, end() - cost) / (jvms + 1) > cost / 10;
    }
  }

  /**
   * Chooses.
   *
   * @param plain the estimate of the first task without a key; null if there is none
   * @param balanced how long an even division of the rest of the run takes
   * @param jvms how many JVMs take part
   * @return the name of a key, {@link #PLAIN}, or nothing if the JVM should begin nothing
   */
  static Optional<String> choose(
      List<Load> loads, @Nullable Double plain, double balanced, int jvms) {
    Optional<Load> own = largest(loads.stream().filter(Load::mine).toList(), Load::sum);
    if (own.isPresent()) {
      boolean longer = plain != null && plain > own.get().sum();
      return Optional.of(longer ? PLAIN : own.get().name());
    }
    Optional<Load> open =
        largest(
            loads.stream().filter(load -> load.jvms() == 0).toList(),
            load -> load.cost() + load.sum());
    Optional<Load> help = largest(loads.stream().filter(Load::gainsByAnother).toList(), Load::end);
    double size = open.map(load -> load.cost() + load.sum()).orElse(0.0);
    String next = open.map(Load::name).orElse(null);
    if (plain != null && (next == null || plain > size)) {
      next = PLAIN;
      size = plain;
    }
    double longest = size;
    Optional<Load> needed =
        help.filter(load -> load.longest() > longest && load.end() > balanced + load.cost() / jvms);
    return next == null ? help.map(Load::name) : Optional.of(needed.map(Load::name).orElse(next));
  }

  private static Optional<Load> largest(List<Load> loads, ToDoubleFunction<Load> size) {
    return loads.stream()
        .min(
            Comparator.comparingDouble((Load load) -> -size.applyAsDouble(load))
                .thenComparing(Load::name));
  }
}

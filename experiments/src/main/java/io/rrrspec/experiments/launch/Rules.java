package io.rrrspec.experiments.launch;

import io.rrrspec.common.launch.LaunchChoice;
import io.rrrspec.common.launch.LaunchLoad;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The rule that slaves follow, and those that it is compared with. */
final class Rules {
  static final Rule CHOSEN = LaunchChoice::next;

  /** The same with {@code --module-order build}: each launch has a rank of its own. */
  static final Rule MODULE_ORDER_BUILD =
      (loads, places) ->
          LaunchChoice.next(
              IntStream.range(0, loads.size()).mapToObj(i -> ranked(loads.get(i), i)).toList(),
              places);

  /** Larger than any duration in milliseconds, so that launches that wait come first. */
  private static final double FIRST = 1e12;

  private Rules() {}

  /** By name, the chosen one first. */
  static Map<String, Rule> all(Random random) {
    Map<String, Rule> rules = new LinkedHashMap<>();
    rules.put("chosen", CHOSEN);
    rules.put("without forecast", largest(Rules::canUseAnother, Rules::endIfServed));
    rules.put("most queued per JVM", largest(Rules::queuedIsWorthAStart, Rules::queuedPerJvm));
    rules.put("most queued", largest(Rules::hasClasses, load -> ms(load.queued())));
    rules.put("order of the build", largest(Rules::hasClasses, load -> 0));
    rules.put("random", largest(Rules::hasClasses, load -> random.nextDouble()));
    return rules;
  }

  private static LaunchLoad ranked(LaunchLoad load, int rank) {
    return new LaunchLoad(
        load.launch(),
        rank,
        load.classes(),
        load.queued(),
        load.longest(),
        load.jvms(),
        load.starting(),
        load.busy(),
        load.startCost());
  }

  private static Rule largest(Predicate<LaunchLoad> allowed, ToDoubleFunction<LaunchLoad> size) {
    return (loads, places) -> {
      LaunchLoad largest = null;
      double most = 0;
      for (LaunchLoad load : loads) {
        if (allowed.test(load)) {
          double each = size.applyAsDouble(load);
          if (largest == null || each > most) {
            largest = load;
            most = each;
          }
        }
      }
      return Optional.ofNullable(largest).map(LaunchLoad::launch);
    };
  }

  private static boolean hasClasses(LaunchLoad load) {
    return load.classes() > 0;
  }

  private static boolean canUseAnother(LaunchLoad load) {
    return load.waits() || load.gainsByAnother();
  }

  private static double endIfServed(LaunchLoad load) {
    return load.waits()
        ? FIRST + ms(load.startCost()) + ms(load.queued())
        : (ms(load.busy()) + ms(load.queued())) / load.jvms();
  }

  private static boolean queuedIsWorthAStart(LaunchLoad load) {
    return load.waits() || (hasClasses(load) && queuedPerJvm(load) > ms(load.startCost()));
  }

  private static double queuedPerJvm(LaunchLoad load) {
    return load.waits() ? FIRST + ms(load.queued()) : ms(load.queued()) / load.jvms();
  }

  private static double ms(Duration duration) {
    return duration.toMillis();
  }
}

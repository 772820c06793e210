package io.rrrspec.server.dispatch;

import io.rrrspec.common.store.SpeculationStore.Running;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Which running tasks get a second trial on another host while slaves have nothing else to do, as a
 * pure function. The scripts hold the guards that may change between this look and the claim.
 *
 * @param tasks the keys of the tasks, the one with the most expected time left first
 */
public record SpeculationPlan(List<String> tasks) {
  /** What is done sooner is not worth the start of a test on another host. */
  private static final Duration LEAST = Duration.ofSeconds(2);

  /** Nor is what is within the usual spread of the times of one test. */
  private static final double SPREAD = 0.2;

  /** What is worth a second trial, the one with the most expected time left first. */
  public static List<Running> candidates(List<Running> running) {
    return running.stream()
        .filter(SpeculationPlan::pays)
        .sorted(
            Comparator.comparing(SpeculationPlan::expectedLeft)
                .reversed()
                .thenComparing(Running::task))
        .toList();
  }

  /**
   * Makes the plan.
   *
   * @param candidates what is worth it, in the order in which it is served
   * @param waitingHosts the host of each slave that waits; a host stands there once for each
   */
  public static SpeculationPlan of(List<Running> candidates, List<String> waitingHosts) {
    List<String> hosts = new ArrayList<>(waitingHosts);
    List<String> tasks = new ArrayList<>();
    for (Running running : candidates) {
      for (int i = 0; i < hosts.size(); i++) {
        // Never where it runs already: the two would share a workspace.
        if (!hosts.get(i).isEmpty() && !hosts.get(i).equals(running.host())) {
          hosts.remove(i);
          tasks.add(running.task());
          break;
        }
      }
    }
    return new SpeculationPlan(List.copyOf(tasks));
  }

  private static boolean pays(Running running) {
    Duration estimate = running.estimate();
    if (estimate == null || running.copied() || running.host().isEmpty()) {
      return false;
    }
    Duration left = expectedLeft(running);
    return left.compareTo(LEAST) > 0 && left.toMillis() > SPREAD * estimate.toMillis();
  }

  /**
   * The rest of the estimate. What runs longer than that is expected to take as long again as it is
   * late: of such times, the longer they have been, the longer is what is left of them.
   */
  private static Duration expectedLeft(Running running) {
    Duration estimate = running.estimate();
    return estimate == null ? Duration.ZERO : estimate.minus(running.elapsed()).abs();
  }
}

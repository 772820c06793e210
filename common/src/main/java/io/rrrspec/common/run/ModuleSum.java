package io.rrrspec.common.run;

import io.rrrspec.common.model.TaskStatus;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sums of the tasks of one module.
 *
 * @param module its directory; empty for the project itself
 * @param classes how many tasks there are
 * @param failed how many of them failed
 * @param time what all counted trials took together
 */
public record ModuleSum(String module, int classes, int failed, Duration time) {
  private static final Comparator<ModuleSum> ORDER =
      Comparator.comparingInt(ModuleSum::failed)
          .thenComparing(ModuleSum::time)
          .reversed()
          .thenComparing(ModuleSum::module);

  /**
   * Returns the sum of a single task.
   *
   * @param time what its counted trials took together
   */
  public static ModuleSum of(String module, TaskStatus status, Duration time) {
    return new ModuleSum(module, 1, status == TaskStatus.FAILED ? 1 : 0, time);
  }

  /** Adds up the sums of each module, and returns them in {@link #sorted} order. */
  public static List<ModuleSum> added(List<ModuleSum> parts) {
    Map<String, ModuleSum> sums = new HashMap<>();
    parts.forEach(part -> sums.merge(part.module, part, ModuleSum::plus));
    return sorted(sums.values());
  }

  /** Those with most failed classes first, then those that took longest, then by name. */
  public static List<ModuleSum> sorted(Collection<ModuleSum> sums) {
    return sums.stream().sorted(ORDER).toList();
  }

  /** Adds the sum of other tasks of the module. */
  public ModuleSum plus(ModuleSum other) {
    return new ModuleSum(
        module, classes + other.classes, failed + other.failed, time.plus(other.time));
  }

  /** The directory as people write it: a dot for the project itself. */
  public String name() {
    return name(module);
  }

  /** The same of any module's directory. */
  public static String name(String module) {
    return module.isEmpty() ? "." : module;
  }
}

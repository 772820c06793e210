package io.rrrspec.client.report.result;

import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Taskset;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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

  /** The sum for each module of these tasks, in {@link #sorted} order. */
  static List<ModuleSum> of(Taskset taskset, List<TaskRun> runs) {
    Map<String, ModuleSum> sums = new TreeMap<>();
    for (TaskRun run : runs) {
      String module = run.module(taskset);
      int failed = run.task().status() == TaskStatus.FAILED ? 1 : 0;
      sums.merge(module, new ModuleSum(module, 1, failed, run.duration()), ModuleSum::plus);
    }
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
    return module.isEmpty() ? "." : module;
  }
}

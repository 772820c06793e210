package io.rrrspec.client.source;

import io.rrrspec.common.model.KnownParts;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Says why classes that take more than their share of a run stay whole.
 *
 * @param split what was known of them
 * @param plan by which the run was divided
 * @param whole whether a setting says that a class stays whole, by its spec_file
 * @param unchanged whether a class has the class files that it passed with, by its spec_file
 */
public record NotSplit(
    SplitTasks split, SplitPlan plan, Predicate<String> whole, Predicate<String> unchanged) {

  /**
   * One line for each of them.
   *
   * @param planned the tasks of the run, some of them divided
   */
  public List<String> lines(List<TaskRequest> planned) {
    List<String> lines = new ArrayList<>();
    for (TaskRequest task : planned) {
      if (task.split() == null && plan.exceedsShare(task)) {
        lines.add("stays whole: " + task.specFile() + ": " + reason(task));
      }
    }
    return lines;
  }

  /** The same lines, but only for those that another run may divide: it is no faster this time. */
  public List<String> linesOfThisRun(List<TaskRequest> planned) {
    return lines(planned.stream().filter(this::isWholeThisTime).toList());
  }

  private boolean isWholeThisTime(TaskRequest task) {
    String spec = task.specFile();
    KnownParts known = split.known().get(spec);
    return known != null
        && task.resources().isEmpty()
        && !whole.test(spec)
        && (!unchanged.test(spec) || KnownParts.OFTEN_IN_PARTS.equals(known.refusal()));
  }

  private String reason(TaskRequest task) {
    String spec = task.specFile();
    if (plan.slaves() < 2) {
      return "there are fewer than two slaves";
    }
    if (task.resources().stream().anyMatch(GatedTasks::isGate)) {
      return "goals of the build run around its tests";
    }
    if (!task.resources().isEmpty()) {
      return "it needs " + String.join(", ", task.resources());
    }
    if (!task.culprits().isEmpty()) {
      return "it fails after or beside others";
    }
    if (task.affinity() != null) {
      return "it shares something expensive with others in its JVM";
    }
    if (whole.test(spec)) {
      return "the setting 'whole' names it";
    }
    KnownParts known = split.known().get(spec);
    if (known == null) {
      return "there is no record of its tests";
    }
    if (!unchanged.test(spec)) {
      return "its class files have changed since it passed last";
    }
    if (!split.classFiles().containsKey(spec)) {
      return "nobody knows its class files: it has to pass whole once";
    }
    String refused = refusal(known, split.classFiles().get(spec));
    return refused == null ? "dividing it would not pay" : refused;
  }

  private static @Nullable String refusal(KnownParts known, @Nullable String files) {
    return known.times(files) == null ? known.refusal() : null;
  }
}

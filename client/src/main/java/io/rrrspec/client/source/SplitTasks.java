package io.rrrspec.client.source;

import io.rrrspec.common.config.SlaveNumber;
import io.rrrspec.common.model.KnownParts;
import io.rrrspec.common.model.PartTimes;
import io.rrrspec.common.model.SplitRequest;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TimeShare;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * Tells long tasks in which parts they run.
 *
 * @param known how classes may be divided, by spec_file
 * @param classFiles digests of the class files that they must have where their parts run, by
 *     spec_file
 */
public record SplitTasks(Map<String, KnownParts> known, Map<String, String> classFiles) {
  /** As many slaves for each processor as a run may use for classes that wait. */
  private static final int SLAVES_PER_PROCESSOR = 4;

  public SplitTasks {
    known = Map.copyOf(known);
    classFiles = Map.copyOf(classFiles);
  }

  /**
   * Tells it by the record alone: whether a class is still the one that was recorded is seen where
   * its parts run.
   */
  public static SplitTasks byRecord(Map<String, KnownParts> known) {
    Map<String, String> classFiles = new HashMap<>();
    known.forEach(
        (specFile, parts) -> {
          String passedWith = parts.passedWith();
          if (passedWith != null) {
            classFiles.put(specFile, passedWith);
          }
        });
    return new SplitTasks(known, classFiles);
  }

  /**
   * Divides those that are worth it. A class whose class files nobody knows stays whole.
   *
   * @param ordered the tasks of a run in their order, with everything else that belongs to them
   * @param order what somebody has chosen; only {@link OrderChoice.Kind#LONGEST} is changed
   * @param plan which classes are worth it
   * @param may whether somebody lets a task run in parts, by its spec_file
   */
  public List<TaskRequest> of(
      List<TaskRequest> ordered, OrderChoice order, SplitPlan plan, Predicate<String> may) {
    if (known.isEmpty() || order.kind() != OrderChoice.Kind.LONGEST) {
      return ordered;
    }
    Map<String, PartTimes> times = new HashMap<>();
    for (TaskRequest task : ordered) {
      KnownParts of = known.get(task.specFile());
      String files = classFiles.get(task.specFile());
      if (of != null && files != null && may.test(task.specFile())) {
        PartTimes tests = of.times(files);
        if (tests != null) {
          times.put(task.specFile(), tests);
        }
      }
    }
    return plan.apply(ordered, times).stream().map(this::withFiles).toList();
  }

  private TaskRequest withFiles(TaskRequest task) {
    SplitRequest split = task.split();
    return split == null
        ? task
        : task.withSplit(
            new SplitRequest(
                split.parts(), split.tests(), split.skipped(), classFiles.get(task.specFile())));
  }

  /**
   * A plan for the slaves of one machine. If it may use more of them than it has processors, these
   * are what is scarce, and classes that wait cost nothing.
   *
   * @param shares what tasks do with their time, by spec_file
   */
  public static SplitPlan plan(
      SlaveNumber slaves, List<TaskRequest> tasks, Map<String, TimeShare> shares) {
    if (!slaves.auto()) {
      return SplitPlan.ofSlaves(slaves.number(), tasks);
    }
    Duration processor = Duration.ZERO;
    for (TaskRequest task : tasks) {
      TimeShare share = shares.get(task.specFile());
      Duration all = Objects.requireNonNullElse(task.estimate(), SplitPlan.UNKNOWN);
      processor = processor.plus(share == null ? all : share.processor());
    }
    return new SplitPlan(
        SLAVES_PER_PROCESSOR * slaves.number(), processor.dividedBy(slaves.number()));
  }
}

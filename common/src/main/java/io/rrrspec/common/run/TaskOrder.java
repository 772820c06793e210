package io.rrrspec.common.run;

import io.rrrspec.common.model.TaskStatus;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** In which order the tasks of a run are listed. */
public enum TaskOrder {
  /** Those that failed first, in the order of the run. */
  OUTCOME(Comparator.comparing((TaskLine task) -> task.status() != TaskStatus.FAILED)),
  /** By name. */
  NAME(Comparator.comparing(TaskLine::specFile)),
  /** Those that took longest first; last those of which nobody knows it. */
  TIME(Comparator.comparing(TaskOrder::known).reversed()),
  /** As the run has them: usually those that are expected to take longest first. */
  RUN(Comparator.comparing(TaskLine::no));

  private final Comparator<TaskLine> comparator;

  TaskOrder(Comparator<TaskLine> comparator) {
    this.comparator = comparator.thenComparing(TaskLine::no);
  }

  private static Duration known(TaskLine task) {
    return Objects.requireNonNullElse(task.took(), Duration.ofMillis(-1));
  }

  /** Returns the order; no two tasks of a run are equal in it. */
  public Comparator<TaskLine> comparator() {
    return comparator;
  }

  /**
   * Sorts tasks that come in the order of the run. Only names and times need all of them before the
   * first one is there.
   *
   * @param tasks a supplier, as they may be gone through twice
   */
  public Stream<RunTask> sorted(Supplier<Stream<RunTask>> tasks) {
    return switch (this) {
      case RUN -> tasks.get();
      case OUTCOME ->
          Stream.of(true, false)
              .flatMap(
                  failed ->
                      tasks.get().filter(task -> failed == (task.status() == TaskStatus.FAILED)));
      case NAME, TIME ->
          tasks
              .get()
              .map(task -> Map.entry(TaskLine.of(task), task))
              .sorted(Map.Entry.comparingByKey(comparator))
              .map(Map.Entry::getValue);
    };
  }
}

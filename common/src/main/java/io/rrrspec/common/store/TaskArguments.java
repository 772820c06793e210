package io.rrrspec.common.store;

import io.rrrspec.common.model.Affinity;
import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.PastTests;
import io.rrrspec.common.model.SplitRequest;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** What {@code add_tasks} takes of each task of a request, and of each part of a class. */
final class TaskArguments {
  private TaskArguments() {}

  /** A part that has not been placed. */
  private record Waiting(TaskRequest ofClass, SplitRequest.Part part) {
    Duration estimate() {
      return part.estimate();
    }
  }

  /**
   * Puts the parts among the tasks, the longest first, as these are: a part stands behind its class
   * and behind the tasks that take longer than it does.
   *
   * @param tasks in their order
   */
  static List<List<String>> of(List<TaskRequest> tasks) {
    List<List<String>> all = new ArrayList<>(tasks.size());
    // Of equal ones the first that came: the same input gives the same order.
    PriorityQueue<Numbered> waiting = new PriorityQueue<>();
    int number = 0;
    for (TaskRequest task : tasks) {
      Duration next = task.estimate();
      while (!waiting.isEmpty()
          && next != null
          && waiting.element().waiting.estimate().compareTo(next) > 0) {
        all.add(of(waiting.remove().waiting));
      }
      SplitRequest split = task.split();
      if (split == null) {
        all.add(of(task, task.specFile(), next, "", ""));
        continue;
      }
      String parts =
          split.parts().size()
              + "\t"
              + Objects.requireNonNullElse(split.classFiles(), "")
              + "\t"
              + split.tests()
              + "\t"
              + split.skipped();
      all.add(of(task, task.specFile(), next, parts, ""));
      for (SplitRequest.Part part : split.parts()) {
        waiting.add(new Numbered(number++, new Waiting(task, part)));
      }
    }
    while (!waiting.isEmpty()) {
      all.add(of(waiting.remove().waiting));
    }
    return all;
  }

  private record Numbered(int number, Waiting waiting) implements Comparable<Numbered> {
    @Override
    public int compareTo(Numbered other) {
      int longest = other.waiting.estimate().compareTo(waiting.estimate());
      return longest == 0 ? Integer.compare(number, other.number) : longest;
    }
  }

  private static List<String> of(Waiting one) {
    TaskRequest ofClass = one.ofClass;
    SplitRequest split = Objects.requireNonNull(ofClass.split());
    ClassPart tests = one.part.tests().withClassFiles(split.classFiles());
    return of(ofClass, tests.taskOf(ofClass.specFile()), one.estimate(), "", tests.text());
  }

  private static List<String> of(
      TaskRequest task, String specFile, @Nullable Duration estimate, String parts, String tests) {
    Affinity affinity = task.affinity();
    PastTests past = task.past();
    return List.of(
        specFile,
        // Whole seconds, and at least one: 0 would mean "at once" to foreign implementations.
        estimate == null ? "" : Long.toString(Math.max(1, estimate.toSeconds())),
        estimate == null ? "" : Long.toString(estimate.toMillis()),
        CulpritStore.notAfter(task.culprits()),
        CulpritStore.notBeside(task.culprits()),
        Objects.requireNonNullElse(task.launch(), ""),
        ResourceFields.names(task.resources()),
        task.rank() == 0 ? "" : Integer.toString(task.rank()),
        Objects.toString(task.maxTrials(), ""),
        // What fails in a part is run again as a whole class.
        tests.isEmpty() ? Objects.requireNonNullElse(task.asIs(), "") : "",
        affinity == null ? "" : affinity.key(),
        affinity == null ? "" : Long.toString(affinity.cost().toMillis()),
        parts,
        tests,
        past == null
            ? ""
            : past.tests() + "\t" + past.passed() + "\t" + Objects.toString(past.ran(), ""));
  }
}

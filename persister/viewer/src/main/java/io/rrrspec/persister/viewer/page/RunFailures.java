package io.rrrspec.persister.viewer.page;

import io.rrrspec.common.run.FailedTest;
import io.rrrspec.common.run.RunTask;
import io.rrrspec.common.run.StoredRun;
import io.rrrspec.common.run.TaskFilter;
import io.rrrspec.persister.viewer.run.RunView;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What failed in a run.
 *
 * @param red each time that a test failed that did not pass in the end
 * @param flaky the same of tests that did, but for those of the next
 * @param orderDependent classes that fail after others and pass alone; none while it goes on
 * @param cut whether there are more than are read
 */
record RunFailures(
    List<FailedTest> red, List<FailedTest> flaky, List<RunTask> orderDependent, boolean cut) {
  private static final int ORDER_DEPENDENT = 100;

  /** As it is now. */
  static RunFailures of(RunView run) {
    List<FailedTest> failed = run.failures(StoredRun.MAX_FAILURES);
    boolean live = !run.taskset().status().isFinal();
    List<RunTask> dependent =
        live || failed.isEmpty()
            ? List.of()
            : run.tasks(TaskFilter.ORDER_DEPENDENT, 0, ORDER_DEPENDENT);
    return of(failed, dependent, failed.size() == StoredRun.MAX_FAILURES);
  }

  static RunFailures of(List<FailedTest> failed, List<RunTask> dependent, boolean cut) {
    Set<Integer> explained = dependent.stream().map(RunTask::no).collect(Collectors.toSet());
    Set<List<?>> redInTheEnd = redInTheEnd(failed);
    List<FailedTest> red = new ArrayList<>();
    List<FailedTest> flaky = new ArrayList<>();
    for (FailedTest test : failed) {
      if (redInTheEnd.contains(identity(test))) {
        red.add(test);
      } else if (!explained.contains(test.taskNo())) {
        flaky.add(test);
      }
    }
    return new RunFailures(red, flaky, dependent, cut);
  }

  /** The tests that did not pass after the last time that they failed. */
  private static Set<List<?>> redInTheEnd(List<FailedTest> failed) {
    return failed.stream()
        .filter(test -> !test.flaky())
        .map(RunFailures::identity)
        .collect(Collectors.toSet());
  }

  /** What is equal for one test in all trials of its task. */
  static List<?> identity(FailedTest test) {
    return List.of(test.taskNo(), test.className(), test.name());
  }
}

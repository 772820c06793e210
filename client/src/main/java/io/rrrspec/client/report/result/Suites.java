package io.rrrspec.client.report.result;

import io.rrrspec.client.report.terminal.Phrases;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.TestId;
import io.rrrspec.common.model.Trial;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Turns tasks with their trials into the classes and tests that reports speak of. */
public final class Suites {
  private Suites() {}

  /**
   * All classes of a run, by module, name and execution. Two tasks that report one class share its
   * suite.
   */
  public static List<SuiteReport> of(Taskset taskset, List<TaskRun> runs) {
    Map<String, SuiteReport> byName = new TreeMap<>();
    for (TaskRun run : runs) {
      for (SuiteReport suite : of(taskset, run)) {
        byName.merge(key(suite), suite, Suites::joined);
      }
    }
    return List.copyOf(byName.values());
  }

  /** Under two executions a class has two suites, one behind the other. */
  private static String key(SuiteReport suite) {
    return suite.module() + ':' + suite.className() + '@' + suite.execution();
  }

  /** The class of one task and the nested classes of it. */
  public static List<SuiteReport> of(Taskset taskset, TaskRun run) {
    TestId spec = taskset.runner().testId(run.task().specFile());
    Map<String, List<TestReport>> byClass = new LinkedHashMap<>();
    for (TestReport test : tests(taskset, run, spec)) {
      String className = test.result().className();
      // A command is in no class: what it is called is no suite of its own.
      if (!taskset.runner().runsCommands()) {
        enclosing(spec, className).forEach(c -> byClass.computeIfAbsent(c, k -> new ArrayList<>()));
      }
      byClass.computeIfAbsent(className, k -> new ArrayList<>()).add(test);
    }
    List<SuiteReport> suites = new ArrayList<>();
    byClass.forEach(
        (className, tests) -> {
          Duration time = time(className, byClass);
          if (className.equals(spec.className())) {
            time = longer(time, lastDuration(run));
          }
          suites.add(new SuiteReport(spec.module(), className, spec.shownExecution(), time, tests));
        });
    return suites;
  }

  private static List<TestReport> tests(Taskset taskset, TaskRun run, TestId spec) {
    TestMerge merge = new TestMerge();
    for (Trial trial : run.counted()) {
      List<TestRun> runs = TrialRuns.of(trial, spec, taskset.runner());
      merge.add(runs);
    }
    TaskStatus status = run.task().status();
    if (status == TaskStatus.PASSED || status == TaskStatus.PENDING) {
      return merge.ofGoodTask();
    }
    List<TestReport> tests = new ArrayList<>(merge.ofBadTask());
    // What failed in an earlier trial shows that the task is not good: once is enough.
    if (tests.stream().noneMatch(TestReport::red)) {
      tests.add(new TestReport(new TestRun(undecided(taskset, run, spec)), List.of()));
    }
    return tests;
  }

  /** What stands for a task that has no trial to show for its end, so that it is not forgotten. */
  private static CaseResult undecided(Taskset taskset, TaskRun run, TestId spec) {
    // Not red: the tests that failed are, and a red mark for each of the others would hide them.
    boolean notBegun = taskset.leftTasksOut() && run.counted().isEmpty();
    String what =
        run.task().status() == TaskStatus.FAILED
            ? "failed without a result"
            : notBegun
                ? "not run: " + taskset.whyNotRun()
                : taskset.status() == TasksetStatus.CANCELLED
                    ? "not run to its end: the run was cancelled"
                    : "not run to its end";
    if (run.lost() > 0) {
      what += "; " + Phrases.count(run.lost(), "trial") + " lost with the host or the connection";
    }
    if (!notBegun
        && taskset.reason() != null
        && !taskset.reason().isBlank()
        && !taskset.reason().equals(TasksetStatus.CANCELLED.text())) {
      what += "; " + taskset.reason();
    }
    return new CaseResult(
        spec.className(),
        TrialRuns.nameOfWhole(spec, taskset.runner()),
        notBegun ? Outcome.SKIPPED : Outcome.ERROR,
        0,
        what,
        null,
        null);
  }

  /** The classes around a nested one, which Surefire reports even if they have no test. */
  private static List<String> enclosing(TestId spec, String className) {
    List<String> names = new ArrayList<>();
    names.add(spec.className());
    if (className.startsWith(spec.className() + '$')) {
      int from = spec.className().length() + 1;
      for (int at = className.indexOf('$', from); at > 0; at = className.indexOf('$', at + 1)) {
        names.add(className.substring(0, at));
      }
    }
    return names;
  }

  private static Duration time(String className, Map<String, List<TestReport>> byClass) {
    long millis = 0;
    for (Map.Entry<String, List<TestReport>> entry : byClass.entrySet()) {
      if (entry.getKey().equals(className) || entry.getKey().startsWith(className + '$')) {
        for (TestReport test : entry.getValue()) {
          millis += test.result().millis();
        }
      }
    }
    return Duration.ofMillis(millis);
  }

  private static Duration lastDuration(TaskRun run) {
    List<Trial> counted = run.counted();
    return counted.isEmpty() ? Duration.ZERO : counted.get(counted.size() - 1).duration();
  }

  private static SuiteReport joined(SuiteReport a, SuiteReport b) {
    List<TestReport> tests = new ArrayList<>(a.tests());
    tests.addAll(b.tests());
    return new SuiteReport(
        a.module(), a.className(), a.execution(), a.time().plus(b.time()), tests);
  }

  private static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }
}

package io.rrrspec.client.report.result;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.OrderDependence;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskSplit;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.TestId;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.run.CauseGroup;
import io.rrrspec.common.run.FailureCause;
import io.rrrspec.common.run.ModuleSum;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is to be said about a run that is over, or about one so far. Counts are those of the JUnit
 * XML: a test counts once, however often it was tried.
 *
 * @param status where the run stands
 * @param reason why it ended so, where counts do not say it; or null
 * @param tasks how many tasks it has
 * @param decided how many of them are decided
 * @param failedTasks how many of them failed
 * @param tests how many tests there are in all
 * @param failures how many failed by an assertion
 * @param errors how many failed otherwise, tasks without a result included
 * @param notRun how many tasks a run has not begun that was cancelled, stopped by --fail-fast, or
 *     without a goal that they need; they stand among the errors of a cancelled run, and else among
 *     the skipped tests
 * @param skipped how many were skipped, or failed and are muted
 * @param elapsed from its creation to its end; zero if that is not known
 * @param work what all counted trials took together
 * @param slowest the classes that took longest, longest first; at most ten
 * @param retried tasks with more than one counted trial, by name
 * @param flaky tests that failed and did not in the end, by name
 * @param orderDependent classes that failed after others and pass alone, by name; their tests are
 *     not flaky
 * @param looks how classes were looked at again after they had failed
 * @param failed red tests, by name; without those that {@code notRun} counts
 * @param withoutTests good tasks in which no test ran, by name
 * @param lostTrials how many trials were lost with their host or connection
 * @param notSelected how many more tasks there are of which no test was asked for: they count
 *     nowhere
 * @param modules the sum for each module that has a task, as {@link ModuleSum#sorted} returns them
 * @param jvms in which kinds of JVM its classes were
 * @param divided which classes ran in parts
 * @param muted tests that failed in quarantine, by name; they stand among the skipped ones
 */
public record RunSummary(
    TasksetStatus status,
    @Nullable String reason,
    int tasks,
    int decided,
    int failedTasks,
    int tests,
    int failures,
    int errors,
    int notRun,
    int skipped,
    Duration elapsed,
    Duration work,
    List<Slow> slowest,
    List<Retried> retried,
    List<Flaky> flaky,
    List<OrderDependentClass> orderDependent,
    SecondLooks looks,
    List<Failed> failed,
    List<WithoutTests> withoutTests,
    int lostTrials,
    int notSelected,
    List<ModuleSum> modules,
    JvmsUsed jvms,
    Divided divided,
    List<Muted> muted) {
  private static final int SLOWEST = 10;
  private static final String CACHED = "cached: not run, a worker had its result";

  /** A class and how long its counted trials took. */
  public record Slow(String name, Duration time) {}

  /** A task that was tried more than once, and whether that helped. */
  public record Retried(String name, int trials, boolean good) {}

  /**
   * A flaky test, or what failed around the tests of a class that was good in the end; how often it
   * failed, and how the first of these.
   *
   * @param name empty for the class
   * @param className its class, with the module before it, and with the execution behind it where
   *     that is not the default one
   */
  public record Flaky(String className, String name, int failures, CaseResult first) {}

  /**
   * A class that failed after others and passes alone.
   *
   * @param name its task
   * @param dependence after which ones
   * @param first the first test of it that failed; null if none says so
   */
  public record OrderDependentClass(
      String name, OrderDependence dependence, @Nullable CaseResult first) {}

  /**
   * A red test, and how often it was red.
   *
   * @param module the directory of its module; empty for the project itself
   * @param execution the id of its execution; empty for the default one
   * @param times how often it was red
   * @param stderr what its trial wrote to standard error, if it carries that; else empty
   */
  public record Failed(
      CaseResult result, String module, String execution, int times, String stderr) {
    public Failed(CaseResult result, String module, String execution, int times) {
      this(result, module, execution, times, "");
    }

    /**
     * Its class, with the module before it, and with the execution behind it where that is not the
     * default one: a PATTERN of the command line.
     */
    public String className() {
      return shown(module, result.className(), execution);
    }

    /** What it has in common with others, see {@link FailureCause}. */
    public String cause() {
      return FailureCause.of(result);
    }

    /** Its class without packages and module. */
    public String simpleClassName() {
      String name = result.className();
      return shown("", name.substring(name.lastIndexOf('.') + 1), execution);
    }
  }

  /**
   * A test that failed and is in quarantine.
   *
   * @param className its class, with the module before it, and with the execution behind it where
   *     that is not the default one
   */
  public record Muted(String className, CaseResult result) {}

  /** A task in which no test ran, and why not, or null. */
  public record WithoutTests(String name, @Nullable String why) {
    /** Whether it has tests, which no engine runs. */
    public boolean isNotRun() {
      return why != null && why.startsWith(TrialResult.NOT_RUN);
    }

    /** Why no test ran, in one line; "" if nobody says so. */
    public String reason() {
      String text = why == null ? "" : why;
      return isNotRun() ? text.substring(TrialResult.NOT_RUN.length()) : text;
    }
  }

  public RunSummary {
    slowest = List.copyOf(slowest);
    retried = List.copyOf(retried);
    flaky = List.copyOf(flaky);
    orderDependent = List.copyOf(orderDependent);
    failed = List.copyOf(failed);
    withoutTests = List.copyOf(withoutTests);
    modules = List.copyOf(modules);
    muted = List.copyOf(muted);
  }

  /** How many tests passed, flaky ones included. */
  public int passed() {
    return tests - failures - errors - skipped;
  }

  /**
   * The tests without tasks that were not begun, of which nobody knows how many tests they have.
   */
  public int realTests() {
    return tests - notRun;
  }

  /** The errors without tasks that were not begun. */
  public int realErrors() {
    return status == TasksetStatus.CANCELLED ? errors - notRun : errors;
  }

  /** The skipped tests without tasks that were not begun, and without those that failed. */
  public int realSkipped() {
    return skipped - muted.size() - (status == TasksetStatus.CANCELLED ? 0 : notRun);
  }

  /** Whether the run has tasks of more than one module. */
  public boolean ofManyModules() {
    return modules.size() > 1;
  }

  /** The reason, where it says more than the status does; or null. */
  public @Nullable String shownReason() {
    return reason == null || reason.isBlank() || reason.equals(status.text()) ? null : reason;
  }

  /** Whether something is wrong: then the run is not to be called green. */
  public boolean red() {
    return status == TasksetStatus.FAILED || failures + errors + failedTasks > 0;
  }

  /**
   * Sums up.
   *
   * @param taskset the run
   * @param all all its tasks with their trials
   */
  public static RunSummary of(Taskset taskset, List<TaskRun> all) {
    List<TaskRun> runs = all.stream().filter(run -> !run.notSelected()).toList();
    List<SuiteReport> suites = Suites.of(taskset, reportable(taskset, runs));
    List<TestReport> tests = suites.stream().flatMap(suite -> suite.tests().stream()).toList();
    List<TaskRun> begun = runs.stream().filter(run -> !notBegun(taskset, run)).toList();
    boolean whole = begun.size() == runs.size();
    List<SuiteReport> shown = whole ? suites : Suites.of(taskset, reportable(taskset, begun));
    return new RunSummary(
        taskset.status(),
        taskset.cached() ? CACHED : taskset.reason(),
        runs.size(),
        (int) runs.stream().filter(run -> run.task().status().isFinal()).count(),
        (int) runs.stream().filter(run -> run.task().status() == TaskStatus.FAILED).count(),
        tests.size(),
        count(tests, Outcome.FAILED),
        count(tests, Outcome.ERROR),
        runs.size() - begun.size(),
        count(tests, Outcome.SKIPPED) + count(tests, Outcome.MUTED),
        elapsed(taskset),
        runs.stream().map(TaskRun::duration).reduce(Duration.ZERO, Duration::plus),
        slowest(runs),
        retried(runs),
        flaky(taskset, runs, suites),
        orderDependent(taskset, runs),
        SecondLooks.of(runs),
        shown.stream().flatMap(RunSummary::failed).toList(),
        withoutTests(taskset, runs),
        runs.stream().mapToInt(TaskRun::lost).sum(),
        all.size() - runs.size(),
        modules(taskset, runs),
        JvmsUsed.of(runs),
        Divided.of(runs),
        suites.stream().flatMap(RunSummary::muted).toList());
  }

  /** The red tests that failed for the same reason together, those of most tests first. */
  public List<CauseGroup<Failed>> failedByCause() {
    return CauseGroup.of(failed, Failed::cause);
  }

  /** The same with the processor time that JVMs made for speed save, by the record. */
  public RunSummary saving(Duration time) {
    return new RunSummary(
        status,
        reason,
        tasks,
        decided,
        failedTasks,
        tests,
        failures,
        errors,
        notRun,
        skipped,
        elapsed,
        work,
        slowest,
        retried,
        flaky,
        orderDependent,
        looks,
        failed,
        withoutTests,
        lostTrials,
        notSelected,
        modules,
        jvms.saving(time),
        divided,
        muted);
  }

  private static List<ModuleSum> modules(Taskset taskset, List<TaskRun> runs) {
    return ModuleSum.added(
        runs.stream()
            .map(run -> ModuleSum.of(run.module(taskset), run.task().status(), run.duration()))
            .toList());
  }

  private static boolean notBegun(Taskset taskset, TaskRun run) {
    return (taskset.status() == TasksetStatus.CANCELLED || taskset.leftTasksOut())
        && run.task().status() == TaskStatus.UNDECIDED
        && run.counted().isEmpty();
  }

  /** While a run goes on, an undecided task is nothing to report yet. */
  private static List<TaskRun> reportable(Taskset taskset, List<TaskRun> runs) {
    return taskset.status().isFinal()
        ? runs
        : runs.stream().filter(run -> run.task().status().isFinal()).toList();
  }

  private static int count(List<TestReport> tests, Outcome outcome) {
    return (int) tests.stream().filter(test -> test.result().outcome() == outcome).count();
  }

  private static Duration elapsed(Taskset taskset) {
    return taskset.createdAt() == null || taskset.finishedAt() == null
        ? Duration.ZERO
        : Duration.between(taskset.createdAt(), taskset.finishedAt());
  }

  /** Why it may have taken longer than its run. */
  private static String inParts(Task task) {
    TaskSplit split = task.split();
    return split == null || split.whole() != null ? "" : " (" + split.parts() + " parts)";
  }

  private static List<Slow> slowest(List<TaskRun> runs) {
    return runs.stream()
        .map(run -> new Slow(run.task().specFile() + inParts(run.task()), run.duration()))
        .filter(slow -> slow.time().toMillis() > 0)
        .sorted(Comparator.comparing(Slow::time).reversed().thenComparing(Slow::name))
        .limit(SLOWEST)
        .toList();
  }

  private static List<Retried> retried(List<TaskRun> runs) {
    return runs.stream()
        .filter(run -> run.counted().size() > 1 && !isExplained(run))
        .map(
            run ->
                new Retried(
                    run.task().specFile(),
                    run.counted().size(),
                    run.task().status() == TaskStatus.PASSED
                        || run.task().status() == TaskStatus.PENDING))
        .sorted(Comparator.comparing(Retried::name))
        .toList();
  }

  /** Whether something else than chance made it fail and pass. */
  private static boolean isExplained(TaskRun run) {
    return run.task().orderDependence() != null || run.task().failsOnlyForSpeed();
  }

  private static List<Flaky> flaky(Taskset taskset, List<TaskRun> runs, List<SuiteReport> suites) {
    if (runs.stream().noneMatch(RunSummary::isExplained)) {
      return suites.stream().flatMap(RunSummary::flaky).toList();
    }
    List<TaskRun> others =
        reportable(taskset, runs).stream().filter(run -> !isExplained(run)).toList();
    return Suites.of(taskset, others).stream().flatMap(RunSummary::flaky).toList();
  }

  /** Those of {@link #orderDependent} that fail after others in one JVM. */
  public List<OrderDependentClass> afterOthers() {
    return orderDependent.stream().filter(it -> !it.dependence.relation().isConflict()).toList();
  }

  /** Those of {@link #orderDependent} that fail beside others in another JVM. */
  public List<OrderDependentClass> besideOthers() {
    return orderDependent.stream().filter(it -> it.dependence.relation().isConflict()).toList();
  }

  private static List<OrderDependentClass> orderDependent(Taskset taskset, List<TaskRun> runs) {
    List<OrderDependentClass> found = new ArrayList<>();
    for (TaskRun run : runs) {
      OrderDependence dependence = run.task().orderDependence();
      if (dependence != null) {
        CaseResult first =
            Suites.of(taskset, List.of(run)).stream()
                .flatMap(suite -> suite.tests().stream())
                .filter(test -> test.red() || test.flaky())
                .map(test -> test.red() ? test.result() : test.others().get(0).result())
                .findFirst()
                .orElse(null);
        found.add(new OrderDependentClass(run.task().specFile(), dependence, first));
      }
    }
    found.sort(Comparator.comparing(OrderDependentClass::name));
    return found;
  }

  private static Stream<Flaky> flaky(SuiteReport suite) {
    return suite.tests().stream().filter(TestReport::flaky).flatMap(test -> flaky(suite, test));
  }

  /**
   * What failed around tests is shown at one of them, and is not its failure: it has its own name.
   */
  private static Stream<Flaky> flaky(SuiteReport suite, TestReport test) {
    Map<List<String>, List<CaseResult>> byName = new LinkedHashMap<>();
    for (TestRun other : test.others()) {
      CaseResult result = other.result();
      byName
          .computeIfAbsent(List.of(result.className(), result.name()), name -> new ArrayList<>())
          .add(result);
    }
    return byName.values().stream()
        .map(
            failures -> {
              CaseResult first = failures.get(0);
              boolean own =
                  first.className().equals(test.result().className())
                      && first.name().equals(test.result().name());
              return new Flaky(
                  shown(suite.module(), first.className(), suite.execution()),
                  first.name(),
                  failures.size(),
                  own ? first : TestMerge.withoutNameInMessage(first));
            });
  }

  /** The red tests of a class. */
  public static Stream<Failed> failed(SuiteReport suite) {
    return suite.tests().stream()
        .filter(TestReport::red)
        .map(
            test ->
                new Failed(
                    test.result(),
                    suite.module(),
                    suite.execution(),
                    1 + test.others().size(),
                    test.main().stderr()));
  }

  private static Stream<Muted> muted(SuiteReport suite) {
    return suite.tests().stream()
        .map(TestReport::result)
        .filter(result -> result.outcome() == Outcome.MUTED)
        .map(
            result ->
                new Muted(shown(suite.module(), result.className(), suite.execution()), result));
  }

  private static List<WithoutTests> withoutTests(Taskset taskset, List<TaskRun> runs) {
    if (taskset.runner().runsCommands()) {
      return List.of();
    }
    return runs.stream()
        .filter(TaskRun::withoutTests)
        .map(run -> new WithoutTests(run.task().specFile(), run.lastReason()))
        .sorted(Comparator.comparing(WithoutTests::name))
        .toList();
  }

  private static String shown(String module, String className, String execution) {
    return new TestId(module, className, execution.isEmpty() ? null : execution).toString();
  }
}

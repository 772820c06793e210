package io.rrrspec.persister.viewer.page;

import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.common.run.ModuleSum;
import io.rrrspec.common.run.RunSlave;
import io.rrrspec.common.run.RunTask;
import io.rrrspec.common.run.TestCounts;
import io.rrrspec.common.store.SlaveActivityStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.persister.viewer.flow.Flows;
import io.rrrspec.persister.viewer.run.RunView;
import io.rrrspec.persister.viewer.text.DisplayText;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One run: what came of it, first of all what failed.
 *
 * @param status the part that moves while it goes on
 * @param modules its modules
 * @param classes its tasks, some at a time
 * @param workers who served it
 * @param slaves their slaves
 * @param origin which job it is, and its queue
 * @param flow which step of which flow it is; null if it is none, or the flow is forgotten
 */
public record RunPage(
    Status status,
    ModuleTable modules,
    Classes classes,
    List<WorkerLog> workers,
    List<RunSlave> slaves,
    TasksetStore.Origin origin,
    Flows.@Nullable StepOfRun flow) {
  private static final int TASKS = 200;

  /** Tests that are listed below the first ones of their causes. */
  private static final int LINES = 300;

  private static final int WORKERS = 200;

  /**
   * Where a run stands.
   *
   * @param taskset the run
   * @param counts how far it is
   * @param tests how many tests were decided; null if nobody knows
   * @param doing what its slaves do
   * @param failures tests that failed and did not pass in the end
   * @param flaky tests that failed and passed in the end, but for those of the next
   * @param orderDependent classes that fail after others and pass alone; none while it goes on
   */
  public record Status(
      Taskset taskset,
      RunView.Counts counts,
      @Nullable TestCounts tests,
      List<SlaveActivityStore.Doing> doing,
      FailureCards failures,
      FailureCards flaky,
      List<RunTask> orderDependent) {
    /** As it is now. */
    public static Status of(RunView run) {
      RunFailures failed = RunFailures.of(run);
      FailureCards red = FailureCards.of(run, failed.red(), failed.cut(), LINES);
      return new Status(
          run.taskset(),
          run.counts(),
          run.tests().orElse(null),
          run.doing(),
          red,
          FailureCards.of(run, failed.flaky(), failed.cut(), LINES - red.listed()),
          failed.orderDependent());
    }

    /** Whether it goes on. */
    public boolean live() {
      return !taskset.status().isFinal();
    }

    /** Whether some tests were asked for and none of them was there: then nothing was tested. */
    public boolean testedNothing() {
      return DisplayText.testedNothing(taskset, tests);
    }

    /** How it stands, or how it ended; {@code no_tests} if nothing was tested. */
    public String verdict() {
      return DisplayText.verdict(taskset, tests);
    }

    /** Whether its tasks are test classes, which a person's machine can run, too. */
    public boolean hasClasses() {
      return !taskset.runner().runsCommands();
    }

    /** What runs the same classes again, on a person's machine. */
    public String again() {
      String names =
          Stream.concat(
                  failures.cards().stream().map(CauseCard::first),
                  failures.cards().stream().flatMap(card -> card.others().stream()))
              .map(failure -> failure.test().specFile())
              .distinct()
              .limit(5)
              .toList()
              .stream()
              .map(name -> "'" + name.replace("'", "'\\''") + "'")
              .reduce((a, b) -> a + " " + b)
              .orElse("");
      return ("rrrspec-java run " + names).strip();
    }
  }

  /**
   * A part of the list of tasks.
   *
   * @param run the id of the run
   * @param filter which of its tasks are listed
   * @param after how many come before this part; 0: the first part
   * @param rows those
   * @param next how many come before the next part; null if the list ends
   */
  public record Classes(
      String run, ClassFilter filter, int after, List<Row> rows, @Nullable Integer next) {
    /**
     * A task in the list.
     *
     * @param module the directory of its module; empty for the project itself, and for a command
     */
    public record Row(RunTask task, String module) {
      /** The name of its class without the module. */
      public String name() {
        String name = task.specFile();
        return !module.isEmpty() && name.startsWith(module + ":")
            ? name.substring(module.length() + 1)
            : name;
      }

      /** The module as people write it. */
      public String moduleName() {
        return ModuleSum.name(module);
      }
    }

    /** As it is now. */
    public static Classes of(RunView run, ClassFilter filter, int after) {
      return of(run, filter, after, TASKS);
    }

    /**
     * The same with another length.
     *
     * @param most how many tasks are listed at most; 1 or more
     */
    public static Classes of(RunView run, ClassFilter filter, int after, int most) {
      Runner runner = run.taskset().runner();
      Predicate<String> names =
          filter.takesAll() ? spec -> true : spec -> filter.takes(runner.testId(spec));
      // One more tells whether the list goes on.
      List<RunTask> tasks = run.sorted(filter.which(), names, filter.order(), after, most + 1);
      List<Row> rows =
          tasks.stream()
              .limit(most)
              .map(task -> new Row(task, runner.testId(task.specFile()).module()))
              .toList();
      return new Classes(
          run.taskset().id(), filter, after, rows, tasks.size() > most ? after + most : null);
    }

    /** Whether its classes may be of several modules, and one of them is below the root. */
    public boolean hasModules() {
      return filter.module() == null && rows.stream().anyMatch(row -> !row.module().isEmpty());
    }
  }

  /**
   * The list of tasks as a page of its own.
   *
   * @param taskset the run
   * @param classes the part of the list
   */
  public record ListPage(Taskset taskset, Classes classes) {}

  /** As it is now. */
  public static RunPage of(
      RunView run,
      TasksetStore.Origin origin,
      Flows.@Nullable StepOfRun flow,
      ClassFilter filter,
      int after) {
    return of(run, origin, flow, Classes.of(run, filter, after));
  }

  /** The same with this part of the list of tasks. */
  public static RunPage of(
      RunView run, TasksetStore.Origin origin, Flows.@Nullable StepOfRun flow, Classes classes) {
    return new RunPage(
        Status.of(run),
        ModuleTable.of(run, classes.filter()),
        classes,
        run.workers(WORKERS),
        run.slaves(WORKERS),
        origin,
        flow);
  }
}

package io.rrrspec.persister.viewer.page;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskSplit;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.run.PartTrial;
import io.rrrspec.common.run.PartsOfTests;
import io.rrrspec.common.run.RunTask;
import io.rrrspec.common.run.WholeFailure;
import io.rrrspec.persister.viewer.run.RunView;
import io.rrrspec.persister.viewer.text.TraceLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One test class of a run: its trials, and the tests of one of them.
 *
 * @param taskset the run
 * @param task the class with its trials
 * @param shown the number of the trial whose tests are shown; -1 if it has none
 * @param tests those
 * @param reason what ended that trial where no test says it, or null
 * @param whole the number of the failure of the class as a whole, behind those of its tests
 * @param stdout how many characters it wrote to standard output
 * @param stderr how many characters it wrote to standard error
 * @param parts its parts, if it was divided
 */
public record TaskPage(
    Taskset taskset,
    RunTask task,
    int shown,
    List<TestLine> tests,
    @Nullable String reason,
    int whole,
    int stdout,
    int stderr,
    List<PartLine> parts) {
  private static final int MAX_TESTS = 5_000;

  /**
   * A test in the trial.
   *
   * @param no its number in the trial, from 0
   * @param result the test
   * @param trace its trimmed stack trace; empty unless it failed
   * @param part the number of the part of the class that it ran in, from 1; 0: it ran with the
   *     whole class, or nobody knows
   */
  public record TestLine(int no, CaseResult result, List<TraceLine> trace, int part) {
    static TestLine of(int no, CaseResult result, int part) {
      String trace = result.trace();
      return new TestLine(
          no,
          result,
          trace == null ? List.of() : TraceLine.trimmed(trace, result.className()),
          part);
    }
  }

  /**
   * A trial of a part, or a part without one.
   *
   * @param number of the part, from 1
   * @param state how it stands, in a word
   * @param trial null if nothing of it has begun
   */
  public record PartLine(int number, String state, @Nullable PartTrial trial) {
    /** Why it ended so where no test says it, or null. */
    public @Nullable String reason() {
      if (trial == null) {
        return null;
      }
      String refusal = trial.refusal();
      return refusal == null ? trial.trial().reason() : refusal;
    }
  }

  /** Whether its tests ran in parts. */
  public boolean testsHaveParts() {
    return tests.stream().anyMatch(test -> test.part > 0);
  }

  /**
   * As it is now; empty if the run has no such class.
   *
   * @param trial the number of the trial to show; null: the last one
   */
  public static Optional<TaskPage> of(RunView run, String specFile, @Nullable Integer trial) {
    return run.task(specFile).map(task -> of(run, task, trial));
  }

  private static TaskPage of(RunView run, RunTask task, @Nullable Integer trial) {
    int shown = trial == null ? task.trials().size() - 1 : trial;
    Optional<Trial> found = run.trial(task.no(), shown);
    List<CaseResult> cases = found.map(Trial::cases).orElse(List.of());
    List<PartTrial> parts = run.parts(List.of(task));
    List<PartTrial> partOf =
        found.map(one -> PartsOfTests.of(one, parts)).orElse(List.<PartTrial>of());
    List<TestLine> tests =
        IntStream.range(0, cases.size())
            .boxed()
            .sorted(Comparator.comparing(no -> !isRed(cases.get(no))))
            .limit(MAX_TESTS)
            .map(no -> TestLine.of(no, cases.get(no), partOf.isEmpty() ? 0 : partOf.get(no).part()))
            .toList();
    return new TaskPage(
        run.taskset(),
        task,
        shown,
        tests,
        found.map(TaskPage::reason).orElse(null),
        cases.size(),
        found.map(one -> one.stdout().length()).orElse(0),
        found.map(one -> one.stderr().length()).orElse(0),
        lines(task.task(), parts, !run.taskset().status().isFinal()));
  }

  /** Trials of parts in the order of these; what has not begun has a line, too. */
  private static List<PartLine> lines(Task task, List<PartTrial> trials, boolean live) {
    TaskSplit split = task.split();
    List<PartLine> lines = new ArrayList<>();
    for (int number = 1; split != null && number <= split.parts(); number++) {
      boolean begun = false;
      for (PartTrial trial : trials) {
        if (trial.part() == number) {
          lines.add(new PartLine(number, trial.state(live), trial));
          begun = true;
        }
      }
      if (!begun) {
        boolean waits = live && !task.status().isFinal() && split.inParts();
        lines.add(new PartLine(number, waits ? "waiting" : "not run", null));
      }
    }
    return lines;
  }

  private static boolean isRed(CaseResult result) {
    return result.outcome() == CaseResult.Outcome.FAILED
        || result.outcome() == CaseResult.Outcome.ERROR;
  }

  private static @Nullable String reason(Trial trial) {
    boolean unexplained =
        trial.verdict() == TrialVerdict.BAD && trial.cases().stream().noneMatch(TaskPage::isRed);
    return unexplained ? WholeFailure.why(trial) : trial.reason();
  }
}

package io.rrrspec.client.report.result;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.TestId;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.run.TimedOutTests;
import io.rrrspec.common.run.WholeFailure;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the tests of one trial, so that none of what made it bad is missing among them. */
final class TrialRuns {
  /** No file has so many tests: a count beyond that is not believed. */
  private static final int MOST_UNNAMED = 100_000;

  private TrialRuns() {}

  /**
   * The tests of a counted trial in their order. A bad trial that no test explains (the JVM died, a
   * time-out, a class that did not load, a command that failed, a foreign implementation without
   * details) gets one run more, which says the reason.
   */
  static List<TestRun> of(Trial trial, TestId spec, Runner runner) {
    List<CaseResult> results = new ArrayList<>(trial.cases());
    if (results.isEmpty() && !runner.runsCommands()) {
      unnamed(trial, spec, results);
    }
    List<TestRun> runs = new ArrayList<>();
    List<CaseResult> told = TimedOutTests.of(trial, results);
    for (CaseResult result : told) {
      runs.add(new TestRun(result));
    }
    if (WholeFailure.isMissing(trial, told)) {
      runs.add(new TestRun(whole(trial, spec, runner, Outcome.ERROR, WholeFailure.why(trial))));
    } else if (runs.isEmpty() && saysSomething(trial, runner)) {
      Outcome outcome =
          trial.verdict() == TrialVerdict.PENDING && trial.passed() == 0
              ? Outcome.SKIPPED
              : Outcome.PASSED;
      String message = outcome == Outcome.SKIPPED ? trial.reason() : null;
      runs.add(new TestRun(whole(trial, spec, runner, outcome, message)));
    }
    return withOutput(runs, trial);
  }

  /**
   * The tests of a slave that only counts them, as those of Ruby rrrspec do. What failed comes
   * first, so that a test that is good in another trial of the task shows it as its own failure.
   */
  private static void unnamed(Trial trial, TestId spec, List<CaseResult> results) {
    int all = trial.failed() + trial.pending() + trial.passed();
    if (trial.failed() < 0 || trial.pending() < 0 || trial.passed() < 0 || all > MOST_UNNAMED) {
      return;
    }
    // Times of another host may run backwards.
    long each = Math.max(0, trial.duration().toMillis()) / Math.max(1, all);
    for (int i = 0; i < all; i++) {
      Outcome outcome =
          i < trial.failed()
              ? Outcome.FAILED
              : i < trial.failed() + trial.pending() ? Outcome.SKIPPED : Outcome.PASSED;
      String message =
          outcome == Outcome.FAILED
              ? "%d of its tests failed; its slave did not say which".formatted(trial.failed())
              : null;
      results.add(
          new CaseResult(spec.className(), "test " + (i + 1), outcome, each, message, null, null));
    }
  }

  /** A class in which no engine found a test is not reported, as with Surefire. */
  private static boolean saysSomething(Trial trial, Runner runner) {
    return runner.runsCommands() || trial.passed() + trial.pending() > 0;
  }

  private static CaseResult whole(
      Trial trial, TestId spec, Runner runner, Outcome outcome, @Nullable String message) {
    long spent = trial.cases().stream().mapToLong(CaseResult::millis).sum();
    long rest = Math.max(0, trial.duration().toMillis() - spent);
    return new CaseResult(
        spec.className(), nameOfWhole(spec, runner), outcome, rest, message, null, null);
  }

  /** A command is its own only test; what is red about a class as a whole has no name. */
  static String nameOfWhole(TestId spec, Runner runner) {
    return runner.runsCommands() ? spec.className() : "";
  }

  /** The output is kept by trial, not by test: it goes to what a reader will look at first. */
  private static List<TestRun> withOutput(List<TestRun> runs, Trial trial) {
    if (runs.isEmpty() || (trial.stdout().isEmpty() && trial.stderr().isEmpty())) {
      return runs;
    }
    int carrier = 0;
    for (int i = runs.size() - 1; i >= 0; i--) {
      if (runs.get(i).red()) {
        carrier = i;
      }
    }
    runs.set(carrier, new TestRun(runs.get(carrier).result(), trial.stdout(), trial.stderr()));
    return runs;
  }
}

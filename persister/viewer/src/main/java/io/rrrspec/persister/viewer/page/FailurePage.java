package io.rrrspec.persister.viewer.page;

import io.rrrspec.common.diff.DiffLine;
import io.rrrspec.common.diff.TextDiff;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.Comparison;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.run.FailedTest;
import io.rrrspec.common.run.TimedOutTests;
import io.rrrspec.common.run.WholeFailure;
import io.rrrspec.persister.viewer.run.RunView;
import io.rrrspec.persister.viewer.text.Ansi;
import io.rrrspec.persister.viewer.text.DisplayText;
import io.rrrspec.persister.viewer.text.TraceLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A test that failed, once for all trials in which it did.
 *
 * @param test the last time it failed
 * @param times in how many trials
 * @param detail the whole of it; null where it is one of many
 */
public record FailurePage(FailedTest test, int times, @Nullable Detail detail) {
  private static final int TAIL = 4_000;
  private static final int MOST_LINES = 200;
  private static final int LONGEST_MESSAGE = 10_000;

  /**
   * What is known of it.
   *
   * @param message what it said; may be empty
   * @param diffs where the values of its assertions differ
   * @param trace its trimmed stack trace
   * @param stdout the end of what its trial wrote
   * @param stderr the same for standard error
   */
  public record Detail(
      String message,
      List<Diff> diffs,
      List<TraceLine> trace,
      List<List<Ansi.Span>> stdout,
      List<List<Ansi.Span>> stderr) {}

  /**
   * Where two values differ.
   *
   * @param message what the assertion said, if it is one of several; may be empty
   * @param lines of both
   */
  public record Diff(String message, List<DiffLine> lines) {
    static Diff of(Comparison values) {
      List<DiffLine> lines = TextDiff.of(values.expected(), values.actual());
      return new Diff(
          values.message() == null ? "" : values.message(),
          lines.size() <= MOST_LINES ? lines : lines.subList(0, MOST_LINES));
    }
  }

  /** Names it on its page; the same as long as the run has it. */
  public String id() {
    return test.taskNo()
        + "-"
        + Integer.toHexString((test.className() + "#" + test.name()).hashCode());
  }

  /** What the test is called. */
  public String name() {
    return test.name().isEmpty() ? "(the class as a whole)" : test.name();
  }

  /** Whether it is a test that may be muted, and no class as a whole. */
  public boolean quarantinable() {
    return !test.name().isEmpty();
  }

  /** The test as a quarantine names it. */
  public String testId() {
    return DisplayText.testId(test.specFile(), test.className(), test.name());
  }

  /** What is said of it in one line; its exception where it has no message. */
  public String said() {
    String message = test.message();
    return message == null || message.isBlank() ? test.cause() : message;
  }

  /** Where it is told with all tests of its trial. */
  public String address(Taskset run) {
    return "/runs/"
        + run.id()
        + "/task?name="
        + DisplayText.query(test.specFile())
        + "&trial="
        + test.trialNo()
        + "#t"
        + test.caseNo();
  }

  /** One for each test, in the order in which they first failed. */
  static List<FailurePage> of(List<FailedTest> failed) {
    Map<List<?>, FailedTest> last = new LinkedHashMap<>();
    Map<List<?>, Integer> times = new HashMap<>();
    for (FailedTest test : failed) {
      List<?> id = RunFailures.identity(test);
      last.put(id, test);
      times.merge(id, 1, Integer::sum);
    }
    List<FailurePage> all = new ArrayList<>();
    last.forEach((id, test) -> all.add(new FailurePage(test, times.getOrDefault(id, 1), null)));
    return all;
  }

  /**
   * The same with all that is known of it.
   *
   * @param texts the trials that were read before, by task and number
   */
  FailurePage inFull(RunView run, Map<String, Optional<Trial>> texts) {
    return texts
        .computeIfAbsent(
            test.taskNo() + " " + test.trialNo(), key -> run.trial(test.taskNo(), test.trialNo()))
        .map(text -> new FailurePage(test, times, detail(test, text)))
        .orElse(this);
  }

  private static Detail detail(FailedTest test, Trial text) {
    List<CaseResult> cases = TimedOutTests.of(text);
    CaseResult result = test.caseNo() < cases.size() ? cases.get(test.caseNo()) : null;
    // What stands for a class as a whole is no test of its trial.
    String message =
        result != null
            ? result.toldMessage()
            : test.name().isEmpty() ? WholeFailure.why(text) : test.message();
    String trace = result == null || result.trace() == null ? "" : result.trace();
    return new Detail(
        DisplayText.beginning(message == null ? "" : message, LONGEST_MESSAGE),
        result == null ? List.of() : result.comparisons().stream().map(Diff::of).toList(),
        TraceLine.trimmed(trace, test.className()),
        Ansi.lines(tail(text.stdout())),
        Ansi.lines(tail(text.stderr())));
  }

  private static String tail(String text) {
    if (text.length() <= TAIL) {
      return text;
    }
    int from = text.indexOf('\n', text.length() - TAIL);
    return text.substring(from < 0 ? text.length() - TAIL : from + 1);
  }
}

package io.rrrspec.client.report;

import io.rrrspec.client.report.result.Divided;
import io.rrrspec.client.report.result.RunSummary;
import io.rrrspec.client.report.result.RunSummary.WithoutTests;
import io.rrrspec.client.report.result.SecondLooks;
import io.rrrspec.client.report.terminal.Phrases;
import io.rrrspec.client.report.terminal.PlainText;
import io.rrrspec.client.report.terminal.Style;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.run.CauseGroup;
import io.rrrspec.common.run.ModuleSum;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Draws a summary as text. What matters most comes last, where the eye is when a run ends: failures
 * and flaky tests above, the verdict at the bottom. Equal summaries give equal text.
 */
public final class SummaryTable {
  private static final int MOST_CAUSES = 50;
  private static final int MOST_LISTED = 20;
  private static final int MOST_NAMES = 5;
  private static final int BAR = 20;
  private static final int LABEL = 11;

  private final Style style;
  private final Detail detail;
  private final FailureText failures;
  private final ClassLinks links;

  private SummaryTable(Style style, Detail detail, ClassLinks links) {
    this.style = style;
    this.detail = detail;
    this.links = links;
    this.failures = new FailureText(style, detail, links);
  }

  /**
   * Draws it.
   *
   * @param summary what to draw
   * @param style how
   * @return lines, each ended by {@code \n}; names and messages are cut to the style's width
   */
  public static String render(RunSummary summary, Style style) {
    return render(summary, style, "");
  }

  /**
   * Draws it, with what to type next if it is red.
   *
   * @param again the command that runs what failed once more, such as {@code rrrspec-java run
   *     --failed}; empty for none
   */
  public static String render(RunSummary summary, Style style, String again) {
    return render(summary, style, again, "");
  }

  /**
   * Draws it, with what to type to run a failed test alone.
   *
   * @param single the command that takes a PATTERN, such as {@code rrrspec-java run}; empty for
   *     none
   */
  public static String render(RunSummary summary, Style style, String again, String single) {
    return render(summary, style, again, single, PastHints.NONE);
  }

  /**
   * Draws it, with what to type for a class that failed after others.
   *
   * @param past the commands
   */
  public static String render(
      RunSummary summary, Style style, String again, String single, PastHints past) {
    return render(summary, style, again, single, past, Detail.USUAL);
  }

  /**
   * Draws more of it, or less.
   *
   * @param detail how much
   */
  public static String render(
      RunSummary summary, Style style, String again, String single, PastHints past, Detail detail) {
    return render(summary, style, again, single, past, detail, ClassLinks.NONE);
  }

  /**
   * Draws it with links.
   *
   * @param links where the names of classes lead, if the style has links
   */
  public static String render(
      RunSummary summary,
      Style style,
      String again,
      String single,
      PastHints past,
      Detail detail,
      ClassLinks links) {
    SummaryTable table = new SummaryTable(style, detail, links);
    List<String> lines = new ArrayList<>();
    if (detail != Detail.RESULT) {
      table.failures(summary, single, lines);
      table.flaky(summary, lines);
      table.muted(summary, lines);
      table.orderDependent(summary, past, lines);
      table.refused(summary, lines);
      table.whole(summary, lines);
      table.retried(summary, lines);
      table.slowest(summary, lines);
      table.modules(summary, lines);
    }
    table.verdict(summary, again, lines);
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(line.stripTrailing()).append('\n'));
    return text.toString();
  }

  private void heading(String title, List<String> lines) {
    if (!lines.isEmpty()) {
      lines.add("");
    }
    String start = style.rule(2) + ' ';
    lines.add(
        style.dim(start)
            + style.bold(title)
            + style.dim(' ' + style.rule(style.width() - 4 - PlainText.width(title))));
  }

  private void failures(RunSummary summary, String single, List<String> lines) {
    if (summary.failed().isEmpty()) {
      return;
    }
    heading("Failures", lines);
    List<CauseGroup<RunSummary.Failed>> causes = summary.failedByCause();
    int most = detail == Detail.ALL ? Integer.MAX_VALUE : MOST_CAUSES;
    List<CauseGroup<RunSummary.Failed>> shown = causes.subList(0, Math.min(most, causes.size()));
    int digits = String.valueOf(shown.size()).length();
    for (int i = 0; i < shown.size(); i++) {
      RunSummary.Failed first = shown.get(i).first();
      lines.add("");
      String mark = String.format(Locale.ROOT, " %" + digits + "d) ", i + 1);
      lines.addAll(this.failures.lines(mark, first, mark.length()));
      if (!single.isEmpty()) {
        // Whole, however narrow the terminal is: somebody will copy it.
        SingleTest.pattern(first)
            .ifPresent(
                pattern ->
                    lines.add(
                        " ".repeat(mark.length())
                            + style.dim("again: " + single + ' ' + SingleTest.quoted(pattern))));
      }
      others(shown.get(i).others(), mark.length(), lines);
    }
    int told = shown.stream().mapToInt(cause -> cause.failures().size()).sum();
    andMore(summary.failed().size() - told, lines);
  }

  /** Those that failed for the same reason as the one above. */
  private void others(List<RunSummary.Failed> others, int indent, List<String> lines) {
    if (others.isEmpty()) {
      return;
    }
    String blanks = " ".repeat(indent);
    lines.add(
        blanks + style.red("and " + Phrases.number(others.size()) + " more with this cause:"));
    int most = detail == Detail.ALL ? Integer.MAX_VALUE : MOST_NAMES;
    int shown = Math.min(most, others.size());
    for (RunSummary.Failed other : others.subList(0, shown)) {
      String name = this.failures.name(other.className(), other.result().name());
      lines.add(blanks + "  " + PlainText.cutStart(name, style.width() - indent - 2, style.more()));
    }
    int more = others.size() - shown;
    if (more > 0) {
      lines.add(blanks + "  " + style.dim(style.more() + " and " + Phrases.number(more) + " more"));
    }
  }

  private void flaky(RunSummary summary, List<String> lines) {
    if (summary.flaky().isEmpty()) {
      return;
    }
    heading("Flaky: failed, then did not", lines);
    int shown = Math.min(MOST_LISTED, summary.flaky().size());
    for (RunSummary.Flaky flaky : summary.flaky().subList(0, shown)) {
      String times = "failed " + (flaky.failures() == 1 ? "once" : flaky.failures() + " times");
      lines.add(
          spread(
              " " + mark() + " ",
              this.failures.name(flaky.className(), flaky.name()),
              flaky.className(),
              times));
      String message = flaky.first().message();
      if (message != null && !message.isBlank()) {
        lines.add(
            "   "
                + style.dim(
                    PlainText.cut(PlainText.line(message), style.width() - 3, style.more())));
      }
    }
    andMore(summary.flaky().size() - shown, lines);
  }

  private void muted(RunSummary summary, List<String> lines) {
    if (summary.muted().isEmpty()) {
      return;
    }
    heading("Quarantine: failed, and does not count", lines);
    int shown = Math.min(MOST_LISTED, summary.muted().size());
    for (RunSummary.Muted muted : summary.muted().subList(0, shown)) {
      String name = this.failures.name(muted.className(), muted.result().name());
      lines.add(
          style.yellow(" " + mark() + " ")
              + PlainText.cutStart(name, style.width() - 3, style.more()));
      for (String text : mutedFacts(muted.result())) {
        String line = PlainText.cut(PlainText.line(text), style.width() - 3, style.more());
        lines.add("   " + style.dim(line));
      }
    }
    andMore(summary.muted().size() - shown, lines);
  }

  private static List<String> mutedFacts(CaseResult result) {
    return Stream.of(result.quarantine(), result.message())
        .filter(text -> text != null && !text.isBlank())
        .map(Objects::requireNonNull)
        .toList();
  }

  private void fails(String label, int classes, String when, List<String> lines) {
    if (classes > 0) {
      String count = Phrases.count(classes, "class") + (classes == 1 ? " fails " : " fail ");
      row(label, style.yellow(count + when), lines);
    }
  }

  private void orderDependent(RunSummary summary, PastHints past, List<String> lines) {
    dependent(
        "Order-dependent: failed after others, passed alone", summary.afterOthers(), past, lines);
    dependent(
        "Conflicts: failed beside others, passed with the host to themselves",
        summary.besideOthers(),
        PastHints.NONE,
        lines);
  }

  private void dependent(
      String heading,
      List<RunSummary.OrderDependentClass> classes,
      PastHints past,
      List<String> lines) {
    if (classes.isEmpty()) {
      return;
    }
    heading(heading, lines);
    int shown = Math.min(MOST_LISTED, classes.size());
    for (var dependent : classes.subList(0, shown)) {
      lines.add(
          style.yellow(" " + mark() + " ")
              + PlainText.cutStart(
                  PlainText.line(dependent.name()), style.width() - 3, style.more()));
      // Not cut off: all of it is needed to mend the class.
      lines.add("   " + PlainText.line(dependent.dependence().facts()));
      if (!dependent.dependence().confirmed()) {
        lines.add(
            dependent.dependence().relation().isConflict()
                ? "   not confirmed: the next run looks again"
                : "   not confirmed: rrrspec-java bisect " + SingleTest.quoted(dependent.name()));
      }
      CaseResult first = dependent.first();
      if (first != null) {
        String message = first.message();
        // What failed around the tests has no name.
        String start =
            first.name().isEmpty() || message == null ? first.name() : first.name() + ": ";
        lines.add(
            "   "
                + style.dim(
                    PlainText.cut(
                        PlainText.line(start + (message == null ? "" : message.strip())),
                        style.width() - 3,
                        style.more())));
      }
      // Whole, however narrow the terminal is: somebody will copy it.
      past.of(dependent.name())
          .forEach(command -> lines.add("   " + style.dim("again: " + command)));
    }
    andMore(classes.size() - shown, lines);
  }

  private void refused(RunSummary summary, List<String> lines) {
    for (JvmKind kind : JvmKind.FOR_SPEED) {
      String name = JvmsText.name(kind);
      classes(
          name + ": failed there only, and get none any more",
          summary.jvms().refused().getOrDefault(kind, List.of()),
          lines);
      classes(
          name + ": ran other tests there than before, so ran as is",
          summary.jvms().differing().getOrDefault(kind, List.of()),
          lines);
    }
  }

  private void classes(String heading, List<String> names, List<String> lines) {
    if (names.isEmpty()) {
      return;
    }
    heading(heading, lines);
    int shown = Math.min(MOST_LISTED, names.size());
    for (String name : names.subList(0, shown)) {
      lines.add(
          style.yellow(" " + mark() + " ")
              + PlainText.cutStart(PlainText.line(name), style.width() - 3, style.more()));
    }
    andMore(names.size() - shown, lines);
  }

  private void whole(RunSummary summary, List<String> lines) {
    List<Divided.Whole> whole = summary.divided().whole();
    if (whole.isEmpty()) {
      return;
    }
    heading("Whole instead of in parts", lines);
    int shown = Math.min(MOST_LISTED, whole.size());
    for (Divided.Whole one : whole.subList(0, shown)) {
      lines.add(
          " " + PlainText.cutStart(PlainText.line(one.name()), style.width() - 1, style.more()));
      lines.add(
          "   "
              + style.dim(
                  PlainText.cut(PlainText.line(one.why()), style.width() - 3, style.more())));
      if (one.passedAfterFailure()) {
        lines.add("   " + style.dim("it passed whole: flaky, or its tests need one another"));
      }
    }
    andMore(whole.size() - shown, lines);
  }

  private void retried(RunSummary summary, List<String> lines) {
    if (summary.retried().isEmpty()) {
      return;
    }
    heading("Retried", lines);
    int shown = Math.min(MOST_LISTED, summary.retried().size());
    for (RunSummary.Retried retried : summary.retried().subList(0, shown)) {
      String facts =
          Phrases.count(retried.trials(), "trial") + (retried.good() ? ", good" : ", red");
      lines.add(spread(" " + mark() + " ", PlainText.line(retried.name()), retried.name(), facts));
    }
    andMore(summary.retried().size() - shown, lines);
  }

  private void slowest(RunSummary summary, List<String> lines) {
    // Of a single class the verdict says it all.
    if (summary.slowest().size() < 2) {
      return;
    }
    heading("Slowest classes", lines);
    Duration longest = summary.slowest().get(0).time();
    for (RunSummary.Slow slow : summary.slowest()) {
      double share = (double) slow.time().toMillis() / Math.max(1, longest.toMillis());
      String start = timeOf(slow.time());
      String name =
          PlainText.cutStart(
              PlainText.line(slow.name()),
              style.width() - PlainText.width(start) - BAR - 2,
              style.more());
      String linked = style.link(links.of(slow.name()), name);
      lines.add(start + style.dim(style.bar(share, BAR)) + "  " + linked);
    }
  }

  private void modules(RunSummary summary, List<String> lines) {
    if (!summary.ofManyModules()) {
      return;
    }
    heading("Modules", lines);
    int shown = Math.min(MOST_LISTED, summary.modules().size());
    for (ModuleSum module : summary.modules().subList(0, shown)) {
      String start = timeOf(module.time());
      String facts = Phrases.classes(module.classes(), module.failed());
      int room = style.width() - PlainText.width(start) - PlainText.width(facts) - 2;
      String name = PlainText.cutStart(PlainText.line(module.name()), room, style.more());
      lines.add(
          start
              + PlainText.pad(name, room)
              + "  "
              + (module.failed() == 0 ? style.dim(facts) : style.red(facts)));
    }
    int more = summary.modules().size() - shown;
    if (more > 0) {
      lines.add(
          " ".repeat(timeOf(Duration.ZERO).length())
              + style.dim(style.more() + " and " + Phrases.count(more, "more module")));
    }
  }

  /** A time at the start of a line, right-aligned. */
  private static String timeOf(Duration duration) {
    String time = Phrases.time(duration);
    return " " + " ".repeat(Math.max(0, 8 - time.length())) + time + "  ";
  }

  private void verdict(RunSummary summary, String again, List<String> lines) {
    if (!lines.isEmpty()) {
      lines.add("");
    }
    lines.add(style.dim(style.rule(style.width())));
    String word = word(summary);
    String label = PlainText.pad(" " + word, LABEL);
    lines.add(coloured(summary, style.bold(label)) + counts(summary));
    String reason = summary.shownReason();
    if (reason != null) {
      row("Reason", PlainText.line(reason), lines);
    }
    row("Classes", classes(summary), lines);
    withoutTests(summary.withoutTests(), lines);
    fails("Order", summary.afterOthers().size(), "only after others", lines);
    fails("Conflicts", summary.besideOthers().size(), "only beside others", lines);
    if (summary.looks().isNotable()) {
      row("Reruns", reruns(summary.looks()), lines);
    }
    if (summary.notSelected() > 0) {
      row(
          "No match",
          Phrases.count(summary.notSelected(), summary.tasks() == 0 ? "class" : "more class")
              + " without a test that was asked for",
          lines);
    }
    if (!summary.elapsed().isZero()) {
      row("Time", time(summary), lines);
    }
    if (summary.jvms().isNotable()) {
      row("JVMs", JvmsText.kinds(summary.jvms()), lines);
    }
    JvmsText.unstarted(summary.jvms()).forEach(line -> lines.add(" " + style.yellow(line)));
    if (summary.divided().classes() > 0) {
      row(
          "Parts",
          Phrases.count(summary.divided().classes(), "class")
              + " in "
              + Phrases.number(summary.divided().parts())
              + " parts",
          lines);
    }
    if (!summary.retried().isEmpty() || summary.lostTrials() > 0) {
      row("Retries", retries(summary), lines);
    }
    if (summary.red() && !again.isEmpty()) {
      // Whole, however narrow the terminal is: somebody will copy it.
      lines.add(style.dim(PlainText.pad(" Again", LABEL)) + again);
    }
  }

  /** The verdict in a word: PASSED, FAILED, CANCELLED, RUNNING, or NO TESTS if none fits. */
  public static String word(RunSummary summary) {
    if (summary.status() == TasksetStatus.CANCELLED) {
      return "CANCELLED";
    }
    if (!summary.status().isFinal()) {
      return "RUNNING";
    }
    if (summary.red()) {
      return "FAILED";
    }
    return summary.tests() == 0 && summary.notSelected() > 0 ? "NO TESTS" : "PASSED";
  }

  private String coloured(RunSummary summary, String text) {
    return switch (word(summary)) {
      case "PASSED" -> style.green(text);
      case "FAILED" -> style.red(text);
      default -> style.yellow(text);
    };
  }

  private String counts(RunSummary summary) {
    List<String> parts = new ArrayList<>();
    if (summary.failures() > 0) {
      parts.add(style.red(Phrases.number(summary.failures()) + " failed"));
    }
    if (summary.realErrors() > 0) {
      parts.add(style.red(Phrases.count(summary.realErrors(), "error")));
    }
    parts.add(style.green(Phrases.number(summary.passed()) + " passed"));
    if (!summary.flaky().isEmpty()) {
      parts.add(style.yellow(Phrases.number(summary.flaky().size()) + " flaky"));
    }
    if (!summary.muted().isEmpty()) {
      parts.add(style.yellow(Phrases.number(summary.muted().size()) + " failed in quarantine"));
    }
    if (summary.realSkipped() > 0) {
      parts.add(style.yellow(Phrases.number(summary.realSkipped()) + " skipped"));
    }
    return String.join(", ", parts)
        + "  "
        + style.dim(
            "of "
                + Phrases.count(summary.realTests(), "test")
                + (summary.status().isFinal() ? "" : " so far"));
  }

  private static String classes(RunSummary summary) {
    StringBuilder text = new StringBuilder(Phrases.number(summary.decided()));
    if (summary.decided() < summary.tasks()) {
      text.append(" of ").append(Phrases.number(summary.tasks())).append(" finished");
    }
    if (summary.failedTasks() > 0) {
      text.append(", ").append(Phrases.number(summary.failedTasks())).append(" of them failed");
    }
    if (summary.notRun() > 0) {
      text.append(", ").append(Phrases.number(summary.notRun())).append(" not run");
    }
    return text.toString();
  }

  /** A line for each reason that a class can have, as of most classes it is the same. */
  private void withoutTests(List<WithoutTests> tasks, List<String> lines) {
    byReason(tasks.stream().filter(task -> !task.isNotRun()))
        .forEach(
            (why, names) ->
                row(
                    "No tests",
                    Phrases.count(names.size(), "class")
                        + (why.isEmpty() ? "" : ", " + of(names.size(), PlainText.line(why)))
                        + ": "
                        + some(names),
                    lines));
    // Somebody has to do something about these, so that neither class nor remedy may be cut off.
    byReason(tasks.stream().filter(WithoutTests::isNotRun))
        .forEach(
            (why, names) -> {
              row("Not run", Phrases.count(names.size(), "class") + ": " + some(names), lines);
              row("", PlainText.line(why), lines);
            });
  }

  private static Map<String, List<String>> byReason(Stream<WithoutTests> tasks) {
    return tasks.collect(
        Collectors.groupingBy(
            WithoutTests::reason,
            TreeMap::new,
            Collectors.mapping(task -> PlainText.line(task.name()), Collectors.toList())));
  }

  private static String some(List<String> names) {
    String more = names.size() > MOST_NAMES ? ", …" : "";
    return String.join(", ", names.stream().limit(MOST_NAMES).toList()) + more;
  }

  /** A reason is written of one class. */
  private static String of(int classes, String why) {
    return classes == 1
        ? why
        : why.replaceFirst("^its ", "their ").replaceFirst("^it has ", "they have ");
  }

  /** {@code 2 failed classes run again to find out why, 27.0 s: not explained}. */
  private static String reruns(SecondLooks looks) {
    String all = looks.explained() == looks.classes() ? "explained" : "not explained";
    boolean some = looks.explained() > 0 && looks.explained() < looks.classes();
    return Phrases.count(looks.classes(), "failed class")
        + " run again to find out why, "
        + Phrases.time(looks.time())
        + ": "
        + (some ? Phrases.number(looks.explained()) + " explained" : all);
  }

  private static String time(RunSummary summary) {
    return Phrases.time(summary.elapsed()) + " for " + Phrases.time(summary.work()) + " of tests";
  }

  private static String retries(RunSummary summary) {
    List<String> parts = new ArrayList<>();
    if (!summary.retried().isEmpty()) {
      long helped = summary.retried().stream().filter(RunSummary.Retried::good).count();
      parts.add(
          Phrases.count(summary.retried().size(), "class")
              + " retried, "
              + Phrases.number(helped)
              + " good in the end");
    }
    if (summary.lostTrials() > 0) {
      parts.add(
          Phrases.count(summary.lostTrials(), "trial")
              + (summary.lostTrials() == 1 ? " lost with its host" : " lost with their hosts"));
    }
    return String.join("; ", parts);
  }

  private void row(String label, String text, List<String> lines) {
    lines.add(
        style.dim(PlainText.pad(" " + label, LABEL))
            + PlainText.cut(text, style.width() - LABEL, style.more()));
  }

  /** A name on the left, which leads to that of a class, a fact on the right. */
  private String spread(String start, String name, String className, String fact) {
    int room = style.width() - PlainText.width(start) - PlainText.width(fact) - 2;
    String shown = PlainText.cutStart(name, room, style.more());
    return style.yellow(start)
        + style.link(links.of(className), shown)
        + PlainText.pad("", room - PlainText.width(shown))
        + "  "
        + style.dim(fact);
  }

  private String mark() {
    return style.unicode() ? "↻" : "~";
  }

  private void andMore(int more, List<String> lines) {
    if (more > 0) {
      lines.add("");
      lines.add("   " + style.dim("and " + Phrases.number(more) + " more"));
    }
  }
}

package io.rrrspec.client.report.ci;

import io.rrrspec.client.report.SummaryTable;
import io.rrrspec.client.report.result.RunSummary;
import io.rrrspec.client.report.terminal.Phrases;
import io.rrrspec.client.report.terminal.PlainText;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.run.CauseGroup;
import io.rrrspec.common.run.ModuleSum;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A run as Markdown, for the summary page of a build server. */
public final class MarkdownSummary {
  private static final int MOST_CAUSES = 50;
  private static final int MOST_NAMES = 5;
  private static final int MOST_LISTED = 20;
  private static final int LONGEST_MESSAGE = 300;

  private MarkdownSummary() {}

  /** Writes the summary as Markdown. */
  public static String render(RunSummary summary) {
    StringBuilder text = new StringBuilder();
    text.append("### ").append(mark(summary)).append(' ').append(SummaryTable.word(summary));
    text.append(": ").append(counts(summary)).append("\n\n");
    String reason = summary.shownReason();
    if (reason != null) {
      text.append(escaped(reason)).append("\n\n");
    }
    if (!summary.elapsed().isZero()) {
      text.append(Phrases.count(summary.tasks(), "class"));
      text.append(
          summary.notRun() == 0 ? "" : ", " + Phrases.number(summary.notRun()) + " not run");
      text.append(summary.notRun() == 0 ? " in " : ", in ");
      text.append(Phrases.time(summary.elapsed())).append(", ");
      text.append(Phrases.time(summary.work())).append(" of tests\n\n");
    }
    failed(text, summary);
    table(
        text,
        "Flaky: failed, then did not",
        "first failure",
        summary.flaky(),
        MOST_LISTED,
        it -> name(it.className(), it.name()),
        it -> message(it.first()));
    table(
        text,
        "Quarantine: failed, and does not count",
        "until when and why, first failure",
        summary.muted(),
        MOST_LISTED,
        it -> name(it.className(), it.result().name()),
        it -> orEmpty(it.result().toldMessage()));
    table(
        text,
        "Order-dependent: failed after others, passed alone",
        "after which",
        summary.afterOthers(),
        MOST_LISTED,
        RunSummary.OrderDependentClass::name,
        it -> it.dependence().facts());
    table(
        text,
        "Conflicts: failed beside others, passed with the host to themselves",
        "beside which",
        summary.besideOthers(),
        MOST_LISTED,
        RunSummary.OrderDependentClass::name,
        it -> it.dependence().facts());
    table(
        text,
        "Classes without tests",
        "why",
        summary.withoutTests(),
        MOST_LISTED,
        RunSummary.WithoutTests::name,
        it -> orEmpty(it.why()));
    table(
        text,
        "Modules",
        "classes, time",
        summary.ofManyModules() ? summary.modules() : List.<ModuleSum>of(),
        MOST_LISTED,
        ModuleSum::name,
        it -> Phrases.classes(it.classes(), it.failed()) + ", " + time(it.time()));
    table(
        text,
        "Slowest classes",
        "time",
        summary.slowest().size() < 2 ? List.<RunSummary.Slow>of() : summary.slowest(),
        MOST_LISTED,
        RunSummary.Slow::name,
        it -> time(it.time()));
    return text.toString();
  }

  /** A row for each cause, with the first test and the names of some others. */
  private static void failed(StringBuilder text, RunSummary summary) {
    List<CauseGroup<RunSummary.Failed>> causes = summary.failedByCause();
    if (causes.isEmpty()) {
      return;
    }
    text.append("| Failed | message |\n|---|---|\n");
    int told = 0;
    for (CauseGroup<RunSummary.Failed> cause :
        causes.subList(0, Math.min(MOST_CAUSES, causes.size()))) {
      text.append("| ").append(escaped(name(cause.first())));
      text.append(others(cause.others()));
      text.append(" | ").append(escaped(message(cause.first().result()))).append(" |\n");
      told += cause.failures().size();
    }
    andMore(text, summary.failed().size() - told);
    text.append('\n');
  }

  private static String others(List<RunSummary.Failed> others) {
    if (others.isEmpty()) {
      return "";
    }
    String names =
        others.stream()
            .limit(MOST_NAMES)
            .map(other -> escaped(name(other)))
            .collect(Collectors.joining("<br>"));
    return "<br>and "
        + Phrases.number(others.size())
        + " more with this cause:<br>"
        + names
        + (others.size() > MOST_NAMES ? "<br>…" : "");
  }

  private static void andMore(StringBuilder text, int more) {
    if (more > 0) {
      text.append("| and ").append(Phrases.number(more)).append(" more | |\n");
    }
  }

  private static <T> void table(
      StringBuilder text,
      String title,
      String second,
      List<T> rows,
      int most,
      java.util.function.Function<T, String> name,
      java.util.function.Function<T, String> fact) {
    if (rows.isEmpty()) {
      return;
    }
    text.append("| ").append(title).append(" | ").append(second).append(" |\n|---|---|\n");
    text.append(
        rows.stream()
            .limit(most)
            .map(row -> "| " + escaped(name.apply(row)) + " | " + escaped(fact.apply(row)) + " |\n")
            .collect(Collectors.joining()));
    andMore(text, rows.size() - most);
    text.append('\n');
  }

  private static String mark(RunSummary summary) {
    return switch (SummaryTable.word(summary)) {
      case "PASSED" -> "✅";
      case "FAILED" -> "❌";
      default -> "⚠️";
    };
  }

  private static String counts(RunSummary summary) {
    StringBuilder text = new StringBuilder();
    append(text, summary.failures(), " failed, ");
    int errors = summary.realErrors();
    append(text, errors, errors == 1 ? " error, " : " errors, ");
    text.append(Phrases.number(summary.passed())).append(" passed");
    if (!summary.flaky().isEmpty()) {
      text.append(", ").append(Phrases.number(summary.flaky().size())).append(" flaky");
    }
    if (!summary.muted().isEmpty()) {
      text.append(", ")
          .append(Phrases.number(summary.muted().size()))
          .append(" failed in quarantine");
    }
    if (summary.realSkipped() > 0) {
      text.append(", ").append(Phrases.number(summary.realSkipped())).append(" skipped");
    }
    return text.append(" of ").append(Phrases.count(summary.realTests(), "test")).toString();
  }

  private static void append(StringBuilder text, int number, String what) {
    if (number > 0) {
      text.append(Phrases.number(number)).append(what);
    }
  }

  private static String name(RunSummary.Failed failed) {
    return name(failed.className(), failed.result().name());
  }

  private static String name(String className, String test) {
    return test.isEmpty() || test.equals(className) ? className : className + " › " + test;
  }

  private static String message(CaseResult result) {
    String message = orEmpty(result.message());
    return message.isBlank() ? orEmpty(result.type()) : message;
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static String time(Duration time) {
    return Phrases.time(time);
  }

  /** One line in which nothing is markup. */
  private static String escaped(String text) {
    String line = PlainText.cut(PlainText.line(text), LONGEST_MESSAGE, "…");
    return line.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replaceAll("([\\\\`*_{}\\[\\]#|~])", "\\\\$1");
  }
}

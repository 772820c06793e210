package io.rrrspec.client.report;

import io.rrrspec.client.report.result.RunSummary;
import io.rrrspec.client.report.terminal.Phrases;
import io.rrrspec.client.report.terminal.PlainText;
import io.rrrspec.client.report.terminal.Style;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.Comparison;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Draws one failure: which test, what it said, what differs between expected and actual, and the
 * project's own frames.
 */
public final class FailureText {
  private static final String COMPARED = "Suppressed: org.opentest4j.AssertionFailedError";
  private static final int MESSAGE_LINES = 16;

  /** Of a message whose values are shown below it. */
  private static final int COMPARED_MESSAGE_LINES = 6;

  private static final int COMPARISON_LINES = 30;
  private static final int TRACE_LINES = 12;
  private static final int ERROR_LINES = 6;
  private static final int ALL_LINES = 2_000;

  private final Style style;
  private final Detail detail;
  private final ComparisonText values;
  private final ClassLinks links;

  public FailureText(Style style) {
    this(style, Detail.USUAL, ClassLinks.NONE);
  }

  /**
   * Draws more of failures, or less.
   *
   * @param links where the name of a class leads
   */
  public FailureText(Style style, Detail detail, ClassLinks links) {
    this.style = style;
    this.detail = detail;
    this.links = links;
    this.values = new ComparisonText(style);
  }

  /** Class and test, on one line of untrusted text made harmless. */
  public String name(String className, String testName) {
    String type = PlainText.line(className);
    String name = PlainText.line(testName);
    return name.isEmpty() || name.equals(type) ? type : type + style.into() + name;
  }

  /**
   * The lines of a failure.
   *
   * @param mark what it begins with, such as its number
   * @param indent blanks before every line after the first
   */
  public List<String> lines(String mark, RunSummary.Failed failed, int indent) {
    CaseResult result = failed.result();
    String kind = result.outcome() == Outcome.ERROR ? "error" : "failed";
    String facts = kind + "  " + Phrases.time(Duration.ofMillis(result.millis()));
    if (failed.times() > 1) {
      facts = "failed " + failed.times() + " times";
    }
    List<String> lines = new ArrayList<>();
    int room = style.width() - PlainText.width(mark) - PlainText.width(facts) - 2;
    String name = PlainText.cutStart(name(failed.className(), result.name()), room, style.more());
    String linked = style.link(links.of(failed.className()), style.bold(name));
    lines.add(
        style.red(mark)
            + linked
            + PlainText.pad("", room - PlainText.width(name))
            + "  "
            + style.red(facts));
    String blanks = " ".repeat(indent);
    int columns = style.width() - indent;
    List<String> trace = trace(result);
    int most = result.comparisons().isEmpty() ? MESSAGE_LINES : COMPARED_MESSAGE_LINES;
    for (String line : limited(wrapped(message(result, trace), columns), most)) {
      lines.add(blanks + line);
    }
    for (String line : comparisons(result.comparisons(), columns)) {
      lines.add(blanks + line);
    }
    if (detail == Detail.ALL) {
      // Whole, also where a line is wider: somebody may copy it.
      wholeTrace(result).forEach(line -> lines.add(blanks + "  " + style.dim(line)));
    } else {
      for (String line : limited(trace, TRACE_LINES)) {
        lines.add(blanks + "  " + style.dim(cut(line, indent + 2)));
      }
    }
    for (String line : errors(failed, columns)) {
      lines.add(blanks + "  " + style.dim(line));
    }
    return lines;
  }

  /**
   * The end of standard error, where no stack trace says what happened: the JVM ended, a time was
   * over, a class did not load.
   */
  private List<String> errors(RunSummary.Failed failed, int columns) {
    if (failed.stderr().isBlank() || failed.result().trace() != null) {
      return List.of();
    }
    List<String> all = PlainText.lines(failed.stderr().stripTrailing()).lines().toList();
    int most = detail == Detail.ALL ? ALL_LINES : ERROR_LINES;
    List<String> lines = new ArrayList<>();
    lines.add("end of stderr:");
    for (String line : all.subList(Math.max(0, all.size() - most), all.size())) {
      lines.add(detail == Detail.ALL ? line : PlainText.cut(line, columns - 2, style.more()));
    }
    return lines;
  }

  private static List<String> wrapped(List<String> lines, int columns) {
    return lines.stream().flatMap(line -> PlainText.wrap(line, columns).stream()).toList();
  }

  private List<String> comparisons(List<Comparison> comparisons, int columns) {
    List<String> lines = new ArrayList<>();
    if (!comparisons.isEmpty()) {
      lines.add(values.legend());
    }
    for (Comparison comparison : comparisons) {
      if (comparison.message() != null && comparisons.size() > 1) {
        lines.add(
            style.dim(PlainText.cut(PlainText.line(comparison.message()), columns, style.more())));
      }
      lines.addAll(limited(values.lines(comparison, columns), COMPARISON_LINES));
    }
    return lines;
  }

  private List<String> wholeTrace(CaseResult result) {
    String trace = result.trace();
    if (trace == null || trace.isBlank()) {
      return List.of();
    }
    return limited(PlainText.lines(trace.strip()).lines().toList(), ALL_LINES);
  }

  /** The test and the first line of its message. */
  public List<String> brief(String mark, RunSummary.Failed failed) {
    CaseResult result = failed.result();
    List<String> lines = new ArrayList<>();
    int room = style.width() - PlainText.width(mark) - 1;
    String name = name(failed.className(), result.name());
    lines.add(style.red(mark) + style.bold(PlainText.cutStart(name, room, style.more())));
    String message = message(result, trace(result)).get(0);
    lines.add("    " + style.dim(cut(message, 5)));
    return lines;
  }

  private String cut(String line, int indent) {
    return PlainText.cut(line, style.width() - indent, style.more());
  }

  private List<String> message(CaseResult result, List<String> trace) {
    String message = result.message();
    if (message == null || message.isBlank()) {
      return trace.isEmpty() ? List.of("(no message)") : List.of(PlainText.line(type(result)));
    }
    List<String> lines = new ArrayList<>(PlainText.lines(message.strip()).lines().toList());
    String quarantine = result.quarantine();
    if (quarantine != null) {
      lines.add(PlainText.line(quarantine));
    }
    String type = simple(result.type());
    // Of an assertion the message says it all; of any other throwable its name is half of it.
    if (result.outcome() == Outcome.ERROR && !type.isEmpty()) {
      lines.set(0, PlainText.line(type) + ": " + lines.get(0));
    }
    return lines;
  }

  private static String type(CaseResult result) {
    return result.type() == null ? "(no message)" : result.type();
  }

  private static String simple(@Nullable String type) {
    return type == null ? "" : type.substring(type.lastIndexOf('.') + 1);
  }

  /**
   * The trimmed trace without what has been said already: its beginning, and what each child of an
   * {@code assertAll} says, whose values are shown.
   */
  private static List<String> trace(CaseResult result) {
    if (result.trace() == null || result.trace().isBlank()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    boolean saysNew = false;
    for (String line : TrimmedTrace.lines(PlainText.lines(result.trace()), result.className())) {
      if (TrimmedTrace.isFrame(line) || line.startsWith("Caused by: ")) {
        saysNew = true;
      } else if (line.startsWith(COMPARED) && result.comparisons().size() > 1) {
        saysNew = false;
      }
      if (saysNew) {
        lines.add(line);
      }
    }
    return lines;
  }

  private List<String> limited(List<String> lines, int usually) {
    int most = detail == Detail.ALL ? ALL_LINES : usually;
    if (lines.size() <= most) {
      return lines;
    }
    List<String> kept = new ArrayList<>(lines.subList(0, most - 1));
    kept.add("(" + Phrases.count(lines.size() - most + 1, "more line") + ")");
    return kept;
  }
}

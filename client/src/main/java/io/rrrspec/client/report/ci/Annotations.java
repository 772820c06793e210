package io.rrrspec.client.report.ci;

import io.rrrspec.client.report.result.RunSummary;
import io.rrrspec.client.report.terminal.Phrases;
import io.rrrspec.client.report.terminal.PlainText;
import io.rrrspec.common.model.CaseResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Red tests as GitHub's workflow commands, which show them beside the sources. */
final class Annotations {
  private static final int MOST = 50;
  private static final int LONGEST_MESSAGE = 2_000;

  private Annotations() {}

  /** A line for each red test, 50 at most; one for the run itself if that is all that is red. */
  static List<String> of(RunSummary summary, SourceFinder sources) {
    List<String> lines = new ArrayList<>();
    int shown = Math.min(MOST, summary.failed().size());
    for (RunSummary.Failed failed : summary.failed().subList(0, shown)) {
      CaseResult result = failed.result();
      lines.add(error(sources.find(failed.module(), result), title(failed), message(result)));
    }
    int more = summary.failed().size() - shown;
    if (more > 0) {
      lines.add(error(null, "rrrspec-java", "and " + Phrases.count(more, "more red test")));
    }
    if (lines.isEmpty() && summary.red()) {
      String reason = summary.reason();
      lines.add(error(null, "rrrspec-java", reason == null ? "the run failed" : reason));
    }
    return lines;
  }

  private static String error(SourceFinder.@Nullable Place place, String title, String message) {
    StringBuilder line = new StringBuilder("::error ");
    if (place != null) {
      line.append("file=").append(property(place.file())).append(',');
      if (place.line() != null) {
        line.append("line=").append(place.line()).append(',');
      }
    }
    return line.append("title=")
        .append(property(title))
        .append("::")
        .append(data(message))
        .toString();
  }

  private static String title(RunSummary.Failed failed) {
    CaseResult result = failed.result();
    if (result.name().equals(failed.className())) {
      // A command: no part of it says more than another.
      return PlainText.line(result.name());
    }
    String simple = failed.simpleClassName();
    return PlainText.line(result.name().isEmpty() ? simple : simple + " › " + result.name());
  }

  private static String message(CaseResult result) {
    String message = result.message();
    if (message == null || message.isBlank()) {
      message = result.type() == null ? "failed" : result.type();
    }
    String stripped = message.strip();
    // First, since a message may have megabytes.
    String begin = stripped.substring(0, Math.min(stripped.length(), LONGEST_MESSAGE));
    String text = PlainText.lines(begin);
    boolean all = begin.length() == stripped.length() && text.length() <= LONGEST_MESSAGE;
    return all ? text : text.substring(0, Math.min(text.length(), LONGEST_MESSAGE)) + "…";
  }

  /** What stands behind the {@code ::}; a line end would begin another command. */
  private static String data(String text) {
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
  }

  private static String property(String text) {
    return data(text).replace(":", "%3A").replace(",", "%2C");
  }
}

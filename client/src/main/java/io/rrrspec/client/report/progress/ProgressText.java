package io.rrrspec.client.report.progress;

import io.rrrspec.client.report.FailureText;
import io.rrrspec.client.report.result.RunSummary;
import io.rrrspec.client.report.terminal.Phrases;
import io.rrrspec.client.report.terminal.PlainText;
import io.rrrspec.client.report.terminal.Style;
import io.rrrspec.common.model.PartsEnded;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Draws progress and failures as lines, none wider than the style's width. */
final class ProgressText {
  private static final int BAR = 24;
  private static final int MOST_TESTS = 5;

  private final Style style;

  ProgressText(Style style) {
    this.style = style;
  }

  /** The numbers: {@code 120/230 and 3 of 4 parts, 2 failed, 41s, about 38s left}. */
  String numbers(Progress progress) {
    StringBuilder text = new StringBuilder();
    text.append(Phrases.number(progress.done()));
    text.append('/').append(Phrases.number(progress.total()));
    PartsEnded parts = progress.parts();
    if (parts.parts() > 0) {
      text.append(" and ").append(Phrases.number(parts.ended()));
      text.append(" of ").append(Phrases.count(parts.parts(), "part"));
    }
    if (progress.failed() > 0) {
      text.append(", ").append(Phrases.number(progress.failed())).append(" failed");
    }
    text.append(", ").append(Phrases.clock(progress.elapsed()));
    if (progress.again() > 0) {
      // How many reruns it takes, nobody knows.
      text.append(", running ").append(Phrases.count(progress.again(), "failed class"));
      text.append(" again");
      text.append(lookedAt(progress));
    } else if (progress.left() != null && progress.done() < progress.total()) {
      String left = Phrases.clock(progress.left());
      text.append(left.equals("0s") ? ", almost done" : ", about " + left + " left");
    }
    return text.toString();
  }

  /** What runs now, without packages; while failed classes run again nothing else runs. */
  private static String lookedAt(Progress progress) {
    return progress.slaves().stream()
        .map(Progress.SlaveNow::task)
        .filter(Objects::nonNull)
        .findFirst()
        .map(task -> ", now " + PlainText.line(task.substring(task.lastIndexOf('.') + 1)))
        .orElse("");
  }

  /** The block: a bar with the numbers, and a line for each slave as far as there is room. */
  List<String> block(Progress progress, int mostSlaves) {
    // The last column stays free: some terminals wrap when it is written.
    int width = style.width() - 1;
    String bar = style.bar(progress.share(), BAR);
    String edge = style.unicode() ? "▕" : "[";
    String end = style.unicode() ? "▏" : "]";
    String numbers = PlainText.cut(numbers(progress), width - BAR - 4, style.more());
    List<String> lines = new ArrayList<>();
    String painted = progress.failed() > 0 ? style.red(bar) : style.green(bar);
    lines.add(" " + style.dim(edge) + painted + style.dim(end) + " " + numbers);
    int shown = Math.min(mostSlaves, progress.slaves().size());
    int nameWidth =
        progress.slaves().stream().limit(shown).mapToInt(this::nameWidth).max().orElse(0);
    for (Progress.SlaveNow slave : progress.slaves().subList(0, shown)) {
      lines.add(slave(slave, nameWidth, width));
    }
    if (shown < progress.slaves().size()) {
      int more = progress.slaves().size() - shown;
      lines.add("   " + style.dim("and " + Phrases.count(more, "slave") + " more"));
    }
    return lines;
  }

  private int nameWidth(Progress.SlaveNow slave) {
    return Math.min(style.width() / 3, PlainText.width(PlainText.line(slave.name())));
  }

  private String slave(Progress.SlaveNow slave, int nameWidth, int width) {
    String name =
        PlainText.pad(
            PlainText.cutStart(PlainText.line(slave.name()), nameWidth, style.more()), nameWidth);
    String task = slave.task();
    if (task == null) {
      return "   " + style.dim(name + "  waits");
    }
    String time = Phrases.clock(slave.running());
    String padded = " ".repeat(Math.max(0, 7 - time.length())) + time;
    int room = width - 3 - nameWidth - padded.length() - 2;
    return "   "
        + style.dim(name + padded)
        + "  "
        + PlainText.cutStart(PlainText.line(task), room, style.more());
  }

  /** A failure in a few lines; the table at the end tells the rest. */
  List<String> failure(FailureNews news) {
    FailureText text = new FailureText(style);
    List<String> lines = new ArrayList<>();
    String mark = style.unicode() ? "✗ " : "x ";
    int shown = Math.min(MOST_TESTS, news.failed().size());
    for (RunSummary.Failed failed : news.failed().subList(0, shown)) {
      lines.addAll(text.brief(mark, failed));
    }
    if (shown < news.failed().size()) {
      int more = news.failed().size() - shown;
      lines.add("  " + style.dim("and " + Phrases.number(more) + " more in this class"));
    }
    return lines;
  }
}

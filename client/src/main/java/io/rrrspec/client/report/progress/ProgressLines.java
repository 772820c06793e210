package io.rrrspec.client.report.progress;

import io.rrrspec.client.report.terminal.PlainText;
import io.rrrspec.client.report.terminal.Style;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Progress in a log: a line every few seconds, and each failure as it comes. A long run has fewer
 * lines for its time: nobody reads a thousand of them.
 */
final class ProgressLines implements ProgressView {
  private static final Duration EVERY = Duration.ofSeconds(5);
  private static final Duration MOST = Duration.ofMinutes(1);

  /** From one line to the next, a run grows by this part of it. */
  private static final int PART = 12;

  private final PrintStream out;
  private final Style style;
  private final ProgressText text;
  private final InstantSource clock;
  private @Nullable Instant last;

  ProgressLines(PrintStream out, Style style, InstantSource clock) {
    this.out = out;
    this.style = style;
    this.text = new ProgressText(style);
    this.clock = clock;
  }

  @Override
  public void show(Progress progress) {
    Instant now = clock.instant();
    if (last == null || !now.isBefore(last.plus(interval(progress.elapsed())))) {
      last = now;
      say(text.numbers(progress));
    }
  }

  private static Duration interval(Duration elapsed) {
    Duration part = elapsed.dividedBy(PART);
    Duration more = part.compareTo(EVERY) < 0 ? EVERY : part;
    return more.compareTo(MOST) > 0 ? MOST : more;
  }

  @Override
  public void failed(FailureNews news) {
    text.failure(news).forEach(line -> out.print(line + '\n'));
    out.flush();
  }

  @Override
  public void say(String line) {
    out.print(style.linked(PlainText.line(line)) + '\n');
    out.flush();
  }

  @Override
  public void close() {
    out.flush();
  }
}

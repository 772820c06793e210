package io.rrrspec.client.report.progress;

import io.rrrspec.client.report.terminal.PlainText;
import io.rrrspec.client.report.terminal.Style;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Progress in a log: a line every few seconds, and each failure as it comes. */
final class ProgressLines implements ProgressView {
  private static final Duration EVERY = Duration.ofSeconds(5);

  private final PrintStream out;
  private final ProgressText text;
  private final InstantSource clock;
  private @Nullable Instant last;

  ProgressLines(PrintStream out, Style style, InstantSource clock) {
    this.out = out;
    this.text = new ProgressText(style);
    this.clock = clock;
  }

  @Override
  public void show(Progress progress) {
    Instant now = clock.instant();
    if (last == null || !now.isBefore(last.plus(EVERY))) {
      last = now;
      say(text.numbers(progress));
    }
  }

  @Override
  public void failed(FailureNews news) {
    text.failure(news).forEach(line -> out.print(line + '\n'));
    out.flush();
  }

  @Override
  public void say(String line) {
    out.print(PlainText.line(line) + '\n');
    out.flush();
  }

  @Override
  public void close() {
    out.flush();
  }
}

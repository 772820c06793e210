package io.rrrspec.client.report.progress;

import io.rrrspec.client.report.terminal.PlainText;
import io.rrrspec.client.report.terminal.Style;
import java.io.PrintStream;
import java.util.List;

/**
 * Progress on a terminal: one block at the bottom that is drawn over, while failures scroll by
 * above it. Each change goes out as one write, so that nothing flickers.
 */
final class ProgressBlock implements ProgressView {
  private static final int MOST_SLAVES = 16;
  private static final String CLEAR_TO_END = "\u001b[J";
  private static final String CLEAR_LINE = "\u001b[K";

  private final PrintStream out;
  private final Style style;
  private final ProgressText text;
  private List<String> drawn = List.of();

  ProgressBlock(PrintStream out, Style style) {
    this.out = out;
    this.style = style;
    this.text = new ProgressText(style);
  }

  @Override
  public void show(Progress progress) {
    List<String> lines = text.block(progress, MOST_SLAVES);
    if (!lines.equals(drawn)) {
      redraw(List.of(), lines);
    }
  }

  @Override
  public void failed(FailureNews news) {
    redraw(text.failure(news), drawn);
  }

  @Override
  public void say(String line) {
    redraw(List.of(style.linked(PlainText.line(line))), drawn);
  }

  @Override
  public void close() {
    redraw(List.of(), List.of());
  }

  private void redraw(List<String> above, List<String> block) {
    StringBuilder bytes = new StringBuilder();
    if (!drawn.isEmpty()) {
      bytes.append("\u001b[").append(drawn.size()).append('A').append('\r');
    }
    above.forEach(line -> bytes.append(line).append(CLEAR_LINE).append('\n'));
    block.forEach(line -> bytes.append(line).append(CLEAR_LINE).append('\n'));
    if (!drawn.isEmpty()) {
      bytes.append(CLEAR_TO_END);
    }
    out.print(bytes);
    out.flush();
    drawn = block;
  }
}

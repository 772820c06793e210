package io.rrrspec.client.report.progress;

import io.rrrspec.client.report.terminal.Terminal;
import java.io.PrintStream;
import java.time.InstantSource;

/** Shows how a run goes on, on standard error. Not for use by several threads at once. */
public sealed interface ProgressView extends AutoCloseable permits ProgressBlock, ProgressLines {
  /** How often {@link #show} is best called, in milliseconds. */
  int REFRESH_MS = 200;

  /** The view that fits: a block that is drawn over and over on a terminal, else lines. */
  static ProgressView on(PrintStream out, Terminal terminal, InstantSource clock) {
    return terminal.redraws()
        ? new ProgressBlock(out, terminal.style())
        : new ProgressLines(out, terminal.style(), clock);
  }

  /** Shows the state. May be called as often as one likes. */
  void show(Progress progress);

  /** Prints a failure, to stay. */
  void failed(FailureNews news);

  /** Prints any other line, to stay; untrusted text is made harmless. */
  void say(String line);

  /** Takes away what is not to stay. */
  @Override
  void close();
}

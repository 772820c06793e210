package io.rrrspec.client.report.progress;

import io.rrrspec.client.report.terminal.PlainText;
import io.rrrspec.client.report.terminal.Terminal;
import java.io.PrintStream;
import java.time.InstantSource;
import java.util.Map;

/**
 * What the process of a command is connected to.
 *
 * @param out takes only the answer
 * @param err takes everything else
 * @param outTerminal how to draw on {@code out}
 * @param errTerminal how to draw on {@code err}
 * @param environment the variables of the process
 */
public record Console(
    PrintStream out,
    PrintStream err,
    Terminal outTerminal,
    Terminal errTerminal,
    Map<String, String> environment) {

  public Console {
    environment = Map.copyOf(environment);
  }

  /** This process's own, on its standard streams. */
  public static Console of(PrintStream out, PrintStream err) {
    return new Console(out, err, Terminal.ofStdout(), Terminal.ofStderr(), System.getenv());
  }

  /** Writes a line for a person; untrusted text is made harmless. */
  public void say(String line) {
    err.print(errTerminal.style().linked(PlainText.line(line)) + '\n');
    err.flush();
  }

  /** Writes the answer, or a part of it. */
  public void answer(String text) {
    out.print(text);
    out.flush();
  }

  /** The view of a run's progress. */
  public ProgressView progress(InstantSource clock) {
    return ProgressView.on(err, errTerminal, clock);
  }
}

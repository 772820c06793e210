package io.rrrspec.client.command;

import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.report.terminal.Notification;
import io.rrrspec.client.report.terminal.Phrases;
import io.rrrspec.common.ExitCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** The option --notify: a notification when a run is over. */
final class NotifyOption {
  @Option(
      names = "--notify",
      description =
          "Show a notification when the run is over, green or red and how long it took: by the"
              + " terminal or the desktop, else the bell. Default: none.")
  private boolean notify;

  /** Whether it was given. */
  boolean isGiven() {
    return notify;
  }

  /**
   * Runs something, and tells of its end if that was asked for.
   *
   * @param project the directory whose name is told; absolute
   */
  ExitCode around(Supplier<ExitCode> run, Path project, Supplier<Console> console) {
    if (!notify) {
      return run.get();
    }
    long began = System.nanoTime();
    ExitCode code = ExitCode.SERVICE;
    try {
      code = run.get();
      return code;
    } finally {
      if (code != ExitCode.CANCELLED) {
        tell(code, Duration.ofNanos(System.nanoTime() - began), project, console.get());
      }
    }
  }

  private static void tell(ExitCode code, Duration time, Path project, Console console) {
    Path name = project.getFileName();
    new Notification(console.errTerminal().interactive(), console.environment())
        .show(title(code, name == null ? "" : " " + name), Phrases.time(time), console.err());
  }

  private static String title(ExitCode code, String project) {
    return switch (code) {
      case SUCCEEDED -> "Green:" + project;
      case FAILED -> "Red:" + project;
      case USAGE, SERVICE, CANCELLED -> "No result:" + project;
    };
  }
}

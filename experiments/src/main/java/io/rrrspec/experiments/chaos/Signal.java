package io.rrrspec.experiments.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Signals to single processes. */
final class Signal {
  private Signal() {}

  /** Sends one; harmless if there is no such process. */
  static void send(long pid, String name) {
    if (pid <= 1) {
      return;
    }
    try {
      new ProcessBuilder(List.of("/bin/kill", "-" + name, Long.toString(pid)))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .onExit()
          .join();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

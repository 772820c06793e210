package io.rrrspec.common.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Keeps the trace of something that nobody expected, apart from the process's log: that may be
 * switched off, or be what failed.
 */
record CrashLog(Path directory) {

  /** Writes the trace and returns the line for the person. */
  String write(Throwable thrown) {
    StringWriter trace = new StringWriter();
    thrown.printStackTrace(new PrintWriter(trace, true));
    String what = thrown.toString().lines().findFirst().orElse("").strip();
    Path file = directory.resolve("crash-" + ProcessHandle.current().pid() + ".log");
    try {
      Files.createDirectories(directory);
      Files.writeString(
          file, trace.toString(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      return "unexpected: " + what + ": the trace is in " + file + "; please report it";
    } catch (IOException e) {
      return "unexpected: " + what + ": no trace, since " + file + " cannot be written";
    }
  }
}

package io.rrrspec.common.cli;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.files.PrivateFiles;
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
      // Messages of errors may hold anything, also what a test has printed.
      PrivateFiles.directory(directory, "its log is not written");
      PrivateFiles.create(file);
      Files.writeString(file, trace.toString(), StandardOpenOption.APPEND);
      return "unexpected: " + what + ": the trace is in " + file + "; please report it";
    } catch (IOException | UsageException e) {
      return "unexpected: " + what + ": no trace, since " + file + " cannot be written";
    }
  }
}

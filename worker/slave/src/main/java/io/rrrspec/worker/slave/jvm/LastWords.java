package io.rrrspec.worker.slave.jvm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;

/**
 * The line in which a slave says why it ends, for its worker to read behind the exit code. It goes
 * past {@code System.err}, in whose place a test may have put anything.
 */
public final class LastWords {
  private static final String US = "rrrspec-java: ";
  private static final String END = "this slave ends: ";
  private static final String PREFIX = US + END;
  private static final int LONGEST = 2_000;
  private static final FileOutputStream STDERR = new FileOutputStream(FileDescriptor.err);

  private LastWords() {}

  /** Says it; silent where standard error is closed. */
  static void say(String why) {
    log(END + why);
  }

  /** Says something else, which is for people. */
  public static void log(String text) {
    String line = text.replaceAll("\\R", " ").strip();
    String bounded = line.length() <= LONGEST ? line : line.substring(0, LONGEST);
    try {
      STDERR.write(("\n" + US + bounded + "\n").getBytes(UTF_8));
    } catch (IOException e) {
      // The exit code is all that is left then.
      return;
    }
  }

  /** What it says, as a slave writes it. */
  public static String line(String why) {
    return PREFIX + why + "\n";
  }

  /** What the last such line in a slave's output says; empty if there is none. */
  static String in(String output) {
    int at = output.lastIndexOf(PREFIX);
    // Only at the beginning of a line: bash repeats what a slave_command is about to say.
    while (at > 0 && output.charAt(at - 1) != '\n') {
      at = output.lastIndexOf(PREFIX, at - 1);
    }
    if (at < 0) {
      return "";
    }
    int from = at + PREFIX.length();
    int end = output.indexOf('\n', from);
    return (end < 0 ? output.substring(from) : output.substring(from, end)).strip();
  }
}

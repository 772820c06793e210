package io.rrrspec.worker.slave;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Stack traces as text. */
final class Traces {
  private Traces() {}

  static String of(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}

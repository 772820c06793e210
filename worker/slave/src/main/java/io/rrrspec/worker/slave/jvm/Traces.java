package io.rrrspec.worker.slave.jvm;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Stack traces as text. */
public final class Traces {
  private Traces() {}

  /** The stack trace as the JVM prints it. */
  public static String of(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}

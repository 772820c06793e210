package io.rrrspec.worker.slave.jvm;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The call of {@code System.exit} that ends a JVM, for the reason of the trial. {@code
 * Runtime.halt} leaves no trace: no hook runs then.
 */
final class ExitCall {
  private static final String CALLED = "System.exit was called";
  private static final Pattern LINE =
      Pattern.compile(
          "^rrrspec-java: (System\\.exit was called[^\\r\\n]{0,500})", Pattern.MULTILINE);

  private ExitCall() {}

  /** Finds who called it, while hooks run: that thread waits for them. */
  static Optional<StackTraceElement> find() {
    for (Map.Entry<Thread, StackTraceElement[]> thread : Thread.getAllStackTraces().entrySet()) {
      Optional<StackTraceElement> caller = callerIn(thread.getValue());
      if (caller.isPresent()) {
        return caller;
      }
    }
    return Optional.empty();
  }

  private static Optional<StackTraceElement> callerIn(StackTraceElement[] frames) {
    for (int i = frames.length - 2; i >= 0; i--) {
      String type = frames[i].getClassName();
      if (frames[i].getMethodName().equals("exit")
          && (type.equals("java.lang.System") || type.equals("java.lang.Runtime"))) {
        return Optional.of(frames[i + 1]);
      }
    }
    return Optional.empty();
  }

  /** What a slave says of it. */
  static String words(StackTraceElement caller) {
    // Its own text also names the loader of the class.
    return String.format(
        "%s at %s.%s(%s:%d)",
        CALLED,
        caller.getClassName(),
        caller.getMethodName(),
        caller.getFileName(),
        caller.getLineNumber());
  }

  /** What a slave has said of it in its output; empty if nothing. */
  static Optional<String> in(String output) {
    Matcher line = LINE.matcher(output);
    return line.find() ? Optional.of(line.group(1).strip()) : Optional.empty();
  }
}

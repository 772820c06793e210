package io.rrrspec.worker.slave.junit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rrrspec.common.model.Comparison;
import io.rrrspec.common.process.BoundedText;
import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A throwable as text, in bounded memory: tests throw exceptions with messages of any length, and
 * with methods that throw themselves.
 *
 * @param message its message in at most 8 kB, or null if it has none
 * @param type the name of its class
 * @param trace its stack trace in at most 32 kB
 * @param comparisons the values that it found to differ, see {@link ComparedValues}
 */
record Failure(@Nullable String message, String type, String trace, List<Comparison> comparisons) {
  static final int MAX_MESSAGE = 8 * 1024;
  private static final int MAX_TRACE = 32 * 1024;
  private static final int MAX_LINE = 500;
  private static final int ROOM_FOR_NOTICE = 64;

  static Failure of(Throwable thrown) {
    String type = thrown.getClass().getName();
    return new Failure(message(thrown), type, trace(thrown, type), ComparedValues.of(thrown));
  }

  /** The throwable in one line of at most 500 bytes. */
  String line() {
    // TestNG's messages begin with an empty line.
    String line = message == null ? type : type + ": " + message.strip();
    return BoundedText.cut(line.strip().lines().findFirst().orElse(type), MAX_LINE);
  }

  /** The same with something added to its message. */
  Failure with(String more) {
    return new Failure((message == null ? "" : message) + more, type, trace, comparisons);
  }

  /**
   * Whether the JVM ran out of something: heap, metaspace, threads, or stack. Be it there or in
   * what it holds; what else broke in that moment, such as the set-up of a class, nobody knows.
   */
  static boolean isExhaustion(Throwable thrown) {
    try {
      return isExhausted(thrown) || HeldThrowables.any(thrown, Failure::isExhausted);
    } catch (OutOfMemoryError | StackOverflowError e) {
      return true;
    }
  }

  private static boolean isExhausted(Throwable thrown) {
    return thrown instanceof OutOfMemoryError || thrown instanceof StackOverflowError;
  }

  /**
   * Whether a class could not be loaded or initialized, or the JVM itself is broken, be it there or
   * in what it holds: that fails more than one test.
   */
  static boolean isOfItsClass(Throwable thrown) {
    return HeldThrowables.any(
        thrown, one -> one instanceof LinkageError || one instanceof VirtualMachineError);
  }

  private static @Nullable String message(Throwable thrown) {
    try {
      String message = thrown.getMessage();
      return message == null ? null : BoundedText.cut(message, MAX_MESSAGE);
    } catch (Throwable broken) {
      return "(getMessage() threw " + broken.getClass().getName() + ")";
    }
  }

  private static String trace(Throwable thrown, String type) {
    int half = (MAX_TRACE - ROOM_FOR_NOTICE) / 2;
    BoundedText text = new BoundedText(half, half);
    try (PrintStream stream = new PrintStream(text, false, UTF_8)) {
      thrown.printStackTrace(stream);
    } catch (Throwable broken) {
      return type + " (printStackTrace() threw " + broken.getClass().getName() + ")";
    }
    return text.text();
  }
}

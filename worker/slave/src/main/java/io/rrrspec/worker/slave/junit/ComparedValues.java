package io.rrrspec.worker.slave.junit;

import io.rrrspec.common.model.Comparison;
import io.rrrspec.common.process.BoundedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Asks throwables of assertions for the values that they compared: those of opentest4j (JUnit
 * Jupiter, AssertJ) and the ComparisonFailure of JUnit 4 and 3. Their libraries are the project's,
 * in whatever version, or not there at all, so that they are asked by the names of their methods.
 */
final class ComparedValues {
  private static final String OPENTEST4J = "org.opentest4j.AssertionFailedError";
  private static final String SEVERAL = "org.opentest4j.MultipleFailuresError";
  private static final Set<String> COMPARISON_FAILURES =
      Set.of("org.junit.ComparisonFailure", "junit.framework.ComparisonFailure");

  /** How many values of one throwable are told. */
  private static final int MOST = 20;

  private static final int MAX_VALUE = 4 * 1024;
  private static final int MAX_MESSAGE = 300;
  private static final int BEFORE_DIFFERENCE = 200;
  private static final int DEEPEST = 5;

  private ComparedValues() {}

  /**
   * Returns the pairs of values, at most 20, each value in at most 4,100 characters; none if it has
   * none.
   */
  static List<Comparison> of(Throwable thrown) {
    List<Comparison> found = new ArrayList<>();
    collect(thrown, false, 0, found);
    return found;
  }

  /** How many characters they take together. */
  static int length(List<Comparison> comparisons) {
    int length = 0;
    // No stream: this is asked for each test, and most have none.
    for (Comparison values : comparisons) {
      String message = values.message();
      length += values.expected().length() + values.actual().length();
      length += message == null ? 0 : message.length();
    }
    return length;
  }

  private static void collect(
      Throwable thrown, boolean ofSeveral, int depth, List<Comparison> found) {
    if (depth > DEEPEST || found.size() >= MOST) {
      return;
    }
    try {
      if (isA(thrown, Set.of(SEVERAL)) && call(thrown, "getFailures") instanceof List<?> failures) {
        for (Object failure : failures) {
          if (failure instanceof Throwable child) {
            collect(child, true, depth + 1, found);
          }
        }
      } else {
        Comparison values = compared(thrown, ofSeveral);
        if (values != null) {
          found.add(values);
        }
      }
    } catch (OutOfMemoryError | StackOverflowError e) {
      throw e;
    } catch (Throwable broken) {
      // The message says it, too: a class of the project, or another version of the library.
      return;
    }
  }

  private static @Nullable Comparison compared(Throwable thrown, boolean ofSeveral)
      throws ReflectiveOperationException {
    Object expected;
    Object actual;
    if (isA(thrown, Set.of(OPENTEST4J))) {
      if (!Boolean.TRUE.equals(call(thrown, "isExpectedDefined"))
          || !Boolean.TRUE.equals(call(thrown, "isActualDefined"))) {
        return null;
      }
      expected = text(call(thrown, "getExpected"));
      actual = text(call(thrown, "getActual"));
    } else if (isA(thrown, COMPARISON_FAILURES)) {
      expected = call(thrown, "getExpected");
      actual = call(thrown, "getActual");
    } else {
      return null;
    }
    return bounded(
        String.valueOf(expected), String.valueOf(actual), ofSeveral ? thrown.getMessage() : null);
  }

  private static @Nullable Object text(@Nullable Object wrapper)
      throws ReflectiveOperationException {
    return wrapper == null ? null : call(wrapper, "getStringRepresentation");
  }

  private static boolean isA(Throwable thrown, Set<String> names) {
    for (Class<?> type = thrown.getClass(); type != null; type = type.getSuperclass()) {
      if (names.contains(type.getName())) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable Object call(Object on, String method)
      throws ReflectiveOperationException {
    return on.getClass().getMethod(method).invoke(on);
  }

  /** Of long values the part around the first difference. */
  private static Comparison bounded(String expected, String actual, @Nullable String message) {
    int from = 0;
    if (Math.max(expected.length(), actual.length()) > MAX_VALUE) {
      int most = Math.min(expected.length(), actual.length());
      int same = 0;
      while (same < most && expected.charAt(same) == actual.charAt(same)) {
        same++;
      }
      from = Math.max(0, same - BEFORE_DIFFERENCE);
    }
    return new Comparison(
        part(expected, from),
        part(actual, from),
        message == null ? null : BoundedText.cut(message, MAX_MESSAGE));
  }

  private static String part(String value, int from) {
    int end = Math.min(value.length(), from + MAX_VALUE);
    return (from == 0 ? "" : "…")
        + value.substring(Math.min(from, end), end)
        + (end == value.length() ? "" : "…");
  }
}

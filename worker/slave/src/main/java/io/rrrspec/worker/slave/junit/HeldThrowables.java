package io.rrrspec.worker.slave.junit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Looks through a throwable and all that it holds: causes, what was suppressed, and the failures of
 * one that stands for several ({@code assertAll}, soft assertions, the rules of JUnit 4).
 */
final class HeldThrowables {
  /** What is held beyond that many is not looked at: a test may build any graph. */
  private static final int MOST = 1_000;

  /** As opentest4j, JUnit 4 and AssertJ call them; their libraries are the project's. */
  private static final List<String> OF_SEVERAL = List.of("getFailures", "getErrors");

  private HeldThrowables() {}

  /** Whether one of them is of a kind. Each is asked once, also if they hold each other. */
  static boolean any(Throwable thrown, Predicate<Throwable> kind) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Throwable> open = new ArrayDeque<>(List.of(thrown));
    while (!open.isEmpty() && seen.size() < MOST) {
      Throwable one = open.remove();
      if (seen.add(one)) {
        if (kind.test(one)) {
          return true;
        }
        open.addAll(heldBy(one));
      }
    }
    return false;
  }

  private static List<Throwable> heldBy(Throwable thrown) {
    List<Throwable> held = new ArrayList<>();
    try {
      Throwable cause = thrown.getCause();
      if (cause != null) {
        held.add(cause);
      }
      held.addAll(List.of(thrown.getSuppressed()));
      for (String method : OF_SEVERAL) {
        held.addAll(called(thrown, method));
      }
    } catch (OutOfMemoryError | StackOverflowError e) {
      throw e;
    } catch (Throwable broken) {
      // A class of the project: what it told before must do.
      return held;
    }
    return held;
  }

  private static List<Throwable> called(Throwable thrown, String method) {
    List<Throwable> all = new ArrayList<>();
    try {
      if (thrown.getClass().getMethod(method).invoke(thrown) instanceof List<?> failures) {
        for (Object failure : failures) {
          if (failure instanceof Throwable child && all.size() < MOST) {
            all.add(child);
          }
        }
      }
    } catch (ReflectiveOperationException e) {
      // Most have no such method.
      return all;
    }
    return all;
  }
}

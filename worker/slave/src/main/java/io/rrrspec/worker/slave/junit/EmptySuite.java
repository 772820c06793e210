package io.rrrspec.worker.slave.junit;

import java.lang.annotation.Annotation;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Recognizes classes of JUnit 3 and JUnit 4 that could hold tests and hold none: an empty suite,
 * parameters without a row. The vintage engine takes such a class for a test that passes; Surefire
 * counts none.
 */
final class EmptySuite {
  private static final String VINTAGE = "[engine:junit-vintage]";
  private static final String RUN_WITH = "org.junit.runner.RunWith";
  private static final String PARENT_RUNNER = "org.junit.runners.ParentRunner";

  private EmptySuite() {}

  /**
   * Whether what passed is such a class. A runner that is no parent of tests may well have run the
   * class as one test.
   *
   * @param type the class; null if it could not be loaded
   */
  static boolean is(TestIdentifier id, @Nullable Class<?> type) {
    if (type == null || !id.isTest() || !id.getUniqueId().contains(VINTAGE) || !isOfClass(id)) {
      return false;
    }
    for (Annotation annotation : type.getAnnotations()) {
      if (annotation.annotationType().getName().equals(RUN_WITH)) {
        return isParent(annotation);
      }
    }
    return true;
  }

  private static boolean isOfClass(TestIdentifier id) {
    return id.getSource().orElse(null) instanceof ClassSource source
        && TestName.isOfClass(id, source);
  }

  private static boolean isParent(Annotation runWith) {
    try {
      Object runner = runWith.annotationType().getMethod("value").invoke(runWith);
      for (Class<?> at = (Class<?>) runner; at != null; at = at.getSuperclass()) {
        if (at.getName().equals(PARENT_RUNNER)) {
          return true;
        }
      }
      return false;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("another JUnit 4 than is known here: " + e, e);
    }
  }
}

package io.rrrspec.worker.slave;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Set;

/**
 * Tells a class with tests that no engine recognized from a class that has none. The one would be
 * counted as passed with nothing run; the other is a helper with the name of a test.
 */
final class TestClassCheck {
  private static final Set<String> ON_METHODS =
      Set.of(
          "org.junit.Test",
          "org.junit.jupiter.api.Test",
          "org.junit.jupiter.api.RepeatedTest",
          "org.junit.jupiter.api.TestFactory",
          "org.junit.jupiter.api.TestTemplate",
          "org.junit.jupiter.params.ParameterizedTest",
          "org.testng.annotations.Test",
          "net.jqwik.api.Example",
          "net.jqwik.api.Property");
  private static final Set<String> ON_CLASSES =
      Set.of("org.junit.runner.RunWith", "org.testng.annotations.Test");

  private TestClassCheck() {}

  /**
   * Whether somebody wrote tests into the class. Annotations are known by their names: the class
   * path is the project's.
   */
  static boolean hasTests(Class<?> type) {
    if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
      return false;
    }
    for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
      if (at.getName().equals("junit.framework.TestCase") || isAnnotated(at, ON_CLASSES)) {
        return true;
      }
      if (hasTestMethod(at)) {
        return true;
      }
      for (Class<?> implemented : at.getInterfaces()) {
        if (hasTestMethod(implemented)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean hasTestMethod(Class<?> type) {
    for (Method method : type.getDeclaredMethods()) {
      // No engine runs a private or static one, and neither does Surefire.
      int modifiers = method.getModifiers();
      if (!Modifier.isPrivate(modifiers)
          && !Modifier.isStatic(modifiers)
          && isAnnotated(method, ON_METHODS)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAnnotated(AnnotatedElement element, Set<String> names) {
    for (Annotation annotation : element.getDeclaredAnnotations()) {
      if (names.contains(annotation.annotationType().getName())) {
        return true;
      }
    }
    return false;
  }
}

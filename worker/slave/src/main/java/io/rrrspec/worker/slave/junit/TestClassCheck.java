package io.rrrspec.worker.slave.junit;

import io.rrrspec.common.project.TestProvider;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
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
   *
   * @param provider of Surefire, which would take the class for a test or not
   */
  static boolean hasTests(Class<?> type, TestProvider provider) {
    if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
      return false;
    }
    if (provider == TestProvider.JUNIT3 && isPojoTest(type)) {
      return true;
    }
    boolean hidden = provider == TestProvider.JUNIT4;
    for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
      if (at.getName().equals("junit.framework.TestCase") || isAnnotated(at, ON_CLASSES)) {
        return true;
      }
      if (hasTestMethod(at, hidden)) {
        return true;
      }
      for (Class<?> implemented : at.getInterfaces()) {
        if (hasTestMethod(implemented, hidden)) {
          return true;
        }
      }
    }
    return false;
  }

  /** As Surefire without JUnit: methods called test… of any class that can be made. */
  private static boolean isPojoTest(Class<?> type) {
    return Arrays.stream(type.getConstructors()).anyMatch(made -> made.getParameterCount() == 0)
        && Arrays.stream(type.getMethods())
            .anyMatch(
                method ->
                    method.getName().startsWith("test")
                        && method.getParameterCount() == 0
                        && method.getReturnType() == void.class
                        && !Modifier.isStatic(method.getModifiers()));
  }

  /**
   * Whether a method is annotated as a test.
   *
   * @param hidden whether one that is private or static counts: no engine runs it, but JUnit 4 by
   *     itself is asked by Surefire, and says that it should be public
   */
  private static boolean hasTestMethod(Class<?> type, boolean hidden) {
    for (Method method : type.getDeclaredMethods()) {
      int modifiers = method.getModifiers();
      boolean seen = !Modifier.isPrivate(modifiers) && !Modifier.isStatic(modifiers);
      if ((seen || hidden) && isAnnotated(method, ON_METHODS)) {
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

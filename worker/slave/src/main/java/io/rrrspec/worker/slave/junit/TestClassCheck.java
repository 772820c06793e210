package io.rrrspec.worker.slave.junit;

import io.rrrspec.common.project.TestProvider;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells a class with tests that no engine recognized from a class that has none: a helper with the
 * name of a test. The one must not be taken for one that was run.
 */
final class TestClassCheck {
  private static final Map<String, TestStyle> ON_METHODS =
      Map.of(
          "org.junit.Test", TestStyle.JUNIT4,
          "org.junit.jupiter.api.Test", TestStyle.JUPITER,
          "org.junit.jupiter.api.RepeatedTest", TestStyle.JUPITER,
          "org.junit.jupiter.api.TestFactory", TestStyle.JUPITER,
          "org.junit.jupiter.api.TestTemplate", TestStyle.JUPITER,
          "org.junit.jupiter.params.ParameterizedTest", TestStyle.JUPITER,
          "org.testng.annotations.Test", TestStyle.TESTNG,
          "net.jqwik.api.Example", TestStyle.JQWIK,
          "net.jqwik.api.Property", TestStyle.JQWIK);
  private static final Map<String, TestStyle> ON_CLASSES =
      Map.of(
          "org.junit.runner.RunWith", TestStyle.JUNIT4,
          "org.testng.annotations.Test", TestStyle.TESTNG);

  private static final Set<String> SUITES =
      Set.of("junit.framework.Test", "junit.framework.TestSuite");

  private TestClassCheck() {}

  /**
   * For which framework somebody wrote tests into the class; null if there are none. Annotations
   * are known by their names: the class path is the project's.
   *
   * @param provider of Surefire, which would take the class for a test or not
   */
  static @Nullable TestStyle styleOf(Class<?> type, TestProvider provider) {
    if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
      return null;
    }
    boolean hidden = provider == TestProvider.JUNIT4;
    for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
      if (at.getName().equals("junit.framework.TestCase")) {
        return TestStyle.JUNIT3;
      }
      TestStyle found = styleOf(at, ON_CLASSES);
      if (found == null) {
        found = ofMethods(at, hidden);
      }
      for (Class<?> implemented : at.getInterfaces()) {
        found = found == null ? ofMethods(implemented, hidden) : found;
      }
      if (found != null) {
        return found;
      }
    }
    if (provider == TestProvider.JUNIT_PLATFORM && hasSuite(type)) {
      return TestStyle.JUNIT3;
    }
    return provider == TestProvider.JUNIT3 && isPojoTest(type) ? TestStyle.PLAIN : null;
  }

  /** {@code public static Test suite()}, as JUnit 3 and JUnit 4 look for it. */
  static boolean hasSuite(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .anyMatch(
            method ->
                method.getName().equals("suite")
                    && method.getParameterCount() == 0
                    && Modifier.isStatic(method.getModifiers())
                    && SUITES.contains(method.getReturnType().getName()));
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
   * For which framework a method is annotated as a test.
   *
   * @param hidden whether one that is private or static counts: no engine runs it, but JUnit 4 by
   *     itself is asked by Surefire, and says that it should be public
   */
  private static @Nullable TestStyle ofMethods(Class<?> type, boolean hidden) {
    for (Method method : type.getDeclaredMethods()) {
      int modifiers = method.getModifiers();
      boolean seen = !Modifier.isPrivate(modifiers) && !Modifier.isStatic(modifiers);
      TestStyle found = seen || hidden ? styleOf(method, ON_METHODS) : null;
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static @Nullable TestStyle styleOf(
      AnnotatedElement element, Map<String, TestStyle> styles) {
    for (Annotation annotation : element.getDeclaredAnnotations()) {
      TestStyle found = styles.get(annotation.annotationType().getName());
      if (found != null) {
        return found;
      }
    }
    return null;
  }
}

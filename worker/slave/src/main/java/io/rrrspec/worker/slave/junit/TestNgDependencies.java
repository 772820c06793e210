package io.rrrspec.worker.slave.junit;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.MethodSource;

/**
 * Finds the tests of a TestNG class that others depend on. TestNG runs nothing at all of a class in
 * which one of them is left out.
 */
final class TestNgDependencies {
  private static final String TEST = "org.testng.annotations.Test";

  private TestNgDependencies() {}

  /**
   * The tests that some tests need, these included.
   *
   * @param all the tests of one class
   */
  static Set<UniqueId> of(
      Collection<? extends TestDescriptor> some, Collection<? extends TestDescriptor> all) {
    Set<UniqueId> needed = new LinkedHashSet<>();
    Deque<TestDescriptor> open = new ArrayDeque<>(some);
    while (!open.isEmpty()) {
      TestDescriptor test = open.remove();
      if (needed.add(test.getUniqueId())) {
        List<String> methods = names(test, "dependsOnMethods");
        List<String> groups = names(test, "dependsOnGroups");
        for (TestDescriptor other : all) {
          if (isNamed(methodOf(other), methods)
              || other.getTags().stream().anyMatch(tag -> isNamed(tag.getName(), groups))) {
            open.add(other);
          }
        }
      }
    }
    return needed;
  }

  private static boolean isNamed(String name, List<String> expressions) {
    return expressions.stream()
        // A method may be written with its class before it.
        .anyMatch(it -> matches(name, it) || matches(name, it.substring(it.lastIndexOf('.') + 1)));
  }

  private static boolean matches(String name, String expression) {
    return NameExpression.of(expression).matches(name);
  }

  private static String methodOf(TestDescriptor test) {
    return test.getSource().orElse(null) instanceof MethodSource method
        ? method.getMethodName()
        : "";
  }

  private static List<String> names(TestDescriptor test, String attribute) {
    if (!(test.getSource().orElse(null) instanceof MethodSource source)) {
      return List.of();
    }
    List<String> names = new ArrayList<>();
    Method method = source.getJavaMethod();
    add(method, attribute, names);
    for (Class<?> at = source.getJavaClass(); at != null; at = at.getSuperclass()) {
      add(at, attribute, names);
    }
    return names;
  }

  /** Reads an annotation of the project's class path. */
  private static void add(AnnotatedElement element, String attribute, List<String> names) {
    for (Annotation annotation : element.getDeclaredAnnotations()) {
      if (annotation.annotationType().getName().equals(TEST)) {
        try {
          Object value = annotation.annotationType().getMethod(attribute).invoke(annotation);
          names.addAll(List.of((String[]) value));
        } catch (ReflectiveOperationException e) {
          throw new IllegalStateException("another TestNG than is known here: " + e, e);
        }
      }
    }
  }
}

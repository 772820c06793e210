package io.rrrspec.worker.slave.junit;

import io.rrrspec.worker.slave.junit.GroupExpression.Groups;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds configuration methods that TestNG leaves out because of their groups. Its engine for the
 * JUnit Platform is asked for tests by their groups, and calls all of these methods, so that a test
 * could pass here that lacks one of them under Surefire.
 */
final class ConfigurationMethods {
  private static final String PACKAGE = "org.testng.annotations.";
  private static final String TEST = PACKAGE + "Test";
  private static final Set<String> NAMES =
      Set.of(
          PACKAGE + "BeforeSuite",
          PACKAGE + "BeforeTest",
          PACKAGE + "BeforeClass",
          PACKAGE + "BeforeMethod",
          PACKAGE + "AfterSuite",
          PACKAGE + "AfterTest",
          PACKAGE + "AfterClass",
          PACKAGE + "AfterMethod");

  private ConfigurationMethods() {}

  /** The first method of a class that TestNG would leave out; null if there is none. */
  static @Nullable Method leftOut(Class<?> type, JUnitSettings settings) {
    if (settings.groupSyntax() != GroupSyntax.GROUPS
        || settings.groups().isEmpty() && settings.excludedGroups().isEmpty()) {
      return null;
    }
    for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
      for (Method method : at.getDeclaredMethods()) {
        for (Annotation annotation : method.getDeclaredAnnotations()) {
          if (NAMES.contains(annotation.annotationType().getName())
              && !isCalled(annotation, type, settings)) {
            return method;
          }
        }
      }
    }
    return null;
  }

  private static boolean isCalled(Annotation annotation, Class<?> type, JUnitSettings settings) {
    if (value(annotation, "alwaysRun", Boolean.class)) {
      return true;
    }
    List<String> names = new ArrayList<>(List.of(value(annotation, "groups", String[].class)));
    if (value(annotation, "inheritGroups", Boolean.class)) {
      for (Annotation ofClass : type.getAnnotations()) {
        if (ofClass.annotationType().getName().equals(TEST)) {
          names.addAll(List.of(value(ofClass, "groups", String[].class)));
        }
      }
    }
    Groups groups = TestFilters.groups(names);
    return settings.groups().stream().allMatch(it -> GroupExpression.parse(it).test(groups))
        && settings.excludedGroups().stream()
            .noneMatch(it -> GroupExpression.parse(it).test(groups));
  }

  /** Reads an annotation of the project's class path. */
  private static <T> T value(Annotation annotation, String name, Class<T> type) {
    try {
      return type.cast(annotation.annotationType().getMethod(name).invoke(annotation));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("another TestNG than is known here: " + e, e);
    }
  }
}

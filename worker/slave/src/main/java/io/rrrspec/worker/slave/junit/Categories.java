package io.rrrspec.worker.slave.junit;

import io.rrrspec.worker.slave.junit.GroupExpression.Groups;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;

/**
 * Reads the categories of a JUnit 4 test as Surefire does. The tags of the vintage engine do not
 * tell them: they hold the super types of a category, too, which a short name does not mean.
 */
record Categories(Set<Class<?>> all) implements Groups {
  private static final String CATEGORY = "org.junit.experimental.categories.Category";

  /** Those of a test's method and of its class, which are one super class's if it has none. */
  static Categories of(TestDescriptor test) {
    Set<Class<?>> all = new LinkedHashSet<>();
    for (TestDescriptor at = test; at != null; at = at.getParent().orElse(null)) {
      TestSource source = at.getSource().orElse(null);
      if (source instanceof MethodSource method) {
        Class<?> type = load(method.getClassName());
        if (type != null) {
          addOfMethod(type, method.getMethodName(), all);
          addOfClass(type, all);
        }
        break;
      }
      if (source instanceof ClassSource ofClass) {
        Class<?> type = load(ofClass.getClassName());
        if (type != null) {
          addOfClass(type, all);
        }
        break;
      }
    }
    return new Categories(all);
  }

  /** A name that is a class means its sub types, too; any other one the end of a name. */
  @Override
  public boolean include(String name) {
    Class<?> category = load(name);
    return all.stream()
        .anyMatch(
            type ->
                (category != null && category.isAssignableFrom(type))
                    || type.getName().endsWith(name));
  }

  private static void addOfMethod(Class<?> type, String name, Set<Class<?>> all) {
    for (Method method : type.getMethods()) {
      if (method.getName().equals(name)) {
        add(method, all);
      }
    }
  }

  private static void addOfClass(Class<?> type, Set<Class<?>> all) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      if (add(at, all) && at != type) {
        return;
      }
    }
  }

  private static boolean add(AnnotatedElement element, Set<Class<?>> all) {
    for (Annotation annotation : element.getDeclaredAnnotations()) {
      if (annotation.annotationType().getName().equals(CATEGORY)) {
        try {
          Object value = annotation.annotationType().getMethod("value").invoke(annotation);
          all.addAll(Set.of((Class<?>[]) value));
          return true;
        } catch (ReflectiveOperationException | ClassCastException e) {
          throw new IllegalStateException("the categories of " + element + " cannot be read", e);
        }
      }
    }
    return false;
  }

  private static @Nullable Class<?> load(String name) {
    try {
      return Class.forName(name, false, Thread.currentThread().getContextClassLoader());
    } catch (ClassNotFoundException | LinkageError e) {
      return null;
    }
  }
}

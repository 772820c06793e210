package io.rrrspec.worker.slave.junit;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Tells a test that is skipped because another one of its class has failed from one that is skipped
 * in any case. The annotations are those of the project's class path, known by their names.
 */
final class SkipCause {
  private static final String STEPWISE = "spock.lang.Stepwise";
  private static final String TEST_OF_TESTNG = "org.testng.annotations.Test";
  private static final String EXTEND_WITH = "org.junit.jupiter.api.extension.ExtendWith";
  private static final String CONDITION = "org.junit.jupiter.api.extension.ExecutionCondition";

  /** What a test has that is skipped in any case: that of the engines, and of most libraries. */
  private static final Pattern IN_ANY_CASE =
      Pattern.compile("(Disabled|Enabled|DisableOn|EnableOn|DisableFor|EnableFor|Ignore).*");

  /** Annotations by which nobody leaves a test out, or that are looked at elsewhere. */
  private static final List<String> OF_FRAMEWORKS =
      List.of("java.lang.", "kotlin.", "org.junit.", "org.testng.", "org.spockframework.");

  private static final String DYNAMIC = "[dynamic-";

  private SkipCause() {}

  /**
   * Whether a test, or a nested class, that was skipped after a failure may have been skipped
   * because of it.
   *
   * @param inClass the class that runs it; null if it is not known
   */
  static boolean mayBeAnotherTest(TestIdentifier id, @Nullable Class<?> inClass) {
    try {
      String engine = id.getUniqueId();
      TestSource source = id.getSource().orElse(null);
      if (engine.startsWith("[engine:spock]")) {
        return inClass != null && has(inClass, STEPWISE);
      }
      if (engine.startsWith("[engine:testng]")) {
        return source instanceof MethodSource method && dependsOnOthers(method);
      }
      if (source instanceof MethodSource method) {
        return !isConditional(method.getJavaMethod());
      }
      return source instanceof ClassSource type
          && !id.isTest()
          && Stream.<Class<?>>iterate(
                  type.getJavaClass(), one -> one != null, one -> one.getSuperclass())
              .noneMatch(SkipCause::isConditional);
    } catch (RuntimeException | LinkageError e) {
      // Nobody knows what it is annotated with.
      return false;
    }
  }

  /**
   * Whether a test that was left out by an assumption may have been so because another one of its
   * class had failed: not its own method made the assumption, but something around it, such as a
   * method before each test, a rule or a listener. That had let the other test pass. A test with an
   * annotation of the project's may have been left out because of that.
   *
   * @param thrown the assumption that failed; null if it is not known
   */
  static boolean mayBeAnotherTest(TestIdentifier id, @Nullable Throwable thrown) {
    // What stands around a dynamic test stands around all of its method.
    if (!(id.getSource().orElse(null) instanceof MethodSource source)
        || id.getUniqueId().contains(DYNAMIC)) {
      return false;
    }
    try {
      Method method = source.getJavaMethod();
      return thrown != null
          && Stream.of(thrown.getStackTrace()).noneMatch(frame -> isOf(method, frame))
          && Stream.of(method.getDeclaredAnnotations())
              .map(one -> one.annotationType().getName())
              .allMatch(type -> OF_FRAMEWORKS.stream().anyMatch(type::startsWith))
          && !isConditional(method);
    } catch (RuntimeException | LinkageError e) {
      // Nobody knows what it is annotated with.
      return false;
    }
  }

  /** Whether a frame is of a method, or of a lambda in it. */
  private static boolean isOf(Method method, StackTraceElement frame) {
    return frame.getClassName().equals(method.getDeclaringClass().getName())
        && (frame.getMethodName().equals(method.getName())
            || frame.getMethodName().startsWith("lambda$" + method.getName() + "$"));
  }

  private static boolean has(Class<?> type, String annotation) {
    return Stream.<Class<?>>iterate(type, one -> one != null, one -> one.getSuperclass())
        .flatMap(one -> Stream.of(one.getDeclaredAnnotations()))
        .anyMatch(one -> one.annotationType().getName().equals(annotation));
  }

  private static boolean dependsOnOthers(MethodSource source) {
    Method method = source.getJavaMethod();
    return Stream.concat(
            Stream.of(method),
            Stream.<Class<?>>iterate(
                source.getJavaClass(), one -> one != null, one -> one.getSuperclass()))
        .flatMap(element -> Stream.of(element.getDeclaredAnnotations()))
        .filter(one -> one.annotationType().getName().equals(TEST_OF_TESTNG))
        .anyMatch(one -> names(one, "dependsOnMethods") || names(one, "dependsOnGroups"));
  }

  private static boolean names(Annotation annotation, String attribute) {
    return value(annotation, attribute) instanceof String[] names && names.length > 0;
  }

  private static @Nullable Object value(Annotation annotation, String attribute) {
    try {
      return annotation.annotationType().getMethod(attribute).invoke(annotation);
    } catch (ReflectiveOperationException e) {
      // Another version of the library.
      return null;
    }
  }

  private static boolean isConditional(AnnotatedElement element) {
    return isConditional(element, new HashSet<>());
  }

  /** An annotation may itself be annotated. */
  private static boolean isConditional(AnnotatedElement element, Set<String> seen) {
    for (Annotation annotation : element.getDeclaredAnnotations()) {
      Class<? extends Annotation> type = annotation.annotationType();
      boolean own = seen.add(type.getName()) && !type.getName().startsWith("java.lang.");
      boolean onMethod =
          element instanceof Method || element instanceof Class<?> c && c.isAnnotation();
      if (own
          && (IN_ANY_CASE.matcher(type.getSimpleName()).matches()
              || (onMethod && extendsWithCondition(annotation))
              || isConditional(type, seen))) {
        return true;
      }
    }
    return false;
  }

  private static boolean extendsWithCondition(Annotation annotation) {
    return annotation.annotationType().getName().equals(EXTEND_WITH)
        && value(annotation, "value") instanceof Class<?>[] extensions
        && Stream.of(extensions).anyMatch(one -> isA(one, CONDITION));
  }

  private static boolean isA(@Nullable Class<?> type, String name) {
    return type != null
        && (type.getName().equals(name)
            || isA(type.getSuperclass(), name)
            || Stream.of(type.getInterfaces()).anyMatch(one -> isA(one, name)));
  }
}

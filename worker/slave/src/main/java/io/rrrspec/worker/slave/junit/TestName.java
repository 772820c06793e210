package io.rrrspec.worker.slave.junit;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * The two names that a test has in Surefire's XML reports. The rules are those of Surefire 3.5.3's
 * provider for the JUnit Platform, as its reports show them, peculiarities included: other tools
 * know the tests of a project by these names.
 *
 * <p>One of them is not followed: a nested class that the class inherits has the name of the class
 * that was asked for before its own ({@code CartTest$Entries}, and not {@code
 * AbstractCartTest$Entries}, which all its subclasses would share).
 *
 * @param className the first attribute of a {@code testcase}
 * @param name the second; empty for a class
 */
record TestName(String className, String name) {
  private static final Pattern INDEXED = Pattern.compile("^.*\\[\\d+]$");
  private static final Pattern PARAMETERS = Pattern.compile("^\\[.+]$");

  TestName {
    name = wellFormed(name);
  }

  /**
   * Names a test, or a container that failed or was skipped.
   *
   * @param parent its parent, if that is running
   * @param plan knows its parent if nothing is running; null: nobody knows it
   */
  static TestName of(TestIdentifier id, @Nullable Running parent, @Nullable TestPlan plan) {
    TestSource source = id.getSource().orElse(null);
    if (source instanceof MethodSource method) {
      String inClass = parent == null ? null : parent.className();
      return new TestName(
          inClass == null ? method.getClassName() : inClass, methodName(id, method, parent));
    }
    if (source instanceof ClassSource ofClass) {
      String name = isOfClass(id, ofClass) ? "" : id.getLegacyReportingName();
      return new TestName(Running.nameOf(ofClass, parent), name);
    }
    // Surefire 3.5.3 gives these (a scenario in a file, a dynamic test with a source of its own) to
    // a
    // class named like their parent and then loses them, failures too; 3.5.6 does as we do.
    String display = id.getDisplayName();
    String inClass = parent == null ? null : parent.className();
    return new TestName(
        inClass == null ? displayOfParent(id, plan).orElse(display) : inClass, display);
  }

  private static Optional<String> displayOfParent(TestIdentifier id, @Nullable TestPlan plan) {
    return plan == null ? Optional.empty() : plan.getParent(id).map(TestIdentifier::getDisplayName);
  }

  /**
   * Whether it stands for its class. A test of JUnit 3 or 4 that is named like no method of its
   * class has the class as its source, too.
   */
  static boolean isOfClass(TestIdentifier id, ClassSource source) {
    return !id.isTest() || id.getLegacyReportingName().equals(source.getClassName());
  }

  /** As Redis gives it back: UTF-8 has no half of a pair of surrogates. */
  private static String wellFormed(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (Character.isSurrogate(name.charAt(i))) {
        return new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
      }
    }
    return name;
  }

  /** Only what stands for one of several invocations shows more than the method's name. */
  private static String methodName(
      TestIdentifier id, MethodSource method, @Nullable Running parent) {
    String types = method.getMethodParameterTypes();
    String legacyName = id.getLegacyReportingName();
    boolean oneOfMany =
        (types != null && !types.isBlank())
            || (parent != null && parent.parameterized())
            || (legacyName.endsWith("]") && INDEXED.matcher(legacyName).matches());
    return oneOfMany ? legacyName : method.getMethodName();
  }

  /**
   * Something that runs just now, and what those below it have to know.
   *
   * @param id what runs
   * @param startNanos when it began, by {@link System#nanoTime()}
   * @param className the name of the nearest class at or above it that runs; null above all classes
   * @param type that class, if it could be loaded
   * @param parameterized whether one set of a class's parameters stands at or above it
   */
  record Running(
      TestIdentifier id,
      long startNanos,
      @Nullable String className,
      @Nullable Class<?> type,
      boolean parameterized) {

    static Running start(TestIdentifier id, @Nullable Running parent) {
      TestSource source = id.getSource().orElse(null);
      String outer = parent == null ? null : parent.className;
      Class<?> outerType = parent == null ? null : parent.type;
      return new Running(
          id,
          System.nanoTime(),
          source instanceof ClassSource ofClass ? nameOf(ofClass, parent) : outer,
          source instanceof ClassSource ofClass ? typeOf(ofClass) : outerType,
          (parent != null && parent.parameterized)
              || (source == null && PARAMETERS.matcher(id.getLegacyReportingName()).matches()));
    }

    /**
     * The name of a class; below that of the class around it if it is one of its nested classes.
     */
    static String nameOf(ClassSource source, @Nullable Running parent) {
      String outer = parent == null ? null : parent.className;
      Class<?> outerType = parent == null ? null : parent.type;
      Class<?> type = typeOf(source);
      if (outer == null || outerType == null || type == null) {
        return source.getClassName();
      }
      Class<?> declaring = type.getDeclaringClass();
      return declaring == null || !declaring.isAssignableFrom(outerType)
          ? source.getClassName()
          : outer + source.getClassName().substring(declaring.getName().length());
    }

    private static @Nullable Class<?> typeOf(ClassSource source) {
      try {
        return source.getJavaClass();
      } catch (RuntimeException | LinkageError e) {
        // Then its name must do.
        return null;
      }
    }
  }
}

package io.rrrspec.worker.slave.junit;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Array;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Says why a class must not be split, as far as its code and its configuration tell: its tests need
 * one another, their order, or one JVM for all. Annotations are known by their names, since the
 * class path is the project's, and count wherever they stand: on the class, on what it inherits
 * from, on the classes around it and nested in it, on methods and fields, and on other annotations.
 */
final class SplitRefusals {
  private static final String JUPITER = "org.junit.jupiter.";
  private static final String LOCK = JUPITER + "api.parallel.ResourceLock";

  /**
   * What {@code org.junit.jupiter.api.parallel.Resources} names: each JVM has its own, so nobody in
   * another one needs the lock.
   */
  private static final Set<String> OF_ONE_JVM =
      Set.of(
          "java.lang.System.properties",
          "java.lang.System.out",
          "java.lang.System.err",
          "java.util.Locale.default",
          "java.util.TimeZone.default");

  private static final String TESTNG = "org.testng.annotations.";
  private static final String TESTNG_TEST = TESTNG + "Test";
  private static final String RUN_WITH = "org.junit.runner.RunWith";
  private static final String MOCKITO = "org.mockito.junit.MockitoJUnitRunner";

  /** In the order in which reasons are looked for. */
  private static final List<Rule> RULES =
      List.of(
          new Rule(
              JUPITER + "api.TestInstance",
              it -> it.text("value").equals("PER_CLASS"),
              "one instance for all tests (@TestInstance PER_CLASS)"),
          new Rule(JUPITER + "api.TestMethodOrder", "ordered methods (@TestMethodOrder)"),
          new Rule(JUPITER + "api.TestClassOrder", "ordered nested classes (@TestClassOrder)"),
          // First, since it is a lock on everything by its own annotations.
          new Rule(JUPITER + "api.parallel.Isolated", "a lock (@Isolated)"),
          new Rule(
              LOCK,
              it -> !OF_ONE_JVM.contains(it.text("value")) || it.length("providers") > 0,
              "a lock (@ResourceLock)"),
          new Rule(JUPITER + "params.ParameterizedClass", "parameters (@ParameterizedClass)"),
          new Rule(JUPITER + "api.ClassTemplate", "parameters (@ClassTemplate)"),
          new Rule(
              "org.junitpioneer.jupiter.DisableIfTestFails",
              "tests that need others (@DisableIfTestFails)"),
          new Rule("org.junit.platform.suite.api.Suite", "a suite (@Suite)"),
          new Rule("org.junit.FixMethodOrder", "ordered methods (@FixMethodOrder)"),
          new Rule("org.junit.runner.OrderWith", "ordered methods (@OrderWith)"),
          new Rule(
              RUN_WITH,
              it -> it.isA("org.junit.runners.Suite") && !it.isA("org.junit.runners.Parameterized"),
              "a suite (@RunWith)"),
          new Rule(
              RUN_WITH,
              it -> it.isA("io.cucumber.junit.Cucumber") || it.isA("cucumber.api.junit.Cucumber"),
              "features of Cucumber (@RunWith)"),
          new Rule(
              RUN_WITH,
              it -> !it.isA("org.junit.runner.manipulation.Filterable"),
              "a runner that cannot leave tests out (@RunWith)"),
          new Rule(
              RUN_WITH,
              // It looks for them only if it runs every test.
              it -> it.isA(MOCKITO) && !it.isA(MOCKITO + "$Silent"),
              "stubs that no test needs are an error (MockitoJUnitRunner)"),
          new Rule("spock.lang.Stepwise", "ordered features (@Stepwise)"),
          new Rule(
              RUN_WITH,
              it -> it.isA("org.spockframework.runtime.Sputnik"),
              "a specification of Spock (@RunWith)"),
          new Rule(
              TESTNG_TEST,
              it -> !it.text("priority").equals("0"),
              "ordered methods (TestNG's priority)"),
          new Rule(
              TESTNG_TEST,
              it -> it.length("dependsOnMethods") > 0,
              "tests that need others (TestNG's dependsOnMethods)"),
          new Rule(
              TESTNG_TEST,
              it -> it.length("dependsOnGroups") > 0,
              "tests that need others (TestNG's dependsOnGroups)"),
          new Rule(
              TESTNG_TEST,
              it -> it.text("singleThreaded").equals("true"),
              "one thread for all tests (TestNG's singleThreaded)"),
          new Rule(TESTNG + "Factory", "instances from a factory (TestNG's @Factory)"));

  /** Configuration parameters that apply to all classes of JUnit Jupiter. */
  private static final List<Parameter> OF_JUPITER =
      List.of(
          new Parameter(
              "junit.jupiter.testinstance.lifecycle.default",
              value -> value.strip().equalsIgnoreCase("per_class"),
              "one instance for all tests"),
          new Parameter(
              "junit.jupiter.testmethod.order.default",
              value -> !value.isBlank(),
              "ordered methods"),
          new Parameter(
              "junit.jupiter.testclass.order.default",
              value -> !value.isBlank(),
              "ordered nested classes"));

  /**
   * A refusal for an annotation.
   *
   * @param annotation its name
   * @param applies whether it stands in the way, by what its attributes say
   * @param reason in a few words
   */
  private record Rule(String annotation, Predicate<Attributes> applies, String reason) {
    Rule(String annotation, String reason) {
      this(annotation, it -> true, reason);
    }
  }

  /** A refusal for a configuration parameter. */
  private record Parameter(String name, Predicate<String> applies, String reason) {}

  private SplitRefusals() {}

  /** Why a class cannot be split, in a few words; null if nothing in its code says so. */
  static @Nullable String of(Class<?> type) {
    try {
      if (TestClassCheck.hasSuite(type)) {
        return "a suite (suite())";
      }
      List<Annotation> annotations = annotations(type);
      for (Rule rule : RULES) {
        for (Annotation annotation : annotations) {
          if (annotation.annotationType().getName().equals(rule.annotation())
              && rule.applies().test(new Attributes(annotation))) {
            return rule.reason();
          }
        }
      }
      return null;
    } catch (LinkageError | IllegalStateException e) {
      return "its annotations cannot be read: " + e;
    }
  }

  /**
   * Why no class with tests of JUnit Jupiter can be split; null if nothing stands in the way.
   *
   * @param parameters finds the value of a configuration parameter, wherever it is set
   */
  static @Nullable String ofJupiter(Function<String, Optional<String>> parameters) {
    return OF_JUPITER.stream()
        .filter(one -> parameters.apply(one.name()).filter(one.applies()).isPresent())
        .map(one -> one.reason() + " (" + one.name() + ")")
        .findFirst()
        .orElse(null);
  }

  /** The attributes of an annotation of the project's class path. */
  private record Attributes(Annotation annotation) {
    String text(String name) {
      return value(name).toString();
    }

    /**
     * How many values an attribute has: none if this version of the annotation does not know it.
     */
    int length(String name) {
      boolean known =
          Arrays.stream(annotation.annotationType().getMethods())
              .anyMatch(method -> method.getName().equals(name));
      return known ? Array.getLength(value(name)) : 0;
    }

    /** Those that a container of repeated annotations has. */
    Annotation[] annotations() {
      return (Annotation[]) value("value");
    }

    /** Whether the class that it names is, extends or implements another. */
    boolean isA(String name) {
      return supertypes((Class<?>) value("value")).stream()
          .anyMatch(it -> it.getName().equals(name));
    }

    private Object value(String name) {
      try {
        return annotation.annotationType().getMethod(name).invoke(annotation);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("no " + name + " in " + annotation.annotationType(), e);
      }
    }
  }

  private static List<Annotation> annotations(Class<?> type) {
    Set<Class<?>> classes = new LinkedHashSet<>();
    addWithNested(type, classes);
    for (Class<?> at = type.getEnclosingClass(); at != null; at = at.getEnclosingClass()) {
      classes.addAll(supertypes(at));
    }
    List<Annotation> all = new ArrayList<>();
    Set<Class<?>> seen = new HashSet<>();
    for (Class<?> one : classes) {
      add(one, all, seen);
      List.of(one.getDeclaredMethods()).forEach(it -> add(it, all, seen));
      List.of(one.getDeclaredConstructors()).forEach(it -> add(it, all, seen));
      List.of(one.getDeclaredFields()).forEach(it -> add(it, all, seen));
    }
    return all;
  }

  /** A class with what it inherits from, and what runs with it because it is nested there. */
  private static void addWithNested(Class<?> type, Set<Class<?>> all) {
    for (Class<?> one : supertypes(type)) {
      if (all.add(one)) {
        for (Class<?> nested : one.getDeclaredClasses()) {
          if (!Modifier.isStatic(nested.getModifiers())) {
            addWithNested(nested, all);
          }
        }
      }
    }
  }

  private static Set<Class<?>> supertypes(Class<?> type) {
    Set<Class<?>> all = new LinkedHashSet<>();
    addSupertypes(type, all);
    return all;
  }

  private static void addSupertypes(@Nullable Class<?> type, Set<Class<?>> all) {
    if (type != null && type != Object.class && all.add(type)) {
      addSupertypes(type.getSuperclass(), all);
      for (Class<?> implemented : type.getInterfaces()) {
        addSupertypes(implemented, all);
      }
    }
  }

  /** Adds the annotations of an element, and once for each type those on their types. */
  private static void add(AnnotatedElement element, List<Annotation> all, Set<Class<?>> seen) {
    for (Annotation annotation : element.getDeclaredAnnotations()) {
      if (annotation.annotationType().getName().equals(LOCK + "s")) {
        all.addAll(List.of(new Attributes(annotation).annotations()));
      }
      all.add(annotation);
      if (seen.add(annotation.annotationType())) {
        add(annotation.annotationType(), all, seen);
      }
    }
  }
}

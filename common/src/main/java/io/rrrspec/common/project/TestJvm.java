package io.rrrspec.common.project;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The JVM that Surefire would fork for the tests.
 *
 * @param java absolute path of the executable
 * @param arguments the argLine, split
 * @param enableAssertions whether assertions are on in the tests
 * @param systemProperties those that Surefire sets in the JVM; they may name its number as <code>
 *     ${surefire.forkNumber}</code>, like arguments, environment and directory
 * @param environment variables to set on top of the inherited ones
 * @param excludedEnvironment variables to take away first
 * @param workingDirectory absolute path
 * @param classPath absolute paths in order: test classes, classes, artifacts, then the engines and
 *     the launcher if the project does not bring them
 * @param oneClass whether each class gets a JVM of its own: {@code reuseForks=false}
 * @param javaFrom who has named the executable
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record TestJvm(
    String java,
    List<String> arguments,
    boolean enableAssertions,
    Map<String, String> systemProperties,
    Map<String, String> environment,
    List<String> excludedEnvironment,
    String workingDirectory,
    List<String> classPath,
    boolean oneClass,
    JavaFrom javaFrom) {

  /** Who has named the executable. */
  public enum JavaFrom {
    /** Nobody: it is the one that Maven runs on, or that of the setting {@code jdk}. */
    DEFAULT,
    /** The parameter {@code jvm} of Surefire. */
    JVM,
    /** A toolchain of Maven. */
    TOOLCHAIN
  }

  public TestJvm {
    Objects.requireNonNull(java, "java");
    Objects.requireNonNull(workingDirectory, "workingDirectory");
    arguments = List.copyOf(arguments);
    systemProperties = new TreeMap<>(systemProperties);
    environment = new TreeMap<>(environment);
    excludedEnvironment = List.copyOf(excludedEnvironment);
    classPath = List.copyOf(classPath);
    // A file of an earlier version has none.
    javaFrom = javaFrom == null ? JavaFrom.DEFAULT : javaFrom;
  }

  /** One that runs many classes. */
  public TestJvm(
      String java,
      List<String> arguments,
      boolean enableAssertions,
      Map<String, String> systemProperties,
      Map<String, String> environment,
      List<String> excludedEnvironment,
      String workingDirectory,
      List<String> classPath) {
    this(
        java,
        arguments,
        enableAssertions,
        systemProperties,
        environment,
        excludedEnvironment,
        workingDirectory,
        classPath,
        false,
        JavaFrom.DEFAULT);
  }

  /** The same with more arguments, which come before its own. */
  TestJvm withFirst(List<String> more) {
    List<String> all = new ArrayList<>(more);
    all.addAll(arguments);
    return new TestJvm(
        java,
        all,
        enableAssertions,
        systemProperties,
        environment,
        excludedEnvironment,
        workingDirectory,
        classPath,
        oneClass,
        javaFrom);
  }
}

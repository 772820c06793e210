package io.rrrspec.worker.build;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.project.TestExecution;
import io.rrrspec.common.project.TestJvm;
import java.util.ArrayList;
import java.util.List;

/**
 * Refuses executions that start their JVMs differently: a slave runs the classes of all executions,
 * and is started once.
 */
final class LaunchDifferences {
  private LaunchDifferences() {}

  /**
   * The execution whose JVM stands for all: the first that has something to run.
   *
   * @param executions at least one
   */
  static TestExecution base(List<TestExecution> executions) {
    return executions.stream()
        .filter(execution -> !execution.classes().isEmpty())
        .findFirst()
        .orElse(executions.get(0));
  }

  /**
   * Checks them.
   *
   * @throws UsageException if two with classes differ
   */
  static void refuse(List<TestExecution> executions) {
    if (executions.isEmpty()) {
      return;
    }
    TestExecution base = base(executions);
    List<String> alike = new ArrayList<>();
    for (TestExecution execution : executions) {
      if (differences(base, execution).isEmpty()) {
        alike.add(execution.id());
      }
    }
    for (TestExecution execution : executions) {
      List<String> differences = differences(base, execution);
      if (!execution.classes().isEmpty() && !differences.isEmpty()) {
        throw new UsageException(
            execution.id()
                + ": "
                + String.join(", ", differences)
                + (differences.size() == 1 ? " differs" : " differ")
                + " from "
                + base.id()
                + ", and one run starts all its JVMs alike: do two runs, with RRRSPEC_EXECUTIONS="
                + String.join(",", alike)
                + " and with RRRSPEC_EXECUTIONS="
                + execution.id());
      }
    }
  }

  private static List<String> differences(TestExecution base, TestExecution other) {
    TestJvm first = base.jvm();
    TestJvm jvm = other.jvm();
    List<String> differences = new ArrayList<>();
    add(differences, "jvm", first.java(), jvm.java());
    add(differences, "argLine", first.arguments(), jvm.arguments());
    add(differences, "enableAssertions", first.enableAssertions(), jvm.enableAssertions());
    add(differences, "system properties", first.systemProperties(), jvm.systemProperties());
    add(differences, "environment", first.environment(), jvm.environment());
    add(differences, "environment", first.excludedEnvironment(), jvm.excludedEnvironment());
    add(differences, "workingDirectory", first.workingDirectory(), jvm.workingDirectory());
    add(differences, "class path", first.classPath(), jvm.classPath());
    return differences;
  }

  private static void add(List<String> differences, String what, Object one, Object other) {
    if (!one.equals(other) && !differences.contains(what)) {
      differences.add(what);
    }
  }
}

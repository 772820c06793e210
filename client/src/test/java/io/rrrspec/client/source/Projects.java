package io.rrrspec.client.source;

import io.rrrspec.common.project.Project;
import io.rrrspec.common.project.ProjectModule;
import io.rrrspec.common.project.TestExecution;
import io.rrrspec.common.project.TestJvm;
import io.rrrspec.common.project.TestProvider;
import io.rrrspec.common.project.TestSelection;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Prepared projects without a build. */
final class Projects {
  private Projects() {}

  /** One with these candidates, and a warning. */
  static Project of(Path directory, int maxTrials, String... classes) {
    return of(execution(directory, "default-test", maxTrials, classes));
  }

  /** One with several executions, and a warning. */
  static Project of(TestExecution... executions) {
    return new Project(
        Project.FORMAT,
        List.of(new ProjectModule("", "com.example:shop", "", List.of(executions))),
        List.of("something"),
        List.of());
  }

  static TestExecution execution(Path directory, String id, int maxTrials, String... classes) {
    TestJvm jvm =
        new TestJvm(
            "java",
            List.of(),
            true,
            Map.of(),
            Map.of(),
            List.of(),
            directory.toString(),
            List.of());
    TestSelection selection =
        new TestSelection(
            directory.resolve("target/test-classes").toString(),
            List.of(),
            List.of(),
            "",
            "",
            List.of(),
            List.of());
    return new TestExecution(
        id,
        TestProvider.JUNIT_PLATFORM,
        jvm,
        selection,
        Map.of(),
        maxTrials,
        true,
        List.of(classes),
        id.equals("named") ? "suffix" : "",
        false,
        false);
  }
}

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
    TestExecution execution =
        new TestExecution(
            "default-test",
            TestProvider.JUNIT_PLATFORM,
            jvm,
            selection,
            Map.of(),
            maxTrials,
            true,
            List.of(classes));
    return new Project(
        Project.FORMAT,
        List.of(new ProjectModule("", "com.example:shop", List.of(execution))),
        List.of("something"));
  }
}

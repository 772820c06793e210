package io.rrrspec.client.source;

import io.rrrspec.common.project.IntegrationTests;
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
public final class Projects {
  private Projects() {}

  /** One with these candidates, and a warning. */
  public static Project of(Path directory, int maxTrials, String... classes) {
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

  /**
   * A build whose root has no tests. {@code shop.CartTest} is in two modules, and one module lies
   * in another. Reports of core under the execution "named" have a suffix, others have none.
   */
  public static Project ofModules(Path root) {
    return ofModules(
        module(
            root,
            "core",
            "com.shop:core",
            execution(root.resolve("core"), "default-test", 2, "shop.CartTest", "shop.PriceTest"),
            execution(root.resolve("core"), "named", 4, "shop.CartTest")),
        module(
            root,
            "core/plugin",
            "com.shop:plugin",
            execution(root.resolve("core/plugin"), "default-test", 1, "shop.PluginTest")),
        module(
            root,
            "services/billing",
            "com.shop.services:billing",
            execution(
                root.resolve("services/billing"),
                "default-test",
                3,
                "shop.CartTest",
                "shop.bill.BillTest"),
            execution(root.resolve("services/billing"), "it", 3, "shop.bill.BillTest")));
  }

  public static Project ofModules(ProjectModule... modules) {
    return new Project(Project.FORMAT, List.of(modules), List.of(), List.of());
  }

  public static ProjectModule module(
      Path root, String dir, String id, TestExecution... executions) {
    return new ProjectModule(
        dir,
        id,
        root.resolve(dir).resolve("target/surefire-reports").toString(),
        List.of(executions));
  }

  public static TestExecution execution(
      Path directory, String id, int maxTrials, String... classes) {
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

  /** One of Failsafe, with its default directory of reports. */
  public static TestExecution ofFailsafe(Path directory, String id, String... classes) {
    TestExecution like = execution(directory, id, 1, classes);
    Path reports = directory.resolve("target/failsafe-reports");
    return new TestExecution(
        id,
        like.provider(),
        like.jvm(),
        like.selection(),
        like.configurationParameters(),
        1,
        true,
        like.classes(),
        "",
        false,
        false,
        new IntegrationTests(
            reports.toString(), reports.resolve("failsafe-summary.xml").toString()));
  }
}

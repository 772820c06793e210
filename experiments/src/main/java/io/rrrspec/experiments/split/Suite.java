package io.rrrspec.experiments.split;

import io.rrrspec.client.source.LaunchTasks;
import io.rrrspec.client.source.ModuleOrder;
import io.rrrspec.client.source.ModuleRanking;
import io.rrrspec.client.source.PreparedProject;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TestId;
import io.rrrspec.testing.Checkout;
import io.rrrspec.worker.build.ProjectPreparer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A prepared suite.
 *
 * @param project where it lies, and how its tests are run
 * @param directory for the files of the study
 * @param limit how long a class may take that is not expected to take longer
 */
record Suite(PreparedProject project, Path directory, Duration limit) {
  /**
   * Looks whether there is a suite.
   *
   * @throws UsageException if the directory has no pom.xml
   */
  static void require(Path dir) {
    if (!Files.isRegularFile(dir.resolve("pom.xml"))) {
      throw new UsageException(
          dir + " has no pom.xml: lay a suite out there with scripts/real-suite");
    }
  }

  /** Compiles the suite, if that is needed. */
  static Suite prepare(Path dir, Path directory, Duration limit) {
    // The extension of Maven is looked for there.
    System.setProperty("rrrspec.home", Checkout.distribution().toString());
    Path absolute = dir.toAbsolutePath().normalize();
    return new Suite(
        new PreparedProject(
            absolute,
            new ProjectPreparer(PrepareSettings.NONE).prepare(absolute, System.err::println)),
        directory,
        limit);
  }

  String name() {
    return String.valueOf(project.dir().getFileName());
  }

  /** All classes, in the order of their names. */
  List<TaskRequest> classes() {
    return project.project().tests().stream()
        .map(TestId::toString)
        .sorted()
        .map(name -> new TaskRequest(name, null))
        .toList();
  }

  /** Runs some classes in slaves of their own. */
  Map<String, Ran> run(List<TaskRequest> classes, int slaves) {
    List<TaskRequest> launched =
        LaunchTasks.of(classes, project.project(), ModuleRanking.of(ModuleOrder.FASTEST, project));
    try (Service service = new Service(project.dir(), directory, slaves)) {
      return service.run(launched, limit);
    }
  }
}

package io.rrrspec.common.project;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A module of the build.
 *
 * @param dir its directory relative to the project, empty for the project itself
 * @param id group and artifact, with a colon between
 * @param reportsDirectory absolute path of the directory that Surefire writes its XML reports to;
 *     empty if it writes none
 * @param executions how its tests are run, in the order of the build; none if they are skipped
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ProjectModule(
    String dir, String id, String reportsDirectory, List<TestExecution> executions) {
  public ProjectModule {
    Objects.requireNonNull(dir, "dir");
    Objects.requireNonNull(id, "id");
    // A file of an earlier version has none.
    reportsDirectory = reportsDirectory == null ? "" : reportsDirectory;
    executions = List.copyOf(executions);
  }

  /** Absolute paths of all directories that Surefire and Failsafe write reports to. */
  public List<String> reportsDirectories() {
    return Stream.concat(
            Stream.of(reportsDirectory),
            executions.stream()
                .map(TestExecution::integrationTests)
                .flatMap(Stream::ofNullable)
                .map(IntegrationTests::reportsDirectory))
        .filter(directory -> !directory.isEmpty())
        .distinct()
        .toList();
  }
}

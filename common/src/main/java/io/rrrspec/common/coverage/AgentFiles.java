package io.rrrspec.common.coverage;

import io.rrrspec.common.project.JacocoAgent;
import io.rrrspec.common.project.Project;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Files that the JaCoCo agents of a project write. An agent makes its file, empty, when its JVM
 * begins.
 *
 * @param agents the project's
 */
public record AgentFiles(List<JacocoAgent> agents) {
  /** Of a project without such agents, or of which nothing is known. */
  public static final AgentFiles NONE = new AgentFiles(List.of());

  public AgentFiles {
    agents = List.copyOf(agents);
  }

  /** Those of a project. */
  public static AgentFiles of(Project project) {
    return new AgentFiles(
        project.launches().stream()
            .flatMap(launch -> JacocoAgent.of(launch.jvm()).stream())
            .distinct()
            .toList());
  }

  /**
   * Whether a file is one of them.
   *
   * @param file absolute
   */
  public boolean has(Path file) {
    return of(file).findAny().isPresent();
  }

  /**
   * Whether a file is one of them to which each run adds its coverage.
   *
   * @param file absolute
   */
  public boolean isAppended(Path file) {
    return of(file).anyMatch(JacocoAgent::append);
  }

  private Stream<JacocoAgent> of(Path file) {
    return agents.stream().filter(agent -> agent.writes(file));
  }
}

package io.rrrspec.worker.extension;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.maven.AbstractMavenLifecycleParticipant;
import org.apache.maven.MavenExecutionException;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.project.MavenProject;

/**
 * Ends Maven before it builds anything if the project has several modules, unless one of them is
 * wanted and the others are built for it.
 */
public final class OneModuleOnly extends AbstractMavenLifecycleParticipant {
  @Override
  public void afterProjectsRead(MavenSession session) throws MavenExecutionException {
    List<MavenProject> projects = session.getProjects();
    MavenProject root = projects.get(0);
    if (projects.size() == 1 || BuildFacts.wantedModule() != null) {
      return;
    }
    List<String> modules =
        projects.stream()
            .map(project -> root.getBasedir().toPath().relativize(project.getBasedir().toPath()))
            .map(Object::toString)
            .filter(dir -> !dir.isEmpty())
            .sorted()
            .toList();
    try {
      BuildFacts.write(Map.of("modules", modules));
    } catch (IOException e) {
      throw new MavenExecutionException("rrrspec-java: " + e.getMessage(), e);
    }
    throw new MavenExecutionException("several modules", root.getFile());
  }
}

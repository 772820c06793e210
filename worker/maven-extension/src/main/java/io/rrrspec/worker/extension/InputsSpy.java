package io.rrrspec.worker.extension;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.apache.maven.eventspy.AbstractEventSpy;
import org.apache.maven.execution.ExecutionEvent;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositoryEvent;

/**
 * Notes what the build reads besides the project's own directory, so that the next prepare can tell
 * whether any of it has changed: what Maven took from the local repository, the files of models and
 * settings, the paths that plugins were given, and which plugins ran.
 */
public final class InputsSpy extends AbstractEventSpy {
  /** The name of the file, beside that of the facts. */
  private static final String FILE = "inputs.json";

  private final RepositoryInputs repository = new RepositoryInputs();
  private final Set<String> mojos = new ConcurrentSkipListSet<>();
  private final Set<String> configured = new ConcurrentSkipListSet<>();
  private final Set<String> names = new ConcurrentSkipListSet<>();
  private final ResourcePlaces places = new ResourcePlaces();

  @Override
  public void onEvent(Object event) throws Exception {
    if (WaitingBuild.isOn()) {
      return;
    }
    if (event instanceof RepositoryEvent resolved) {
      repository.add(resolved);
    } else if (event instanceof ExecutionEvent execution) {
      if (execution.getType() == ExecutionEvent.Type.SessionEnded) {
        write(execution.getSession());
      } else if (execution.getType() == ExecutionEvent.Type.MojoStarted
          && BuildModules.of(execution.getSession()).isWanted(execution.getProject())) {
        add(execution.getSession(), execution.getMojoExecution());
      }
    }
  }

  private void add(MavenSession session, MojoExecution mojo) {
    String plugin = mojo.getGroupId() + ":" + mojo.getArtifactId() + ":";
    mojos.add(plugin + mojo.getGoal());
    if (mojo.getArtifactId().equals("maven-enforcer-plugin")) {
      // A rule is known or not, as the goal of another plugin is.
      EnforcerRules.unknown(mojo.getConfiguration()).forEach(rule -> mojos.add(plugin + rule));
    }
    ConfiguredPaths found = ConfiguredPaths.of(session, mojo, places);
    configured.addAll(found.paths());
    names.addAll(found.names());
  }

  private void write(MavenSession session) throws IOException {
    String out = System.getProperty(BuildFacts.OUT);
    if (out == null) {
      return;
    }
    Map<String, Object> inputs = new LinkedHashMap<>();
    inputs.put("mojos", mojos);
    inputs.put("configured", configured);
    inputs.put("names", names);
    repository.addTo(inputs);
    ModelInputs models = new ModelInputs(session, places);
    BuildModules modules = BuildModules.of(session);
    for (MavenProject project : session.getProjects()) {
      if (modules.isWanted(project)) {
        models.add(project, modules.basedir(project));
      }
    }
    models.addTo(inputs);
    Files.writeString(Path.of(out).resolveSibling(FILE), JsonText.write(inputs));
  }
}

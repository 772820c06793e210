package io.rrrspec.worker.extension;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.inject.Inject;
import javax.inject.Provider;
import org.apache.maven.eventspy.AbstractEventSpy;
import org.apache.maven.execution.ExecutionEvent;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.project.MavenProject;
import org.apache.maven.toolchain.ToolchainManager;
import org.eclipse.aether.RepositorySystem;

/**
 * Waits in a {@link WaitingBuild} in place of the last execution of a module's integration tests.
 * No tests run inside of it.
 */
public final class WaitingSpy extends AbstractEventSpy {
  private final ExecutionFacts reader;

  /** What was read, by {@link BuildModules#id}. */
  private final Map<String, List<Map<String, Object>>> executions = new ConcurrentHashMap<>();

  @Inject
  public WaitingSpy(
      Provider<RepositorySystem> repositories, Provider<ToolchainManager> toolchains) {
    this.reader = new ExecutionFacts(repositories, toolchains);
  }

  @Override
  public void onEvent(Object event) throws Exception {
    if (!WaitingBuild.isOn() || !(event instanceof ExecutionEvent execution)) {
      return;
    }
    switch (execution.getType()) {
      case MojoStarted -> mojoStarted(execution);
      case ProjectSucceeded -> {
        if (waitsIn(execution)) {
          WaitingBuild.of(execution.getSession()).done(execution.getProject());
        }
      }
      case ProjectFailed -> {
        if (waitsIn(execution)) {
          Exception failure = execution.getException();
          WaitingBuild.of(execution.getSession())
              .failed(
                  execution.getProject(),
                  failure == null ? "" : String.valueOf(failure.getMessage()));
        }
      }
      default -> {}
    }
  }

  private static boolean waitsIn(ExecutionEvent event) {
    return WaitingBuild.of(event.getSession()).waitsIn(event.getProject());
  }

  private void mojoStarted(ExecutionEvent event) throws IOException, InterruptedException {
    MojoExecution mojo = event.getMojoExecution();
    if (!ExecutionFacts.isSurefire(mojo) && !Failsafe.isFailsafe(mojo)) {
      return;
    }
    try {
      if (Failsafe.runsTests(mojo) && waitsIn(event)) {
        integrationTests(event);
      }
    } finally {
      ExecutionFacts.skipTests(mojo);
    }
  }

  private void integrationTests(ExecutionEvent event) throws IOException, InterruptedException {
    MavenProject project = event.getProject();
    List<Map<String, Object>> read =
        executions.computeIfAbsent(
            BuildModules.id(project), id -> Collections.synchronizedList(new ArrayList<>()));
    read.add(reader.of(event));
    MavenSession session = event.getSession();
    if (!WaitingBuild.of(session).areAll(project, read.size())) {
      return;
    }
    BuildModules build = BuildModules.of(session);
    Map<String, Object> module = BuildFacts.of(project, build.basedir(project));
    module.put("executions", List.copyOf(read));
    module.put("built", true);
    Map<String, Object> facts = BuildFacts.of(session);
    facts.put("modules", List.of(module));
    WaitingBuild.of(session).awaitTests(project, facts);
  }
}

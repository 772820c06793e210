package io.rrrspec.worker.extension;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.inject.Inject;
import javax.inject.Provider;
import org.apache.maven.eventspy.AbstractEventSpy;
import org.apache.maven.execution.ExecutionEvent;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.descriptor.PluginDescriptor;
import org.apache.maven.project.MavenProject;
import org.apache.maven.toolchain.ToolchainManager;
import org.codehaus.plexus.component.configurator.expression.ExpressionEvaluationException;
import org.eclipse.aether.RepositorySystem;
import org.jspecify.annotations.Nullable;

/**
 * Sees each execution of Surefire's goal <code>test</code>, and of Failsafe's <code>
 * integration-test</code> if that is wanted, in each module as Maven is about to start it: notes
 * its parameters and its class path, then turns it into one that skips the tests. When Maven has
 * built everything, what was noted is written down.
 */
public final class SurefireSpy extends AbstractEventSpy {
  private final ExecutionFacts reader;

  /**
   * By {@link BuildModules#id}: two modules may lie in one directory. Maven may build in parallel.
   */
  private final Map<String, ModuleTests> modules = new ConcurrentHashMap<>();

  @Inject
  public SurefireSpy(
      Provider<RepositorySystem> repositories, Provider<ToolchainManager> toolchains) {
    this.reader = new ExecutionFacts(repositories, toolchains);
  }

  @Override
  public void onEvent(Object event) throws Exception {
    if (WaitingBuild.isOn() || !(event instanceof ExecutionEvent execution)) {
      return;
    }
    MavenProject project = execution.getProject();
    switch (execution.getType()) {
      case MojoStarted -> mojoStarted(execution);
      case ProjectSucceeded -> {
        if (isWanted(execution)) {
          of(project).succeeded();
          of(project).addLeftOut(Failsafe.notReached(execution.getSession(), project));
        }
      }
      case ProjectFailed -> {
        if (isWanted(execution)) {
          of(project).failed(message(execution.getException()));
        }
      }
      case SessionEnded -> BuildFacts.write(facts(execution.getSession()));
      default -> {}
    }
  }

  private void mojoStarted(ExecutionEvent execution) throws Exception {
    MavenProject project = execution.getProject();
    boolean wanted = isWanted(execution);
    if (ExecutionFacts.isSurefire(execution.getMojoExecution())
        || Failsafe.isWanted() && Failsafe.runsTests(execution.getMojoExecution())) {
      try {
        if (wanted) {
          of(project).addExecution(reader.of(execution));
        }
      } finally {
        // Even if reading failed: a set-up that runs all tests would look like one that hangs.
        ExecutionFacts.skipTests(execution.getMojoExecution());
      }
    } else if (Failsafe.isFailsafe(execution.getMojoExecution())) {
      ExecutionFacts.skipTests(execution.getMojoExecution());
    } else if (wanted && !isAfterTests(execution) && mayReadResults(execution)) {
      addGoalAfterTests(execution);
    }
  }

  /**
   * Whether tests have run before it under Maven: those of its own module, or of modules before it,
   * whose coverage a module without tests may check.
   */
  private boolean mayReadResults(ExecutionEvent execution) {
    MojoExecution mojo = execution.getMojoExecution();
    return of(execution.getProject()).hasExecutions()
        || mojo.getArtifactId().equals("jacoco-maven-plugin") && mojo.getGoal().equals("check");
  }

  private static boolean isWanted(ExecutionEvent execution) throws IOException {
    return BuildModules.of(execution.getSession()).isWanted(execution.getProject());
  }

  /** Whether the goal is of a phase that <code>mvn test</code> does not reach. */
  private static boolean isAfterTests(ExecutionEvent execution) {
    return Phases.isAfterTests(execution.getMojoExecution().getLifecyclePhase());
  }

  private ModuleTests of(MavenProject project) {
    return modules.computeIfAbsent(BuildModules.id(project), id -> new ModuleTests());
  }

  private static String message(@Nullable Exception failure) {
    return failure == null ? "" : String.valueOf(failure.getMessage());
  }

  /** All modules that are wanted, in the order of the build. */
  private Map<String, Object> facts(MavenSession session) throws IOException {
    List<Map<String, Object>> all = new ArrayList<>();
    BuildModules build = BuildModules.of(session);
    for (MavenProject project : session.getProjects()) {
      if (build.isWanted(project)) {
        Map<String, Object> module = BuildFacts.of(project, build.basedir(project));
        module.putAll(of(project).facts());
        module.put("goalsAroundIntegrationTests", build.goalsAround(project));
        all.add(module);
      }
    }
    Map<String, Object> facts = BuildFacts.of(session);
    facts.put("packaged", build.packagedFacts());
    facts.put("modules", all);
    return facts;
  }

  /** What comes behind the tests may read their results; here there are none yet. */
  private void addGoalAfterTests(ExecutionEvent event) throws ExpressionEvaluationException {
    MojoExecution mojo = event.getMojoExecution();
    Map<String, Object> parameters = MojoParameters.of(event.getSession(), mojo);
    // What JaCoCo calls its parameters; other plugins that can be told to do nothing agree.
    boolean idle = "true".equals(String.valueOf(parameters.get("skip")));
    boolean lenient = "false".equals(String.valueOf(parameters.get("haltOnFailure")));
    if (!idle && !lenient) {
      String plugin = PluginDescriptor.getGoalPrefixFromArtifactId(mojo.getArtifactId());
      of(event.getProject()).addGoalAfterTests(plugin + ":" + mojo.getGoal());
    }
  }
}

package io.rrrspec.worker.extension;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.resolution.DependencyResolutionException;

/**
 * Sees each execution of Surefire's goal <code>test</code> as Maven is about to start it: writes
 * down its parameters and its class path, then turns it into one that skips the tests.
 */
public final class SurefireSpy extends AbstractEventSpy {
  private final Provider<RepositorySystem> repositories;
  private final Provider<ToolchainManager> toolchains;
  private final List<Map<String, Object>> executions = new ArrayList<>();
  private final List<String> goalsAfterTests = new ArrayList<>();

  @Inject
  public SurefireSpy(
      Provider<RepositorySystem> repositories, Provider<ToolchainManager> toolchains) {
    this.repositories = repositories;
    this.toolchains = toolchains;
  }

  @Override
  public void onEvent(Object event) throws Exception {
    if (!(event instanceof ExecutionEvent execution)) {
      return;
    }
    boolean begins = execution.getType() == ExecutionEvent.Type.MojoStarted;
    if (begins && isSurefire(execution.getMojoExecution())) {
      try {
        if (BuildFacts.isWanted(execution.getProject())) {
          executions.add(read(execution));
        }
      } finally {
        // Even if reading failed: a set-up that runs all tests would look like one that hangs.
        skipTests(execution.getMojoExecution());
      }
    } else if (begins && !executions.isEmpty() && BuildFacts.isWanted(execution.getProject())) {
      addGoalAfterTests(execution);
    } else if (execution.getType() == ExecutionEvent.Type.ProjectSucceeded
        && BuildFacts.isWanted(execution.getProject())) {
      Map<String, Object> facts = BuildFacts.of(execution.getSession(), execution.getProject());
      facts.put("executions", executions);
      facts.put("goalsAfterTests", goalsAfterTests);
      BuildFacts.write(facts);
    }
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
      goalsAfterTests.add(plugin + ":" + mojo.getGoal());
    }
  }

  private static boolean isSurefire(MojoExecution execution) {
    return execution.getGroupId().equals("org.apache.maven.plugins")
        && execution.getArtifactId().equals("maven-surefire-plugin")
        && execution.getGoal().equals("test");
  }

  private Map<String, Object> read(ExecutionEvent event) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("id", event.getMojoExecution().getExecutionId());
    try {
      addTo(facts, event);
    } catch (ExpressionEvaluationException | DependencyResolutionException | RuntimeException e) {
      // Maven hides what a spy throws; the one who started it must not.
      facts.put("error", String.valueOf(e.getMessage()));
    }
    return facts;
  }

  private void addTo(Map<String, Object> facts, ExecutionEvent event)
      throws ExpressionEvaluationException, DependencyResolutionException {
    MavenSession session = event.getSession();
    MavenProject project = event.getProject();
    MojoExecution mojo = event.getMojoExecution();
    facts.put("version", mojo.getVersion());
    Map<String, Object> parameters = MojoParameters.of(session, mojo);
    LateProperties.resolve(parameters, project.getProperties());
    facts.put("parameters", parameters);
    Resolver resolver = new Resolver(repositories.get(), session, project);
    TestClassPath classPath = new TestClassPath(project, mojo, parameters, resolver);
    classPath.addTo(facts);
    facts.put("java", Jdk.java(toolchains.get(), session, parameters));
  }

  private static void skipTests(MojoExecution execution) {
    Xpp3Dom configuration = execution.getConfiguration();
    for (int i = configuration.getChildCount() - 1; i >= 0; i--) {
      if (configuration.getChild(i).getName().equals("skipTests")) {
        configuration.removeChild(i);
      }
    }
    Xpp3Dom skip = new Xpp3Dom("skipTests");
    skip.setValue("true");
    configuration.addChild(skip);
  }
}

package io.rrrspec.worker.extension;

import java.util.LinkedHashMap;
import java.util.Map;
import javax.inject.Provider;
import org.apache.maven.execution.ExecutionEvent;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.project.MavenProject;
import org.apache.maven.toolchain.ToolchainManager;
import org.codehaus.plexus.component.configurator.expression.ExpressionEvaluationException;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.resolution.DependencyResolutionException;

/** Reads an execution of tests that Maven is about to start: its parameters and its class path. */
final class ExecutionFacts {
  private final Provider<RepositorySystem> repositories;
  private final Provider<ToolchainManager> toolchains;

  ExecutionFacts(Provider<RepositorySystem> repositories, Provider<ToolchainManager> toolchains) {
    this.repositories = repositories;
    this.toolchains = toolchains;
  }

  /** Whether a goal runs the tests of Surefire. */
  static boolean isSurefire(MojoExecution execution) {
    return execution.getGroupId().equals("org.apache.maven.plugins")
        && execution.getArtifactId().equals("maven-surefire-plugin")
        && execution.getGoal().equals("test");
  }

  /** Turns an execution into one that skips its tests. */
  static void skipTests(MojoExecution execution) {
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

  /** What is written down of it; if it cannot be read, why not, as {@code error}. */
  Map<String, Object> of(ExecutionEvent event) {
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
    facts.put("failsafe", Failsafe.runsTests(mojo));
    Map<String, Object> parameters = MojoParameters.of(session, mojo);
    LateProperties.resolve(parameters, project.getProperties());
    facts.put("parameters", parameters);
    Resolver resolver = new Resolver(repositories.get(), session, project);
    TestClassPath classPath = new TestClassPath(project, mojo, parameters, resolver);
    classPath.addTo(facts);
    Jdk.addTo(facts, toolchains.get(), session, parameters);
  }
}

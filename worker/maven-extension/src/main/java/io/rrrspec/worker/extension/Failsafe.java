package io.rrrspec.worker.extension;

import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.component.configurator.expression.ExpressionEvaluationException;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.jspecify.annotations.Nullable;

/** The executions of Failsafe's goal <code>integration-test</code>. */
final class Failsafe {
  /** The system property that says whether they are run: true or false. */
  private static final String PROPERTY = "rrrspec.prepare.integration";

  private static final String GROUP = "org.apache.maven.plugins";
  private static final String ARTIFACT = "maven-failsafe-plugin";
  private static final String INTEGRATION_TEST = "integration-test";

  /** The parameters that say which classes it would run, with what they are without a value. */
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "skip", "${maven.test.skip}",
          "skipTests", "${skipTests}",
          "skipExec", "${maven.test.skip.exec}",
          "skipITs", "${skipITs}",
          "test", "${it.test}",
          "testClassesDirectory", "${project.build.testOutputDirectory}");

  private Failsafe() {}

  /** Whether its tests are run in this build. */
  static boolean isWanted() {
    return Boolean.getBoolean(PROPERTY);
  }

  /** Whether a module has executions. */
  static boolean isIn(MavenProject project) {
    return project.getBuildPlugins().stream().anyMatch(plugin -> !executions(plugin).isEmpty());
  }

  /** Whether a goal runs its tests. */
  static boolean runsTests(MojoExecution mojo) {
    return isFailsafe(mojo) && mojo.getGoal().equals(INTEGRATION_TEST);
  }

  /** Whether a goal is one that needs tests, or their results. */
  static boolean isFailsafe(MojoExecution mojo) {
    return mojo.getGroupId().equals(GROUP)
        && mojo.getArtifactId().equals(ARTIFACT)
        && (mojo.getGoal().equals(INTEGRATION_TEST) || mojo.getGoal().equals("verify"));
  }

  /**
   * What is on the class path for the main classes of a module: the jar, if it has one, unless the
   * build names another place.
   */
  static String mainClasses(MavenProject project) {
    File artifact = project.getArtifact().getFile();
    if (artifact != null
        && artifact.isFile()
        && artifact.getName().toLowerCase(Locale.ROOT).endsWith(".jar")) {
      return artifact.getAbsolutePath();
    }
    return project.getBuild().getOutputDirectory();
  }

  /**
   * What the model of a module says about those of its executions that the build does not reach: if
   * they are not wanted all, else those of a phase behind the integration tests. It is enough to
   * find their classes.
   */
  static List<Map<String, Object>> notReached(MavenSession session, MavenProject project)
      throws ExpressionEvaluationException {
    List<Map<String, Object>> all = new ArrayList<>();
    for (Plugin plugin : project.getBuildPlugins()) {
      for (PluginExecution execution : executions(plugin)) {
        if (isWanted() && !Phases.isBehindIntegrationTests(execution.getPhase())) {
          continue;
        }
        MojoExecution mojo = new MojoExecution(plugin, INTEGRATION_TEST, execution.getId());
        mojo.setConfiguration(withDefaults(execution.getConfiguration()));
        Map<String, Object> parameters = MojoParameters.of(session, mojo);
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("id", execution.getId());
        facts.put("failsafe", true);
        facts.put("version", String.valueOf(plugin.getVersion()));
        facts.put("parameters", parameters);
        facts.put("classPath", List.of(String.valueOf(parameters.get("testClassesDirectory"))));
        all.add(facts);
      }
    }
    return all;
  }

  private static Xpp3Dom withDefaults(@Nullable Object configured) {
    Xpp3Dom configuration =
        configured instanceof Xpp3Dom dom ? new Xpp3Dom(dom) : new Xpp3Dom("configuration");
    DEFAULTS.forEach(
        (name, value) -> {
          if (configuration.getChild(name) == null) {
            Xpp3Dom child = new Xpp3Dom(name);
            child.setValue(value);
            configuration.addChild(child);
          }
        });
    return configuration;
  }

  private static List<PluginExecution> executions(Plugin plugin) {
    if (!plugin.getArtifactId().equals(ARTIFACT) || !plugin.getGroupId().equals(GROUP)) {
      return List.of();
    }
    // A phase of none switches one off.
    return plugin.getExecutions().stream()
        .filter(execution -> execution.getGoals().contains(INTEGRATION_TEST))
        .filter(execution -> !"none".equalsIgnoreCase(execution.getPhase()))
        .toList();
  }
}

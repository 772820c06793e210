package io.rrrspec.worker.extension;

import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.descriptor.PluginDescriptor;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.component.configurator.expression.ExpressionEvaluationException;

/** Chooses what one module runs behind <code>package</code>: no more than prepare needs. */
final class IntegrationPlan {
  private static final String JACOCO = "jacoco-maven-plugin";

  private final MavenSession session;
  private final MavenProject project;
  private final BuildModules modules;

  IntegrationPlan(MavenSession session, MavenProject project, BuildModules modules) {
    this.session = session;
    this.project = project;
    this.modules = modules;
  }

  /**
   * Whether a goal behind <code>package</code> stays: Failsafe's own, whose parameters are read,
   * and the one that only sets argLine. What servers are started with is noted and goes.
   */
  boolean keeps(MojoExecution mojo) {
    if (!modules.hasIntegrationTests(project)) {
      return false;
    }
    if (Failsafe.isFailsafe(mojo)) {
      return true;
    }
    if (mojo.getArtifactId().equals(JACOCO)) {
      // Reports and checks need results.
      return mojo.getGoal().startsWith("prepare-agent");
    }
    if (!isIdle(mojo)) {
      modules.addGoalAround(
          project,
          PluginDescriptor.getGoalPrefixFromArtifactId(mojo.getArtifactId())
              + ":"
              + mojo.getGoal()
              + " in "
              + mojo.getLifecyclePhase());
    }
    return false;
  }

  private boolean isIdle(MojoExecution mojo) {
    try {
      return "true".equals(String.valueOf(MojoParameters.of(session, mojo).get("skip")));
    } catch (ExpressionEvaluationException e) {
      // Then it says itself what is wrong with it, where it is run.
      return false;
    }
  }
}

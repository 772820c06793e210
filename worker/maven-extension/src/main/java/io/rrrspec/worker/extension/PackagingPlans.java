package io.rrrspec.worker.extension;

import java.io.File;
import java.util.Map;
import java.util.Set;
import javax.inject.Inject;
import javax.inject.Provider;
import org.apache.maven.execution.ProjectExecutionEvent;
import org.apache.maven.execution.ProjectExecutionListener;
import org.apache.maven.lifecycle.LifecycleExecutionException;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.project.MavenProject;
import org.apache.maven.project.MavenProjectHelper;

/**
 * Ends the plan of each module that need not be packaged with its tests. Of the others it takes
 * what no test can need: goals that publish, sign, document, or judge the results of tests.
 */
public final class PackagingPlans implements ProjectExecutionListener {
  private static final String JAVADOC = "maven-javadoc-plugin";

  /** Plugins by their artifact, with the goals that are left out; none: all of them. */
  private static final Map<String, Set<String>> LEFT_OUT =
      Map.ofEntries(
          Map.entry(JAVADOC, Set.of()),
          Map.entry("maven-gpg-plugin", Set.of()),
          Map.entry("maven-deploy-plugin", Set.of()),
          Map.entry("maven-install-plugin", Set.of()),
          Map.entry("maven-site-plugin", Set.of()),
          Map.entry("nexus-staging-maven-plugin", Set.of()),
          Map.entry("central-publishing-maven-plugin", Set.of()),
          Map.entry("jib-maven-plugin", Set.of()),
          Map.entry("docker-maven-plugin", Set.of()),
          Map.entry("dockerfile-maven-plugin", Set.of()),
          Map.entry("spring-boot-maven-plugin", Set.of("build-image", "build-image-no-fork")),
          Map.entry("jacoco-maven-plugin", Set.of()));

  private final Provider<MavenProjectHelper> helper;

  @Inject
  public PackagingPlans(Provider<MavenProjectHelper> helper) {
    this.helper = helper;
  }

  @Override
  public void beforeProjectLifecycleExecution(ProjectExecutionEvent event) {
    if (WaitingBuild.isOn() && WaitingPlan.change(event, helper.get())) {
      return;
    }
    BuildModules modules = BuildModules.of(event.getSession());
    MavenProject project = event.getProject();
    boolean packaged = modules.isPackaged(project);
    boolean documented = modules.isDocumented(project);
    IntegrationPlan integration = new IntegrationPlan(event.getSession(), project, modules);
    event
        .getExecutionPlan()
        .removeIf(
            mojo ->
                Phases.isAfterPackage(mojo.getLifecyclePhase())
                    ? !integration.keeps(mojo)
                    : Phases.isAfterTests(mojo.getLifecyclePhase())
                        && (!packaged || isLeftOut(mojo, documented)));
    if (packaged && ArtifactMakers.of(project) != null) {
      deleteArtifact(project);
    }
  }

  /**
   * Whether no test can need what a goal does.
   *
   * @param documented whether another module needs javadoc
   */
  static boolean isLeftOut(MojoExecution mojo, boolean documented) {
    if (documented && mojo.getArtifactId().equals(JAVADOC)) {
      return false;
    }
    Set<String> goals = LEFT_OUT.get(mojo.getArtifactId());
    return goals != null && (goals.isEmpty() || goals.contains(mojo.getGoal()));
  }

  /**
   * A plugin has put another jar in place of that of maven-jar-plugin, which would take it for its
   * own and up to date: then it would go through that plugin once more.
   */
  private static void deleteArtifact(MavenProject project) {
    File directory = new File(project.getBuild().getDirectory());
    File jar = new File(directory, project.getBuild().getFinalName() + ".jar");
    if (jar.isFile() && !jar.delete()) {
      // Then Maven works with it, as it does without us.
      return;
    }
  }

  @Override
  public void beforeProjectExecution(ProjectExecutionEvent event)
      throws LifecycleExecutionException {}

  @Override
  public void afterProjectExecutionSuccess(ProjectExecutionEvent event)
      throws LifecycleExecutionException {}

  @Override
  public void afterProjectExecutionFailure(ProjectExecutionEvent event) {}
}

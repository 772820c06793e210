package io.rrrspec.worker.extension;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.maven.execution.ProjectExecutionEvent;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.project.MavenProject;
import org.apache.maven.project.MavenProjectHelper;

/**
 * Chooses what a {@link WaitingBuild} runs: in modules with goals around their integration tests
 * all but what only makes files that prepare has made already, since other tests run on these; in
 * the others nothing.
 */
final class WaitingPlan {
  private static final String JACOCO = "jacoco-maven-plugin";

  /** Plugins by their artifact, with the goals that are not run again; none: all of them. */
  private static final Map<String, Set<String>> MADE_BY_PREPARE =
      Map.ofEntries(
          // Tests run on what it would delete.
          Map.entry("maven-clean-plugin", Set.of()),
          Map.entry("maven-resources-plugin", Set.of()),
          Map.entry("maven-compiler-plugin", Set.of()),
          Map.entry("maven-surefire-plugin", Set.of()),
          Map.entry("maven-jar-plugin", Set.of()),
          Map.entry("maven-war-plugin", Set.of()),
          Map.entry("maven-ear-plugin", Set.of()),
          Map.entry("maven-ejb-plugin", Set.of()),
          Map.entry("maven-rar-plugin", Set.of()),
          Map.entry("maven-source-plugin", Set.of()),
          Map.entry("maven-shade-plugin", Set.of()),
          Map.entry("maven-assembly-plugin", Set.of()),
          Map.entry("maven-bundle-plugin", Set.of()),
          Map.entry("bnd-maven-plugin", Set.of()),
          Map.entry("proguard-maven-plugin", Set.of()),
          Map.entry("moditect-maven-plugin", Set.of()),
          Map.entry("kotlin-maven-plugin", Set.of()),
          Map.entry("scala-maven-plugin", Set.of()),
          Map.entry("gmavenplus-plugin", Set.of()),
          Map.entry("aspectj-maven-plugin", Set.of()),
          Map.entry("spring-boot-maven-plugin", Set.of("repackage")));

  private WaitingPlan() {}

  /** Changes the plan of a module; false if prepare has not built it, so that Maven has to. */
  static boolean change(ProjectExecutionEvent event, MavenProjectHelper helper) {
    WaitingBuild build = WaitingBuild.of(event.getSession());
    MavenProject project = event.getProject();
    List<MojoExecution> plan = event.getExecutionPlan();
    if (!build.takeBuilt(project, helper)) {
      return false;
    }
    if (build.waitsIn(project) && !build.isOver(project)) {
      plan.removeIf(WaitingPlan::isLeftOut);
      build.expect(project, (int) plan.stream().filter(Failsafe::runsTests).count());
    } else {
      plan.clear();
    }
    return true;
  }

  private static boolean isLeftOut(MojoExecution mojo) {
    if (mojo.getArtifactId().equals(JACOCO)) {
      return !mojo.getGoal().startsWith("prepare-agent");
    }
    String phase = mojo.getLifecyclePhase();
    Set<String> goals = MADE_BY_PREPARE.get(mojo.getArtifactId());
    boolean made = goals != null && (goals.isEmpty() || goals.contains(mojo.getGoal()));
    return phase != null && Phases.isReachedByPackage(phase) && made
        || PackagingPlans.isLeftOut(mojo, false);
  }
}

package io.rrrspec.worker.extension;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.jspecify.annotations.Nullable;

/**
 * The modules of a build whose artifacts a module copies or unpacks for its own tests, by
 * maven-dependency-plugin. That plugin refuses those that have not been packaged.
 */
final class CopiedModules {
  private CopiedModules() {}

  static Set<MavenProject> of(MavenProject project, PackagingNeeds build) {
    Set<MavenProject> modules = new LinkedHashSet<>();
    for (Plugin plugin : project.getBuildPlugins()) {
      if (!plugin.getArtifactId().equals("maven-dependency-plugin")) {
        continue;
      }
      for (PluginExecution execution : plugin.getExecutions()) {
        // All of these goals are bound to process-sources unless the build says otherwise.
        String phase = execution.getPhase();
        if (phase != null && !Phases.isReachedByTest(phase)) {
          continue;
        }
        List<String> goals = execution.getGoals();
        if (goals.contains("copy") || goals.contains("unpack")) {
          addItems(modules, execution.getConfiguration(), build);
          addItems(modules, plugin.getConfiguration(), build);
        }
        if (goals.contains("copy-dependencies") || goals.contains("unpack-dependencies")) {
          addBelow(modules, project, included(execution), build);
        }
      }
    }
    modules.remove(project);
    return modules;
  }

  private static void addItems(
      Set<MavenProject> modules, @Nullable Object configuration, PackagingNeeds build) {
    if (!(configuration instanceof Xpp3Dom dom) || dom.getChild("artifactItems") == null) {
      return;
    }
    for (Xpp3Dom item : dom.getChild("artifactItems").getChildren()) {
      MavenProject module = build.module(text(item, "groupId"), text(item, "artifactId"));
      if (module != null && !"pom".equals(text(item, "type"))) {
        modules.add(module);
      }
    }
  }

  /** The names of the only artifacts that are copied; empty: all. */
  private static List<String> included(PluginExecution execution) {
    String names =
        execution.getConfiguration() instanceof Xpp3Dom dom
            ? text(dom, "includeArtifactIds")
            : null;
    return names == null ? List.of() : Stream.of(names.split(",")).map(String::trim).toList();
  }

  private static void addBelow(
      Set<MavenProject> modules,
      MavenProject project,
      List<String> included,
      PackagingNeeds build) {
    List<MavenProject> open = new ArrayList<>(List.of(project));
    Set<MavenProject> seen = new LinkedHashSet<>();
    while (!open.isEmpty()) {
      for (MavenProject module : build.modulesBelow(open.remove(0))) {
        if (seen.add(module)) {
          open.add(module);
        }
      }
    }
    seen.removeIf(
        module ->
            module.getPackaging().equals("pom")
                || !included.isEmpty() && !included.contains(module.getArtifactId()));
    modules.addAll(seen);
  }

  private static @Nullable String text(Xpp3Dom dom, String name) {
    Xpp3Dom child = dom.getChild(name);
    return child == null ? null : child.getValue();
  }
}

package io.rrrspec.worker.extension;

import java.util.Map;
import java.util.Set;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.jspecify.annotations.Nullable;

/** Plugins that put more or else into a module's main jar than is in its directory of classes. */
final class ArtifactMakers {
  /** By their artifact, with the goals that do. */
  private static final Map<String, Set<String>> GOALS =
      Map.of(
          "maven-shade-plugin", Set.of("shade"),
          "maven-assembly-plugin", Set.of("single"),
          "maven-bundle-plugin", Set.of("bundle"),
          "bnd-maven-plugin", Set.of("jar"),
          "proguard-maven-plugin", Set.of("proguard"));

  private ArtifactMakers() {}

  /** The name of the plugin that does so at <code>package</code>; null if there is none. */
  static @Nullable String of(MavenProject project) {
    for (Plugin plugin : project.getBuildPlugins()) {
      Set<String> goals = GOALS.get(plugin.getArtifactId());
      if (goals == null) {
        continue;
      }
      for (PluginExecution execution : plugin.getExecutions()) {
        String phase = execution.getPhase();
        boolean reached = phase == null || Phases.isReachedByPackage(phase);
        if (reached
            && execution.getGoals().stream().anyMatch(goals::contains)
            && makesMainArtifact(plugin, execution)) {
          return plugin.getArtifactId();
        }
      }
    }
    return null;
  }

  private static boolean makesMainArtifact(Plugin plugin, PluginExecution execution) {
    if ("true".equals(value(plugin, execution, "skip"))) {
      return false;
    }
    return switch (plugin.getArtifactId()) {
      // Beside the main artifact it makes one with a classifier, which a dependency names.
      case "maven-shade-plugin" ->
          !"true".equals(value(plugin, execution, "shadedArtifactAttached"));
      case "maven-assembly-plugin" ->
          "false".equals(value(plugin, execution, "appendAssemblyId"))
              && value(plugin, execution, "classifier") == null;
      default -> value(plugin, execution, "classifier") == null;
    };
  }

  private static @Nullable String value(Plugin plugin, PluginExecution execution, String name) {
    for (Object configuration :
        new Object[] {execution.getConfiguration(), plugin.getConfiguration()}) {
      if (configuration instanceof Xpp3Dom dom && dom.getChild(name) != null) {
        String value = dom.getChild(name).getValue();
        return value == null ? null : value.trim();
      }
    }
    return null;
  }
}

package io.rrrspec.worker.extension;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.maven.model.Dependency;
import org.apache.maven.model.Plugin;
import org.apache.maven.project.MavenProject;
import org.jspecify.annotations.Nullable;

/**
 * Finds the modules that others of the same build need as an artifact: at the phase <code>test
 * </code> Maven has but their directories of classes.
 */
final class PackagingNeeds {
  /** The types for which Maven takes the directory of classes. */
  private static final Set<String> TYPES_OF_CLASSES =
      Set.of("jar", "ejb-client", "war", "rar", "ejb3", "par", "sar", "wsr", "har", "app-client");

  private static final Set<String> JAVADOC = Set.of("javadoc", "test-javadoc");

  private final List<MavenProject> projects;
  private final Map<String, MavenProject> byName = new LinkedHashMap<>();
  private final Map<String, PackagingNeed> needs = new LinkedHashMap<>();

  PackagingNeeds(List<MavenProject> projects) {
    this.projects = projects;
    for (MavenProject project : projects) {
      byName.put(name(project.getGroupId(), project.getArtifactId()), project);
    }
  }

  /** Finds the modules that others need. */
  void find() {
    for (MavenProject project : projects) {
      for (Dependency dependency : dependencies(project)) {
        MavenProject module = module(dependency);
        if (module != null && !module.equals(project)) {
          String why = why(project, module, dependency);
          if (why != null) {
            boolean javadoc = JAVADOC.contains(String.valueOf(dependency.getClassifier()));
            add(new PackagingNeed(module, why, project, javadoc));
          }
        }
      }
      for (MavenProject module : CopiedModules.of(project, this)) {
        add(new PackagingNeed(module, "maven-dependency-plugin copies it", project, false));
      }
    }
  }

  /**
   * The needs by {@link BuildModules#id}; what goes into their artifacts is packaged, too.
   *
   * @param tested the modules whose integration tests need their own artifact
   */
  Map<String, PackagingNeed> with(List<MavenProject> tested) {
    tested.forEach(project -> add(new PackagingNeed(project, null, project, false)));
    addContents();
    return needs;
  }

  /** A module of the build by its name; null if it is none. */
  @Nullable MavenProject module(@Nullable String groupId, @Nullable String artifactId) {
    return byName.get(name(groupId, artifactId));
  }

  /** The modules that a module names as dependencies. */
  Collection<MavenProject> modulesBelow(MavenProject project) {
    return project.getDependencies().stream()
        .map(this::module)
        .filter(Objects::nonNull)
        .map(Objects::requireNonNull)
        .filter(module -> !module.equals(project))
        .toList();
  }

  private void add(PackagingNeed need) {
    needs.merge(BuildModules.id(need.module()), need, PackagingNeed::and);
  }

  /** Shading and assembling work on the jars of dependencies, not on directories. */
  private void addContents() {
    Deque<PackagingNeed> open = new ArrayDeque<>(needs.values());
    while (!open.isEmpty()) {
      MavenProject project = open.remove().module();
      for (Dependency dependency : project.getDependencies()) {
        MavenProject module = module(dependency);
        if (module != null
            && !module.equals(project)
            && !"test".equals(dependency.getScope())
            && !needs.containsKey(BuildModules.id(module))) {
          PackagingNeed need = new PackagingNeed(module, null, project, false);
          add(need);
          open.add(need);
        }
      }
    }
  }

  private static List<Dependency> dependencies(MavenProject project) {
    List<Dependency> all = new ArrayList<>(project.getDependencies());
    for (Plugin plugin : project.getBuildPlugins()) {
      all.addAll(plugin.getDependencies());
    }
    return all;
  }

  private @Nullable MavenProject module(Dependency dependency) {
    MavenProject module = module(dependency.getGroupId(), dependency.getArtifactId());
    String version = dependency.getVersion();
    boolean range = version != null && (version.startsWith("[") || version.startsWith("("));
    return module != null && (range || module.getVersion().equals(version)) ? module : null;
  }

  private static String name(@Nullable String groupId, @Nullable String artifactId) {
    return groupId + ":" + artifactId;
  }

  /** What a module lacks at the phase test for one that depends on it; null if it lacks nothing. */
  private static @Nullable String why(
      MavenProject project, MavenProject module, Dependency dependency) {
    String type = dependency.getType() == null ? "jar" : dependency.getType();
    String classifier = dependency.getClassifier();
    boolean plain = classifier == null || classifier.isEmpty();
    if (type.equals("pom") || type.equals("test-jar") || !plain && classifier.equals("tests")) {
      return null;
    }
    if (!plain) {
      return "classifier " + classifier;
    }
    if (!TYPES_OF_CLASSES.contains(type)) {
      return "type " + type;
    }
    String maker = ArtifactMakers.of(module);
    if (maker != null) {
      return maker;
    }
    boolean compiled = !"test".equals(dependency.getScope());
    boolean required =
        compiled && NamedModules.hasDescriptor(project) || NamedModules.areTestsNamed(project);
    return required && type.equals("jar") && !NamedModules.isNamedInClasses(module)
        ? "as a jar it is a module for module-info.java"
        : null;
  }
}

package io.rrrspec.worker.extension;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.maven.RepositoryUtils;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.artifact.resolver.filter.ScopeArtifactFilter;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.resolution.DependencyResolutionException;

/**
 * The class path that Surefire would give to the tests, in its order: test classes, classes, the
 * artifacts less those excluded, the additional elements; then the engines that are missing.
 */
final class TestClassPath {
  private final MavenProject project;
  private final MojoExecution mojo;
  private final Map<String, Object> parameters;
  private final Resolver resolver;

  TestClassPath(
      MavenProject project, MojoExecution mojo, Map<String, Object> parameters, Resolver resolver) {
    this.project = project;
    this.mojo = mojo;
    this.parameters = parameters;
    this.resolver = resolver;
  }

  void addTo(Map<String, Object> facts) throws DependencyResolutionException {
    Map<String, org.eclipse.aether.artifact.Artifact> artifacts = new LinkedHashMap<>();
    for (Artifact artifact : included()) {
      artifacts.put(artifact.getDependencyConflictId(), RepositoryUtils.toArtifact(artifact));
    }
    Engines engines = new Engines(mojo, resolver, artifacts);
    facts.put("provider", engines.provider());
    facts.put("providers", engines.namedProviders());
    facts.put("engines", engines.addMissing());
    facts.put("notes", engines.notes());
    Set<String> path = new LinkedHashSet<>();
    path.add(text("testClassesDirectory", project.getBuild().getTestOutputDirectory()));
    path.add(
        text(
            "classesDirectory",
            Failsafe.runsTests(mojo)
                ? Failsafe.mainClasses(project)
                : project.getBuild().getOutputDirectory()));
    artifacts.values().forEach(artifact -> path.add(file(artifact)));
    additionalElements().forEach(path::add);
    for (org.eclipse.aether.artifact.Artifact artifact : additionalDependencies()) {
      path.add(file(artifact));
    }
    facts.put("classPath", path);
    facts.put("snapshots", artifacts.values().stream().anyMatch(a -> a.isSnapshot()));
  }

  private List<Artifact> included() {
    String scope = text("classpathDependencyScopeExclude", "");
    ScopeArtifactFilter excludedScope = new ScopeArtifactFilter(scope);
    Collection<String> excludes = list("classpathDependencyExcludes");
    return project.getArtifacts().stream()
        .filter(artifact -> artifact.getArtifactHandler().isAddedToClasspath())
        .filter(artifact -> artifact.getFile() != null)
        .filter(artifact -> scope.isEmpty() || !excludedScope.include(artifact))
        .filter(artifact -> excludes.stream().noneMatch(pattern -> matches(pattern, artifact)))
        .toList();
  }

  /** Whether a pattern group:artifact:type:version, cut short or with stars, means the artifact. */
  static boolean matches(String pattern, Artifact artifact) {
    String[] wanted = pattern.trim().split(":");
    List<String> is =
        List.of(
            artifact.getGroupId(),
            artifact.getArtifactId(),
            artifact.getType(),
            artifact.getBaseVersion());
    for (int i = 0; i < wanted.length && i < is.size(); i++) {
      if (!wanted[i].isEmpty() && !matches(wanted[i], is.get(i))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether a text with stars stands for another one. Only the last star takes more if the rest
   * does not fit: what was found before it is as far at the front as it can be.
   */
  static boolean matches(String pattern, String text) {
    int at = 0;
    int star = -1;
    int taken = 0;
    for (int i = 0; i < text.length(); ) {
      if (at < pattern.length() && pattern.charAt(at) == '*') {
        star = at++;
        taken = i;
      } else if (at < pattern.length() && pattern.charAt(at) == text.charAt(i)) {
        at++;
        i++;
      } else if (star >= 0) {
        at = star + 1;
        i = ++taken;
      } else {
        return false;
      }
    }
    while (at < pattern.length() && pattern.charAt(at) == '*') {
      at++;
    }
    return at == pattern.length();
  }

  private List<String> additionalElements() {
    return list("additionalClasspathElements").stream()
        .flatMap(element -> Arrays.stream(element.split(",")))
        .map(String::trim)
        .filter(element -> !element.isEmpty())
        .map(element -> new File(element))
        .map(file -> file.isAbsolute() ? file : new File(project.getBasedir(), file.getPath()))
        .map(File::getAbsolutePath)
        .toList();
  }

  private List<org.eclipse.aether.artifact.Artifact> additionalDependencies()
      throws DependencyResolutionException {
    var configured = mojo.getConfiguration().getChild("additionalClasspathDependencies");
    if (configured == null) {
      return List.of();
    }
    List<org.eclipse.aether.artifact.Artifact> all = new ArrayList<>();
    for (var dependency : configured.getChildren()) {
      var version = dependency.getChild("version");
      var group = dependency.getChild("groupId");
      var artifact = dependency.getChild("artifactId");
      if (version != null && group != null && artifact != null) {
        all.addAll(
            resolver.resolve(
                group.getValue() + ":" + artifact.getValue() + ":" + version.getValue()));
      }
    }
    return all;
  }

  private String text(String parameter, String otherwise) {
    return parameters.get(parameter) instanceof String value ? value : otherwise;
  }

  private List<String> list(String parameter) {
    Object value = parameters.get(parameter);
    if (value instanceof Map<?, ?> composite && composite.get("list") instanceof List<?> list) {
      return list.stream().map(Object::toString).toList();
    }
    if (value instanceof List<?> list) {
      return list.stream().map(Object::toString).toList();
    }
    return value instanceof String text ? List.of(text.split(",")) : List.of();
  }

  private static String file(org.eclipse.aether.artifact.Artifact artifact) {
    return artifact.getFile().getAbsolutePath();
  }
}

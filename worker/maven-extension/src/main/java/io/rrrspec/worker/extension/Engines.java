package io.rrrspec.worker.extension;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import org.apache.maven.RepositoryUtils;
import org.apache.maven.artifact.versioning.ComparableVersion;
import org.apache.maven.model.Dependency;
import org.apache.maven.plugin.MojoExecution;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.jspecify.annotations.Nullable;

/**
 * Which of its providers Surefire would choose, and the engines and the launcher that the JUnit
 * Platform needs to run the same tests. Surefire 3.5's own rules are in its AbstractSurefireMojo.
 */
final class Engines {
  private static final String LAUNCHER = "org.junit.platform:junit-platform-launcher:jar";
  private static final String ENGINE = "org.junit.platform:junit-platform-engine:jar";
  private static final String COMMONS = "org.junit.platform:junit-platform-commons:jar";
  private static final String JUPITER_API = "org.junit.jupiter:junit-jupiter-api:jar";
  private static final String JUPITER = "org.junit.jupiter:junit-jupiter-engine:jar";
  private static final String VINTAGE = "org.junit.vintage:junit-vintage-engine:jar";
  private static final String JUNIT = "junit:junit:jar";
  private static final String JUNIT_DEP = "junit:junit-dep:jar";
  private static final String TESTNG = "org.testng:testng:jar";

  /** The last that still run on the Java versions of projects that never moved to the Platform. */
  private static final String OUR_PLATFORM = "1.14.4";

  private static final String OUR_JUNIT = "5.14.4";
  private static final String OUR_TESTNG_ENGINE = "1.0.5";

  private static final Set<String> PROVIDERS =
      Set.of(
          "surefire-junit-platform",
          "surefire-testng",
          "surefire-junit4",
          "surefire-junit47",
          "surefire-junit3");
  private static final List<String> SERVICES =
      List.of(
          "org.apache.maven.surefire.api.provider.SurefireProvider",
          "org.apache.maven.surefire.providerapi.SurefireProvider");

  private final MojoExecution mojo;
  private final Resolver resolver;
  private final Map<String, Artifact> artifacts;
  private final List<String> notes = new ArrayList<>();
  private final List<String> added = new ArrayList<>();

  /**
   * @param artifacts what is on the class path, by group:artifact:type; missing parts go in here
   */
  Engines(MojoExecution mojo, Resolver resolver, Map<String, Artifact> artifacts) {
    this.mojo = mojo;
    this.resolver = resolver;
    this.artifacts = artifacts;
  }

  List<String> notes() {
    return notes;
  }

  /** junit-platform, testng, junit4, junit3 or none. */
  String provider() {
    List<String> named = namedProviders();
    if (named.contains("surefire-junit-platform")) {
      return "junit-platform";
    }
    // Surefire runs each provider that is named: ours for TestNG runs JUnit 4, too.
    if (named.contains("surefire-testng")) {
      return "testng";
    }
    if (named.contains("surefire-junit4") || named.contains("surefire-junit47")) {
      return "junit4";
    }
    if (named.contains("surefire-junit3")) {
      return "junit3";
    }
    if (artifacts.containsKey(COMMONS) || pluginHasEngine()) {
      return "junit-platform";
    }
    if (artifacts.containsKey(TESTNG)) {
      return "testng";
    }
    Artifact junit = junit();
    if (junit == null) {
      return "none";
    }
    return isOlder(junit, "4.0") ? "junit3" : "junit4";
  }

  /** The providers among the dependencies of the plugin, those of other people by group, too. */
  List<String> namedProviders() {
    List<String> names = new ArrayList<>();
    for (Dependency dependency : mojo.getPlugin().getDependencies()) {
      String artifact = dependency.getArtifactId();
      if (PROVIDERS.contains(artifact)) {
        names.add(artifact);
      } else if (!isOfThePlatform(dependency) && isProvider(dependency)) {
        names.add(dependency.getGroupId() + ":" + artifact);
      }
    }
    return names;
  }

  /** Surefire finds a provider by this file in its jar. */
  private boolean isProvider(Dependency dependency) {
    try {
      String coordinates =
          dependency.getGroupId()
              + ":"
              + dependency.getArtifactId()
              + ":"
              + dependency.getVersion();
      List<Artifact> resolved = resolver.resolve(coordinates);
      if (resolved.isEmpty()) {
        return false;
      }
      try (JarFile jar = new JarFile(resolved.get(0).getFile())) {
        return SERVICES.stream()
            .anyMatch(name -> jar.getEntry("META-INF/services/" + name) != null);
      }
    } catch (DependencyResolutionException | IOException e) {
      // What Maven itself could not load has ended the build before.
      return false;
    }
  }

  /** Adds what is missing to the artifacts and returns what that was. */
  List<String> addMissing() throws DependencyResolutionException {
    switch (provider()) {
      case "junit-platform" -> completePlatform();
      case "testng" -> {
        addAll(platform(OUR_PLATFORM), "org.junit.support:testng-engine:" + OUR_TESTNG_ENGINE);
        if (junit() != null) {
          addVintage();
        }
      }
      case "junit4", "junit3" -> addVintage();
      default -> {}
    }
    return added;
  }

  private void completePlatform() throws DependencyResolutionException {
    addEnginesOfThePlugin();
    Artifact api = artifacts.get(JUPITER_API);
    if (api != null && !artifacts.containsKey(JUPITER)) {
      addAll("org.junit.jupiter:junit-jupiter-engine:" + api.getVersion());
      if (junit() != null && !artifacts.containsKey(VINTAGE)) {
        addAll("org.junit.vintage:junit-vintage-engine:" + api.getVersion());
      }
    }
    Artifact engine = artifacts.getOrDefault(ENGINE, artifacts.get(COMMONS));
    if (engine == null) {
      addAll(platform(OUR_PLATFORM));
    } else if (!artifacts.containsKey(LAUNCHER)) {
      addAll(platform(engine.getVersion()));
    }
  }

  private void addVintage() throws DependencyResolutionException {
    Artifact junit = junit();
    if (junit != null && (isOlder(junit, "4.12") || artifacts.containsKey(JUNIT_DEP))) {
      String is = junit.getArtifactId() + " " + junit.getVersion();
      notes.add(is + " is replaced by junit 4.13.2: the engine for JUnit 3 and 4 needs 4.12");
      artifacts.remove(JUNIT);
      artifacts.remove(JUNIT_DEP);
    }
    Artifact engine = artifacts.get(ENGINE);
    String vintage = "org.junit.vintage:junit-vintage-engine:" + OUR_JUNIT;
    addAll(platform(engine == null ? OUR_PLATFORM : engine.getVersion()), vintage);
  }

  /** People name engines among the dependencies of the plugin; Surefire uses them from there. */
  private void addEnginesOfThePlugin() throws DependencyResolutionException {
    if (pluginHasEngine()) {
      addAll(
          mojo.getPlugin().getDependencies().stream()
              .filter(Engines::isOfThePlatform)
              .map(d -> d.getGroupId() + ":" + d.getArtifactId() + ":" + d.getVersion())
              .toArray(String[]::new));
    }
  }

  private boolean pluginHasEngine() {
    return mojo.getPlugin().getDependencies().stream().anyMatch(Engines::isOfThePlatform);
  }

  private static boolean isOfThePlatform(Dependency dependency) {
    return dependency.getGroupId().startsWith("org.junit.")
        || dependency.getArtifactId().endsWith("-engine");
  }

  private static String platform(String version) {
    return "org.junit.platform:junit-platform-launcher:" + version;
  }

  private void addAll(String... coordinates) throws DependencyResolutionException {
    for (Artifact artifact : resolver.resolve(coordinates)) {
      org.apache.maven.artifact.Artifact known = RepositoryUtils.toArtifact(artifact);
      // What the project brings stays as it is: its tests were compiled against it.
      if (artifacts.putIfAbsent(known.getDependencyConflictId(), artifact) == null) {
        added.add(artifact.toString());
      }
    }
  }

  private @Nullable Artifact junit() {
    Artifact junit = artifacts.get(JUNIT);
    return junit != null ? junit : artifacts.get(JUNIT_DEP);
  }

  private static boolean isOlder(Artifact artifact, String version) {
    return new ComparableVersion(artifact.getVersion()).compareTo(new ComparableVersion(version))
        < 0;
  }
}

package io.rrrspec.worker.extension;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.project.MavenProject;
import org.jspecify.annotations.Nullable;

/**
 * The modules of a build as they were before the first goal ran: some goals change the file and the
 * directory of a module later (that of maven-shade-plugin does).
 */
final class BuildModules {
  private static final String NAME = BuildModules.class.getName();

  private final Map<String, File> basedirs = new LinkedHashMap<>();
  private final Map<String, PackagingNeed> packaged;
  private final Set<String> withIntegrationTests = new LinkedHashSet<>();
  private final Map<String, List<String>> goalsAround = new ConcurrentHashMap<>();
  private final PackagingPhase phase;

  private BuildModules(List<MavenProject> projects) {
    for (MavenProject project : projects) {
      basedirs.put(id(project), project.getBasedir());
    }
    phase = PackagingPhase.ofThisBuild();
    List<MavenProject> tested =
        Failsafe.isWanted() ? projects.stream().filter(this::isTested).toList() : List.of();
    tested.forEach(project -> withIntegrationTests.add(id(project)));
    PackagingNeeds needs = new PackagingNeeds(projects);
    if (phase == PackagingPhase.FOUND_OUT) {
      needs.find();
    }
    packaged = needs.with(tested);
  }

  /** Those of a session: looked at when its projects have been read, and kept in its request. */
  static BuildModules of(MavenSession session) {
    Map<String, Object> data = session.getRequest().getData();
    return (BuildModules)
        data.computeIfAbsent(NAME, name -> new BuildModules(session.getProjects()));
  }

  /** What tells modules of one build apart; forked executions work on copies of a module. */
  static String id(MavenProject project) {
    return project.getGroupId() + ":" + project.getArtifactId() + ":" + project.getVersion();
  }

  /** The directory that the module's pom.xml is in. */
  File basedir(MavenProject project) {
    return basedirs.getOrDefault(id(project), project.getBasedir());
  }

  /** Whether this is a module that is prepared, not one that is only built for it. */
  boolean isWanted(MavenProject project) throws IOException {
    return BuildFacts.isWanted(basedir(project));
  }

  /** Whether a module has to be packaged, although the user has asked for no more than tests. */
  boolean arePackagedForOthers() {
    return !packaged.isEmpty();
  }

  /** Whether a module goes beyond its tests. */
  boolean isPackaged(MavenProject project) {
    return phase == PackagingPhase.PACKAGE || packaged.containsKey(id(project));
  }

  /** Whether there are integration tests to be run. */
  boolean haveIntegrationTests() {
    return !withIntegrationTests.isEmpty();
  }

  /** A module that is only built for another one needs no more than its artifact. */
  private boolean isTested(MavenProject project) {
    try {
      return Failsafe.isIn(project) && isWanted(project);
    } catch (IOException e) {
      // Then its directory cannot be read, and Maven says so itself.
      return false;
    }
  }

  /** Whether a module has integration tests to be run. */
  boolean hasIntegrationTests(MavenProject project) {
    return withIntegrationTests.contains(id(project));
  }

  /** Notes a goal that is left out although it stands around a module's integration tests. */
  void addGoalAround(MavenProject project, String goal) {
    goalsAround
        .computeIfAbsent(id(project), id -> Collections.synchronizedList(new ArrayList<>()))
        .add(goal);
  }

  /** Those goals, in their order, with their phases. */
  List<String> goalsAround(MavenProject project) {
    return List.copyOf(goalsAround.getOrDefault(id(project), List.of()));
  }

  /** Whether a module needs an artifact with javadoc, so that it has to be made. */
  boolean isDocumented(MavenProject project) {
    PackagingNeed need = packaged.get(id(project));
    return need != null && need.withJavadoc();
  }

  /** The modules that are packaged because another one needs what only that makes. */
  List<Map<String, Object>> packagedFacts() {
    List<Map<String, Object>> facts = new ArrayList<>();
    for (PackagingNeed need : packaged.values()) {
      @Nullable Map<String, Object> fact = need.facts();
      if (fact != null) {
        facts.add(fact);
      }
    }
    return facts;
  }
}

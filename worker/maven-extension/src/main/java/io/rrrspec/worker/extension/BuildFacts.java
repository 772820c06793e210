package io.rrrspec.worker.extension;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.project.MavenProject;
import org.jspecify.annotations.Nullable;

/** What was found out about the project, and the file that it is written to. */
final class BuildFacts {
  /** The system property that names the file to write. */
  static final String OUT = "rrrspec.prepare.out";

  /** The system property that names the directory of the module that is wanted among several. */
  static final String MODULE = "rrrspec.prepare.module";

  /** The prefix of the properties that we give to Maven ourselves, so that no test sees them. */
  private static final String OURS = "rrrspec.prepare.";

  private static final String EXTENSION = "maven.ext.class.path";

  private BuildFacts() {}

  /** The directory of the one module that is wanted; null if the project has but one. */
  static @Nullable String wantedModule() {
    return System.getProperty(MODULE);
  }

  /** Whether the module of a directory is prepared, not only built for another one. */
  static boolean isWanted(File basedir) throws IOException {
    String module = wantedModule();
    return module == null || Path.of(module).toRealPath().equals(basedir.toPath().toRealPath());
  }

  /** What is the same for all modules. */
  static Map<String, Object> of(MavenSession session) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("javaHome", System.getProperty("java.home"));
    facts.put("mavenHome", System.getProperty("maven.home"));
    facts.put("localRepository", session.getLocalRepository().getBasedir());
    facts.put("builtWithOthers", wantedModule() != null);
    facts.put("userProperties", userProperties(session));
    return facts;
  }

  /**
   * What one module is, and where its files are.
   *
   * @param basedir the directory that its pom.xml is in
   */
  static Map<String, Object> of(MavenProject project, File basedir) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("id", project.getGroupId() + ":" + project.getArtifactId());
    facts.put("packaging", project.getPackaging());
    facts.put("basedir", basedir.getAbsolutePath());
    facts.put("buildDirectory", project.getBuild().getDirectory());
    facts.put("classesDirectory", project.getBuild().getOutputDirectory());
    Artifacts.addTo(facts, project);
    return facts;
  }

  /** Replaces the file as a whole, so that a reader never sees half of it. */
  static void write(Map<String, Object> facts) throws IOException {
    String out = System.getProperty(OUT);
    if (out == null) {
      throw new IOException("-D" + OUT + "=FILE is missing");
    }
    Files.writeString(Path.of(out), JsonText.write(facts));
  }

  private static Map<String, String> userProperties(MavenSession session) {
    Map<String, String> properties = new LinkedHashMap<>();
    for (String name : session.getUserProperties().stringPropertyNames()) {
      if (!name.startsWith(OURS) && !name.equals(EXTENSION)) {
        properties.put(name, session.getUserProperties().getProperty(name));
      }
    }
    return properties;
  }
}

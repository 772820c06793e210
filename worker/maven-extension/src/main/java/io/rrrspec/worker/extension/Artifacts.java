package io.rrrspec.worker.extension;

import java.io.File;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.project.MavenProject;
import org.apache.maven.project.MavenProjectHelper;

/** What a module has been built into, so that another Maven need not build it again. */
final class Artifacts {
  /** The phases after which Maven takes a module's classes, and its test classes. */
  private static final List<String> PHASES = List.of("compile", "test-compile");

  private Artifacts() {}

  /** Notes the artifacts of a module that was built. */
  static void addTo(Map<String, Object> facts, MavenProject project) {
    File main = project.getArtifact() == null ? null : project.getArtifact().getFile();
    facts.put("artifact", main == null ? "" : main.getAbsolutePath());
    facts.put(
        "attached",
        project.getAttachedArtifacts().stream()
            .filter(artifact -> artifact.getFile() != null)
            .map(Artifacts::attached)
            .toList());
  }

  private static Map<String, Object> attached(Artifact artifact) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("type", artifact.getType());
    facts.put("classifier", artifact.hasClassifier() ? artifact.getClassifier() : "");
    facts.put("file", artifact.getFile().getAbsolutePath());
    return facts;
  }

  /**
   * Gives a module the artifacts that were noted.
   *
   * @param made has them
   * @param prefix of their names there
   */
  static void take(
      MavenProject project, Properties made, String prefix, MavenProjectHelper helper) {
    PHASES.forEach(project::addLifecyclePhase);
    File main = new File(made.getProperty(prefix + "artifact", ""));
    if (main.exists()) {
      project.getArtifact().setFile(main);
    }
    for (int i = 0; made.containsKey(prefix + "attached." + i + ".file"); i++) {
      String each = prefix + "attached." + i + ".";
      String classifier = made.getProperty(each + "classifier");
      File file = new File(made.getProperty(each + "file"));
      if (classifier.isEmpty()) {
        helper.attachArtifact(project, made.getProperty(each + "type"), file);
      } else {
        helper.attachArtifact(project, made.getProperty(each + "type"), classifier, file);
      }
    }
  }
}

package io.rrrspec.worker.build;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the extension found out about one module.
 *
 * @param build what is the same for all modules
 */
record ModuleFacts(Facts build, JsonNode json) {
  String text(String name) {
    return json.path(name).asText("");
  }

  Path basedir() {
    return Path.of(text("basedir"));
  }

  Path buildDirectory() {
    return Path.of(text("buildDirectory"));
  }

  /** The executions that are run: those of Surefire, then those of Failsafe if they are wanted. */
  List<JsonNode> executions() {
    return all("executions");
  }

  /** The executions of Failsafe if nobody wants them to be run. */
  List<JsonNode> integrationTestsLeftOut() {
    return all("integrationTestsLeftOut");
  }

  private List<JsonNode> all(String name) {
    List<JsonNode> executions = new ArrayList<>();
    json.path(name).forEach(executions::add);
    return executions;
  }

  /** Goals of the phases around the integration tests that did not run, with their phases. */
  List<String> goalsAroundIntegrationTests() {
    return Facts.texts(json, "goalsAroundIntegrationTests");
  }

  List<String> goalsAfterTests() {
    return Facts.texts(json, "goalsAfterTests");
  }

  /** Whether it was built; if not, it has failed, or a module that it needs has. */
  boolean isBuilt() {
    return json.path("built").asBoolean(false);
  }

  /** Maven's own words of why it could not be built; empty if Maven did not come to it. */
  String failure() {
    return text("failure");
  }

  /**
   * Its directory relative to the project, with slashes; empty for the project itself.
   *
   * @param projectDir absolute, without links
   */
  String dir(Path projectDir) {
    String dir = projectDir.relativize(real(basedir())).toString();
    return dir.replace('\\', '/');
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      // Then it is named as Maven names it.
      return path.toAbsolutePath().normalize();
    }
  }
}

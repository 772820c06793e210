package io.rrrspec.common.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** How the tasks of a run are found. */
public sealed interface SpecFiles {

  /** The project is asked: every test class that its build would run. */
  record Discovered() implements SpecFiles {}

  /**
   * These.
   *
   * @param patterns names or globs, at least one
   */
  record Listed(List<String> patterns) implements SpecFiles {}

  /**
   * What a command prints, one task a line.
   *
   * @param command for the shell
   */
  record Printed(String command) implements SpecFiles {}

  /** Reads a list, or {@code {command: ...}}. */
  static SpecFiles read(JsonNode written) {
    JsonNode node = ListsAndMaps.structured(written);
    if (node.isObject()) {
      if (node.size() != 1 || !node.has("command") || node.get("command").asText().isBlank()) {
        throw new IllegalArgumentException("no command");
      }
      return new Printed(ValueTypes.scalar(node.get("command")));
    }
    List<String> patterns = ListsAndMaps.list(node);
    if (patterns.isEmpty()) {
      throw new IllegalArgumentException("empty");
    }
    return new Listed(patterns);
  }
}

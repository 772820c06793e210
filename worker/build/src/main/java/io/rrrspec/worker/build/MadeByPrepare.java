package io.rrrspec.worker.build;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.ServiceException;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Tells the extension in a waiting Maven what prepare has built, and where it is to wait. */
final class MadeByPrepare {
  private final Properties properties = new Properties();
  private final Map<String, String> numbers = new HashMap<>();

  /**
   * Collects it.
   *
   * @param facts of the last prepare
   * @param waiting the directories of the modules in which Maven waits
   */
  MadeByPrepare(Facts facts, Path projectDir, Collection<String> waiting) {
    List<ModuleFacts> modules = facts.modules();
    for (int i = 0; i < modules.size(); i++) {
      ModuleFacts module = modules.get(i);
      String prefix = i + ".";
      properties.setProperty(prefix + "basedir", module.text("basedir"));
      properties.setProperty(prefix + "artifact", module.text("artifact"));
      int attached = 0;
      for (JsonNode artifact : module.json().path("attached")) {
        for (String name : List.of("type", "classifier", "file")) {
          properties.setProperty(
              prefix + "attached." + attached + "." + name, artifact.path(name).asText(""));
        }
        attached++;
      }
      String dir = module.dir(projectDir);
      if (waiting.contains(dir)) {
        properties.setProperty(prefix + "waits", "true");
        numbers.put(dir, String.valueOf(i));
      }
    }
  }

  /** The number by which files name a module. */
  String number(String module) {
    String number = numbers.get(module);
    if (number == null) {
      throw new ServiceException(
          "the last prepare knows nothing of the module " + module + ": use --force-prepare");
    }
    return number;
  }

  void write(Path directory) {
    try {
      Files.createDirectories(directory);
      try (Writer out = Files.newBufferedWriter(directory.resolve("modules.properties"))) {
        properties.store(out, null);
      }
    } catch (IOException e) {
      throw new ServiceException("cannot write to " + directory + ": " + e.getMessage(), e);
    }
  }
}

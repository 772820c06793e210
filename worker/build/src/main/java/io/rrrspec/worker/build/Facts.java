package io.rrrspec.worker.build;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rrrspec.common.ServiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the extension found out inside Maven. */
record Facts(JsonNode json) {
  static Facts read(Path file) {
    try {
      return new Facts(new JsonMapper().readTree(Files.readString(file)));
    } catch (IOException e) {
      throw new ServiceException("cannot read what Maven wrote to " + file, e);
    }
  }

  /** What was found out about each module, in the order of the build. */
  List<ModuleFacts> modules() {
    List<ModuleFacts> modules = new ArrayList<>();
    json.path("modules").forEach(module -> modules.add(new ModuleFacts(this, module)));
    return modules;
  }

  String text(String name) {
    return json.path(name).asText("");
  }

  List<String> texts(String name) {
    return texts(json, name);
  }

  static List<String> texts(JsonNode node, String name) {
    List<String> texts = new ArrayList<>();
    node.path(name).forEach(text -> texts.add(text.asText()));
    return texts;
  }
}

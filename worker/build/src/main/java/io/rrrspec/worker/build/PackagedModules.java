package io.rrrspec.worker.build;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Says which modules were packaged because others need what only that makes, and why. */
final class PackagedModules {
  private static final int MOST_NAMED = 3;

  private PackagedModules() {}

  /** Gives one line if there are any. */
  static void tell(Facts facts, Consumer<String> line) {
    List<String> modules = new ArrayList<>();
    facts.json().path("packaged").forEach(module -> modules.add(words(module)));
    if (modules.isEmpty()) {
      return;
    }
    int more = modules.size() - MOST_NAMED;
    List<String> named = modules.subList(0, Math.min(modules.size(), MOST_NAMED));
    line.accept(
        String.join("; ", named)
            + (more > 0 ? "; and " + more + " more" : "")
            + ": prepare goes to package there");
  }

  private static String words(JsonNode module) {
    return "%s is packaged (%s), since %s needs it"
        .formatted(
            module.path("module").asText(),
            module.path("why").asText(),
            module.path("neededBy").asText());
  }
}

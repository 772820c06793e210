package io.rrrspec.worker.build;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Says which modules were packaged because others need what only that makes, and why. */
final class PackagedModules {
  private PackagedModules() {}

  /** Gives one line if there are any: for each reason a module, and how many more there are. */
  static void tell(Facts facts, Consumer<String> line) {
    Map<String, List<JsonNode>> byReason = new LinkedHashMap<>();
    for (JsonNode module : facts.json().path("packaged")) {
      String why = module.path("why").asText();
      byReason.computeIfAbsent(why, reason -> new ArrayList<>()).add(module);
    }
    if (!byReason.isEmpty()) {
      line.accept(
          byReason.values().stream()
              .map(PackagedModules::words)
              .collect(Collectors.joining("; ", "", ": prepare goes to package there")));
    }
  }

  private static String words(List<JsonNode> modules) {
    JsonNode first = modules.get(0);
    int more = modules.size() - 1;
    return "%s is packaged (%s), since %s needs it%s"
        .formatted(
            first.path("module").asText(),
            first.path("why").asText(),
            first.path("neededBy").asText(),
            more > 0 ? ", and " + more + " more alike" : "");
  }
}

package io.rrrspec.worker.build;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Surefire's parameters, as its own types read them: texts, flags, numbers, lists, maps. */
final class SurefireParameters {
  private final JsonNode values;

  SurefireParameters(JsonNode values) {
    this.values = values;
  }

  /** The text, empty if it is not set. */
  String text(String name) {
    return values.path(name).asText("").trim();
  }

  boolean flag(String name, boolean otherwise) {
    String text = text(name);
    return text.isEmpty() ? otherwise : Boolean.parseBoolean(text);
  }

  /** The number, or 0 if it is not set. */
  double number(String name) {
    try {
      return text(name).isEmpty() ? 0 : Double.parseDouble(text(name));
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  List<String> list(String name) {
    JsonNode value = values.path(name);
    if (value.isTextual()) {
      return nonEmpty(Arrays.asList(value.asText().split(",")));
    }
    List<String> list = new ArrayList<>();
    (value.isArray() ? value : value.path("list")).forEach(element -> list.add(element.asText()));
    return nonEmpty(list);
  }

  Map<String, String> map(String name) {
    Map<String, String> map = new LinkedHashMap<>();
    JsonNode value = values.path(name);
    JsonNode entries = value.has("map") && value.has("list") ? value.path("map") : value;
    entries.properties().forEach(e -> map.put(e.getKey(), e.getValue().asText()));
    return map;
  }

  /** The value as somebody wrote it, for a message; null if it is not set. */
  @Nullable String shown(String name) {
    String shown = text(name).isEmpty() ? String.join(",", list(name)) : text(name);
    return shown.isEmpty() ? null : shown;
  }

  /** The name of the property by which somebody has switched an execution off; null if it runs. */
  @Nullable String skippedBy() {
    return Stream.of("skip", "skipTests", "skipExec", "skipITs")
        .filter(name -> flag(name, false))
        .map(name -> name.equals("skip") ? "maven.test.skip" : name)
        .findFirst()
        .orElse(null);
  }

  private static List<String> nonEmpty(List<String> list) {
    return list.stream().map(String::trim).filter(text -> !text.isEmpty()).toList();
  }
}

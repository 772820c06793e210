package io.rrrspec.common.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Values of several parts. In a file they are YAML; in the environment and on the command line,
 * too, if they start with a bracket, else {@code a,b} and {@code NAME=text,OTHER=text}.
 */
final class ListsAndMaps {
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private ListsAndMaps() {}

  static List<String> list(JsonNode written) {
    JsonNode node = structured(written);
    List<String> items = new ArrayList<>();
    if (node.isArray()) {
      node.forEach(item -> items.add(ValueTypes.scalar(item)));
    } else {
      for (String item : ValueTypes.scalar(node).split(",")) {
        if (!item.isBlank()) {
          items.add(item.strip());
        }
      }
    }
    return List.copyOf(items);
  }

  /**
   * The same, with a look at each item.
   *
   * @param check throws what is wrong with an item
   */
  static List<String> list(JsonNode written, Consumer<String> check) {
    List<String> items = list(written);
    items.forEach(check);
    return items;
  }

  static Map<String, String> variables(JsonNode written) {
    JsonNode node = structured(written);
    ObjectNode map = node.isObject() ? (ObjectNode) node : pairs(ValueTypes.scalar(node));
    Map<String, String> variables = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : map.properties()) {
      if (!VARIABLE.matcher(entry.getKey()).matches()) {
        throw new IllegalArgumentException("not the name of a variable");
      }
      variables.put(entry.getKey(), ValueTypes.scalar(entry.getValue()));
    }
    return Collections.unmodifiableMap(variables);
  }

  /**
   * A map of which each entry is read by itself.
   *
   * @param read reads the value of a name; throws what is wrong with either
   */
  static <T> Map<String, T> map(JsonNode written, BiFunction<String, JsonNode, T> read) {
    JsonNode node = structured(written);
    ObjectNode map = node.isObject() ? (ObjectNode) node : pairs(ValueTypes.scalar(node));
    Map<String, T> entries = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : map.properties()) {
      entries.put(entry.getKey(), read.apply(entry.getKey(), entry.getValue()));
    }
    return Collections.unmodifiableMap(entries);
  }

  /** The tree that a text in brackets stands for; anything else unchanged. */
  static JsonNode structured(JsonNode node) {
    if (!node.isTextual() || !node.asText().strip().matches("(?s)[\\[{].*")) {
      return node;
    }
    try {
      return new YAMLMapper().readTree(node.asText());
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("brackets that do not fit", e);
    }
  }

  private static ObjectNode pairs(String text) {
    ObjectNode map = JsonNodeFactory.instance.objectNode();
    for (String pair : text.split(",")) {
      if (!pair.isBlank()) {
        int equals = pair.indexOf('=');
        if (equals < 0) {
          throw new IllegalArgumentException("no '='");
        }
        map.put(pair.substring(0, equals).strip(), pair.substring(equals + 1).strip());
      }
    }
    return map;
  }
}

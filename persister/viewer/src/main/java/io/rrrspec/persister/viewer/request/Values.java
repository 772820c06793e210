package io.rrrspec.persister.viewer.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.flow.JsonText;
import io.rrrspec.persister.viewer.text.DisplayText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes arguments and outputs fit for a page. A request may have a thousand of them with a megabyte
 * each: where the page has enough text already, there is little of each.
 */
final class Values {
  private static final int MOST_FIELDS = 30;
  private static final int NAME = 100;
  private static final int LONGEST = 1_000;
  private static final int SHORTEST = 40;

  /** Characters that the page still takes. */
  private int left = 200_000;

  /** What is in it; nothing for null. */
  List<Value> of(@Nullable JsonNode json) {
    if (json == null || json.isNull()) {
      return List.of();
    }
    if (!json.isObject()) {
      return List.of(new Value("", text(json)));
    }
    List<Value> values = new ArrayList<>();
    for (Map.Entry<String, JsonNode> field : json.properties()) {
      if (values.size() == MOST_FIELDS) {
        values.add(new Value("", DisplayText.count(json.size() - MOST_FIELDS, "more field")));
        break;
      }
      String name = DisplayText.beginning(field.getKey(), NAME);
      values.add(new Value(name.isEmpty() ? "\"\"" : name, text(field.getValue())));
    }
    return values;
  }

  private String text(JsonNode value) {
    String all = value.isTextual() ? value.asText() : JsonText.of(value);
    String some = DisplayText.beginning(all, Math.max(SHORTEST, Math.min(LONGEST, left)));
    left -= some.length();
    return some;
  }
}

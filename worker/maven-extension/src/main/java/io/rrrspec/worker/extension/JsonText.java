package io.rrrspec.worker.extension;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes maps, collections, booleans and strings as JSON, so that no library has to come along. */
final class JsonText {
  private final StringBuilder out = new StringBuilder();

  private JsonText() {}

  static String write(@Nullable Object value) {
    JsonText json = new JsonText();
    json.value(value);
    return json.out.append('\n').toString();
  }

  private void value(@Nullable Object value) {
    if (value == null || value instanceof Boolean) {
      out.append(value);
    } else if (value instanceof Map<?, ?> map) {
      object(map);
    } else if (value instanceof Collection<?> list) {
      array(list);
    } else {
      string(value.toString());
    }
  }

  private void object(Map<?, ?> map) {
    char separator = '{';
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      out.append(separator);
      string(String.valueOf(entry.getKey()));
      out.append(':');
      value(entry.getValue());
      separator = ',';
    }
    out.append(map.isEmpty() ? "{}" : "}");
  }

  private void array(Collection<?> list) {
    char separator = '[';
    for (Object element : list) {
      out.append(separator);
      value(element);
      separator = ',';
    }
    out.append(list.isEmpty() ? "[]" : "]");
  }

  private void string(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ' || Character.isSurrogate(c)) {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}

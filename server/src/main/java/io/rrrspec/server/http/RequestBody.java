package io.rrrspec.server.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.http.ContentTooLargeResponse;
import io.javalin.http.Context;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.NearestName;
import io.rrrspec.common.process.BoundedText;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The JSON object that a request brings. */
final class RequestBody {
  /** The most bytes of one. */
  static final int MOST = 128 * 1024;

  private static final ObjectMapper json = new ObjectMapper();

  private final JsonNode object;

  private RequestBody(JsonNode object) {
    this.object = object;
  }

  /**
   * Reads it.
   *
   * @param known the fields that it may have
   * @throws UsageException if it is no such object
   * @throws ContentTooLargeResponse if it is longer than {@link #MOST}
   */
  static RequestBody read(Context ctx, List<String> known) {
    JsonNode node = parse(BodyBytes.read(ctx, MOST));
    if (node == null || !node.isObject()) {
      throw new UsageException("the body is no JSON object: write {\"" + known.get(0) + "\": …}");
    }
    for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!known.contains(name)) {
        String shown = BoundedText.cut(name, 40);
        throw new UsageException(
            "the body has a field '"
                + shown
                + "'"
                + NearestName.hint(shown, known, ": it may have " + String.join(", ", known)));
      }
    }
    return new RequestBody(node);
  }

  private static @Nullable JsonNode parse(byte[] bytes) {
    try {
      return json.readTree(bytes);
    } catch (JsonProcessingException e) {
      return null;
    } catch (IOException e) {
      throw new UsageException("the body cannot be read: write UTF-8", e);
    }
  }

  /** A text, or a number as text; null if there is none. */
  @Nullable String find(String name) {
    JsonNode value = object.get(name);
    if (value == null || value.isNull()) {
      return null;
    }
    if (!value.isTextual() && !value.isIntegralNumber()) {
      throw new UsageException(
          "the field '" + name + "' is no text: write \"" + name + "\": \"…\"");
    }
    return value.asText();
  }

  /** Texts by their names; empty if there are none. */
  Map<String, String> texts(String name) {
    JsonNode value = object.get(name);
    if (value == null || value.isNull()) {
      return Map.of();
    }
    if (!value.isObject()) {
      throw new UsageException(
          "the field '" + name + "' is no object: write \"" + name + "\": {\"NAME\": \"…\"}");
    }
    RequestBody inner = new RequestBody(value);
    Map<String, String> texts = new LinkedHashMap<>();
    for (Iterator<String> names = value.fieldNames(); names.hasNext(); ) {
      String each = names.next();
      texts.put(each, Objects.requireNonNullElse(inner.find(each), ""));
    }
    return texts;
  }

  /** A text. */
  String get(String name) {
    String value = find(name);
    if (value == null || value.isEmpty()) {
      throw new UsageException(
          "the field '" + name + "' is missing: write \"" + name + "\": \"…\"");
    }
    return value;
  }
}

package io.rrrspec.common.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object that we have written ourselves, read or written without a mapper: see {@link
 * LazyMapper}. Each value is asked for by its name and kind.
 */
public final class PlainJson {
  /** Of the parser alone. */
  static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private final Map<String, @Nullable Object> values;

  private PlainJson(Map<String, @Nullable Object> values) {
    this.values = values;
  }

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read, or is not one JSON object
   */
  public static PlainJson read(Path file) throws IOException {
    try (JsonParser parser = FACTORY.createParser(Files.readAllBytes(file))) {
      return only(parser);
    }
  }

  /**
   * Reads a text.
   *
   * @throws IOException if it is not one JSON object
   */
  public static PlainJson parse(String text) throws IOException {
    try (JsonParser parser = FACTORY.createParser(text)) {
      return only(parser);
    }
  }

  private static PlainJson only(JsonParser parser) throws IOException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw new JsonParseException(parser, "no JSON object");
    }
    Map<String, @Nullable Object> values = object(parser);
    if (parser.nextToken() != null) {
      throw new JsonParseException(parser, "more than one JSON object");
    }
    return new PlainJson(values);
  }

  /** What stands in an object that is written. */
  public interface Content {
    /** Writes its fields. */
    void to(JsonGenerator json) throws IOException;
  }

  /** Writes an object as one line. */
  public static String write(Content content) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.writeStartObject();
      content.to(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("a text takes everything", e);
    }
    return text.toString();
  }

  /**
   * A text.
   *
   * @throws IOException if there is none of this name
   */
  public String text(String name) throws IOException {
    return required(name, String.class);
  }

  /**
   * A text, or null if there is none of this name.
   *
   * @throws IOException if it is something else
   */
  public @Nullable String textIfAny(String name) throws IOException {
    Object value = values.get(name);
    return value == null ? null : cast(name, value, String.class);
  }

  /**
   * A whole number.
   *
   * @throws IOException if there is none of this name
   */
  public long number(String name) throws IOException {
    return required(name, Long.class);
  }

  /**
   * A truth.
   *
   * @throws IOException if there is none of this name
   */
  public boolean flag(String name) throws IOException {
    return required(name, Boolean.class);
  }

  /**
   * A list of texts.
   *
   * @throws IOException if there is none of this name
   */
  public List<String> texts(String name) throws IOException {
    List<String> texts = new ArrayList<>();
    for (Object one : required(name, List.class)) {
      texts.add(cast(name, one, String.class));
    }
    return texts;
  }

  /**
   * Texts by name.
   *
   * @throws IOException if there are none of this name
   */
  public Map<String, String> textsByName(String name) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    for (Map.Entry<?, ?> one : ((Map<?, ?>) required(name, Map.class)).entrySet()) {
      texts.put((String) one.getKey(), cast(name, one.getValue(), String.class));
    }
    return texts;
  }

  /**
   * The object of this name.
   *
   * @throws IOException if there is none
   */
  public PlainJson object(String name) throws IOException {
    return of(name, required(name, Map.class));
  }

  /**
   * A list of objects.
   *
   * @throws IOException if there is none of this name
   */
  public List<PlainJson> objects(String name) throws IOException {
    List<PlainJson> objects = new ArrayList<>();
    for (Object one : required(name, List.class)) {
      objects.add(of(name, cast(name, one, Map.class)));
    }
    return objects;
  }

  @SuppressWarnings("unchecked") // object(parser) makes no other maps
  private static PlainJson of(String name, Map<?, ?> map) {
    return new PlainJson((Map<String, @Nullable Object>) map);
  }

  private <T> T required(String name, Class<T> type) throws IOException {
    return cast(name, values.get(name), type);
  }

  private static <T> T cast(String name, @Nullable Object value, Class<T> type) throws IOException {
    if (!type.isInstance(value)) {
      throw new IOException(
          name + " is " + (value == null ? "missing" : "no " + type.getSimpleName()));
    }
    return type.cast(value);
  }

  private static Map<String, @Nullable Object> object(JsonParser parser) throws IOException {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      values.put(name, value(parser));
    }
    return values;
  }

  private static List<@Nullable Object> array(JsonParser parser) throws IOException {
    List<@Nullable Object> values = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      values.add(value(parser));
    }
    return values;
  }

  private static @Nullable Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
      case VALUE_NULL -> null;
      default -> throw new JsonParseException(parser, "no JSON value");
    };
  }
}

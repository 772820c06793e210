package io.rrrspec.common.request;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * JSON that comes from outside, read so strictly that everybody who reads it later sees the same:
 * in UTF-8, each name of an object once, one value, not nested without a bound, and no halves of
 * characters.
 */
public final class OutsideJson {
  /** So deep arrays and objects may be nested. */
  public static final int MOST_DEPTH = 100;

  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(MOST_DEPTH).build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .build();

  private OutsideJson() {}

  /**
   * Reads one value.
   *
   * @throws IllegalArgumentException if it is none; the message says why in one line
   */
  public static JsonNode read(byte[] utf8) {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("it is not UTF-8", e);
    }
    try {
      JsonNode value = JSON.readTree(text);
      if (value == null || value.isMissingNode()) {
        throw new IllegalArgumentException("it is empty");
      }
      requireWhole(value);
      return value;
    } catch (StreamConstraintsException e) {
      throw new IllegalArgumentException(
          "it is nested deeper than " + MOST_DEPTH + " levels, or a name or number is too long", e);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(reason(e), e);
    } catch (IOException e) {
      throw new IllegalArgumentException("it cannot be read", e);
    }
  }

  private static String reason(JsonProcessingException e) {
    String message = e.getOriginalMessage();
    // The library's own sentences name its classes.
    String what =
        message.startsWith("Duplicate field")
            ? "a name comes twice in an object"
            : message.startsWith("Trailing token")
                ? "something follows the value"
                : "it breaks off, or a character is wrong";
    JsonLocation at = e.getLocation();
    return at == null
        ? what
        : what + " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
  }

  private static void requireWhole(JsonNode value) {
    if (value.isTextual()) {
      requireWhole(value.textValue());
    }
    value
        .properties()
        .forEach(
            field -> {
              requireWhole(field.getKey());
              requireWhole(field.getValue());
            });
    if (value.isArray()) {
      value.forEach(OutsideJson::requireWhole);
    }
  }

  private static void requireWhole(String text) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new IllegalArgumentException(
          "a text has half of a character: \\ud800 to \\udfff come in pairs");
    }
  }
}

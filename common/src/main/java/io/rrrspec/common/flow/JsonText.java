package io.rrrspec.common.flow;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigDecimal;
import java.util.Iterator;
import java.util.Map;

/**
 * JSON as {@code JSON.stringify} writes it. Commands are removed, and states compared, by their
 * bytes, so these must be the same whoever writes them.
 */
public final class JsonText {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private JsonText() {}

  /**
   * Reads a text.
   *
   * @throws IllegalArgumentException if it is no JSON
   */
  public static JsonNode parse(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON: " + e.getOriginalMessage(), e);
    }
  }

  /** Writes a value. */
  public static String of(JsonNode value) {
    StringBuilder text = new StringBuilder();
    write(value, text);
    return text.toString();
  }

  /** Writes a string. */
  public static String of(String value) {
    StringBuilder text = new StringBuilder(value.length() + 2);
    write(value, text);
    return text.toString();
  }

  private static void write(JsonNode value, StringBuilder text) {
    if (value.isObject()) {
      text.append('{');
      Iterator<Map.Entry<String, JsonNode>> fields = value.properties().iterator();
      while (fields.hasNext()) {
        Map.Entry<String, JsonNode> field = fields.next();
        write(field.getKey(), text);
        text.append(':');
        write(field.getValue(), text);
        text.append(fields.hasNext() ? "," : "");
      }
      text.append('}');
    } else if (value.isArray()) {
      text.append('[');
      for (int i = 0; i < value.size(); i++) {
        text.append(i > 0 ? "," : "");
        write(value.get(i), text);
      }
      text.append(']');
    } else if (value.isTextual()) {
      write(value.textValue(), text);
    } else if (value.isIntegralNumber() && value.canConvertToLong() && isSafe(value.longValue())) {
      text.append(value.longValue());
    } else if (value.isNumber()) {
      text.append(number(value.doubleValue()));
    } else {
      text.append(value.isBoolean() ? value.asText() : "null");
    }
  }

  /** Whether a double, which is what the other implementation has, is exact. */
  private static boolean isSafe(long number) {
    return Math.abs(number) <= 1L << 53;
  }

  /** As ECMAScript's Number::toString does: the shortest digits that mean this number. */
  static String number(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return "null";
    }
    if (value == 0) {
      return "0";
    }
    BigDecimal shortest = new BigDecimal(Double.toString(Math.abs(value))).stripTrailingZeros();
    String digits = shortest.unscaledValue().toString();
    // The value is 0.DIGITS times ten to the power of this.
    int point = digits.length() - shortest.scale();
    String sign = value < 0 ? "-" : "";
    if (point > 0 && point <= 21) {
      return sign
          + (digits.length() <= point
              ? digits + "0".repeat(point - digits.length())
              : digits.substring(0, point) + "." + digits.substring(point));
    }
    if (point > -6 && point <= 0) {
      return sign + "0." + "0".repeat(-point) + digits;
    }
    String exponent = (point > 0 ? "e+" : "e-") + Math.abs(point - 1);
    return sign
        + digits.charAt(0)
        + (digits.length() > 1 ? "." + digits.substring(1) : "")
        + exponent;
  }

  private static void write(String value, StringBuilder text) {
    text.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"' -> text.append("\\\"");
        case '\\' -> text.append("\\\\");
        case '\b' -> text.append("\\b");
        case '\f' -> text.append("\\f");
        case '\n' -> text.append("\\n");
        case '\r' -> text.append("\\r");
        case '\t' -> text.append("\\t");
        default -> {
          if (c < ' ' || isLoneSurrogate(value, i)) {
            text.append(String.format("\\u%04x", (int) c));
          } else {
            text.append(c);
          }
        }
      }
    }
    text.append('"');
  }

  private static boolean isLoneSurrogate(String value, int at) {
    char c = value.charAt(at);
    if (Character.isHighSurrogate(c)) {
      return at + 1 == value.length() || !Character.isLowSurrogate(value.charAt(at + 1));
    }
    return Character.isLowSurrogate(c)
        && (at == 0 || !Character.isHighSurrogate(value.charAt(at - 1)));
  }
}

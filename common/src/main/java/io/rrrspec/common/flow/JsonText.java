package io.rrrspec.common.flow;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * JSON as {@code JSON.stringify} writes it. Commands are removed, and states compared, by their
 * bytes, so both implementations must write the same bytes.
 */
public final class JsonText {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private static final Pattern INDEX = Pattern.compile("0|[1-9][0-9]*");
  private static final long LAST_INDEX = (1L << 32) - 1;

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
      Iterator<Map.Entry<String, JsonNode>> fields = inOrder(value).iterator();
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
    } else if (value.isTextual() || value.isBinary()) {
      write(value.asText(), text);
    } else if (value.isIntegralNumber() && value.canConvertToLong() && isSafe(value.longValue())) {
      text.append(value.longValue());
    } else if (value.isNumber()) {
      text.append(number(value.doubleValue()));
    } else {
      text.append(value.isBoolean() ? value.asText() : "null");
    }
  }

  /**
   * The fields of an object as ECMAScript lists them: what looks like an index first, by number.
   */
  private static Collection<Map.Entry<String, JsonNode>> inOrder(JsonNode object) {
    Collection<Map.Entry<String, JsonNode>> fields = object.properties();
    if (fields.stream().noneMatch(field -> isIndex(field.getKey()))) {
      return fields;
    }
    List<Map.Entry<String, JsonNode>> sorted = new ArrayList<>(fields);
    sorted.sort(
        Comparator.comparingLong(
            field -> isIndex(field.getKey()) ? Long.parseLong(field.getKey()) : Long.MAX_VALUE));
    return sorted;
  }

  /** Whether a name is a whole number below 2³² − 1, written as usual. */
  private static boolean isIndex(String name) {
    return name.length() <= 10
        && INDEX.matcher(name).matches()
        && Long.parseLong(name) < LAST_INDEX;
  }

  /** Whether a double, which is what the other implementation has, is exact. */
  private static boolean isSafe(long number) {
    return number >= -(1L << 53) && number <= 1L << 53;
  }

  /** As ECMAScript's Number::toString does: the shortest digits that mean this number. */
  static String number(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return "null";
    }
    if (value == 0) {
      return "0";
    }
    BigDecimal shortest = shortest(Math.abs(value)).stripTrailingZeros();
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

  /** The fewest digits that mean a number, and of these the closest to it, or the even one. */
  private static BigDecimal shortest(double value) {
    BigDecimal exact = new BigDecimal(value);
    BigDecimal best = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    for (int digits = best.precision(); digits > 0; digits--) {
      BigDecimal closest = closest(value, exact, digits);
      if (closest == null) {
        return best;
      }
      best = closest;
    }
    return best;
  }

  /** Of the two neighbours with so many digits the closer one that means the number; or null. */
  private static @Nullable BigDecimal closest(double value, BigDecimal exact, int digits) {
    BigDecimal below = exact.round(new MathContext(digits, RoundingMode.DOWN));
    BigDecimal above = exact.round(new MathContext(digits, RoundingMode.UP));
    boolean belowFits = below.doubleValue() == value;
    if (above.doubleValue() != value) {
      return belowFits ? below : null;
    }
    int order = exact.subtract(below).compareTo(above.subtract(exact));
    boolean nearer = order < 0 || order == 0 && !below.unscaledValue().testBit(0);
    return belowFits && nearer ? below : above;
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

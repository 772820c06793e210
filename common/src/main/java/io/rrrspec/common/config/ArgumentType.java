package io.rrrspec.common.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/** What values of an argument of a {@link RequestJob} are, in JSON. */
public enum ArgumentType {
  /** A string without the character NUL, which no command line can have. */
  TEXT,
  /** A number, whole or not, that a double can hold. */
  NUMBER,
  /** True or false. */
  BOOLEAN;

  /** Whether a value is of this type; null and strings such as "1" and "true" are no others. */
  public boolean fits(JsonNode value) {
    return switch (this) {
      case TEXT -> value.isTextual() && value.asText().indexOf('\0') < 0;
      case NUMBER -> value.isNumber() && Double.isFinite(value.asDouble());
      case BOOLEAN -> value.isBoolean();
    };
  }

  /** As it stands in the server's file: {@code number}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}

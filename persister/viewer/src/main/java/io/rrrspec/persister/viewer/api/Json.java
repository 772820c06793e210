package io.rrrspec.persister.viewer.api;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How records become JSON: names in snake_case, times in ISO 8601. */
final class Json {
  static final JsonMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .addModule(new SimpleModule().addSerializer(Instant.class, new ToStringSerializer()))
          // An answer that broke off must not look whole.
          .disable(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT)
          .build();

  private Json() {}

  /** Nothing yet is null. */
  static @Nullable String status(String text) {
    return orNull(text);
  }

  static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }
}

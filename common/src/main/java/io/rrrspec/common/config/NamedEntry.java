package io.rrrspec.common.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the parts of one entry of a map of settings, such as {@code schedule}. */
final class NamedEntry {
  private final String name;
  private final JsonNode entry;
  private final ValueOrigin place;

  /**
   * Looks at the entry as a whole.
   *
   * @param keys what it may have
   * @param example what to write if it is none
   * @throws WrongItemException if its name is not safe, if it is no map, or has other keys
   */
  NamedEntry(String name, JsonNode entry, ValueOrigin place, List<String> keys, String example) {
    this.name = name;
    this.entry = entry;
    this.place = place;
    if (!SafeName.isSafe(name)) {
      throw new WrongItemException(name, ": choose a name of letters, digits and . _ -");
    }
    if (!entry.isObject()) {
      throw wrong(": write " + example + " for it");
    }
    entry
        .fieldNames()
        .forEachRemaining(
            key -> {
              if (!keys.contains(key)) {
                throw wrong(
                    "." + key,
                    NearestName.hint(key, keys, ": an entry has " + String.join(", ", keys)));
              }
            });
  }

  /** What to throw if the whole entry is wrong. */
  WrongItemException wrong(String advice) {
    return wrong("", advice);
  }

  /**
   * What to throw if a part of it is wrong.
   *
   * @param part as it was written, with the dot before its key
   */
  WrongItemException wrong(String part, String advice) {
    return new WrongItemException(name + part, advice);
  }

  boolean has(String key) {
    return entry.has(key);
  }

  @Nullable JsonNode get(String key) {
    return entry.get(key);
  }

  /** The text of a key, which is not blank; null if the key is not there. */
  @Nullable String text(String key) {
    JsonNode value = entry.get(key);
    if (value == null) {
      return null;
    }
    if (!value.isValueNode() || value.isNull() || value.asText().isBlank()) {
      throw wrong("." + key, ": write a text");
    }
    return value.asText().strip();
  }

  /** The path of a key, absolute; null if the key is not there. */
  @Nullable Path path(String key) {
    String text = text(key);
    return text == null ? null : place.resolve(text);
  }
}

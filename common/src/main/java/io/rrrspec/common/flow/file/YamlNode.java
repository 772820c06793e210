package io.rrrspec.common.flow.file;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A part of a YAML file that knows where it stands. */
sealed interface YamlNode {
  Place place();

  /** What a single value is in YAML. */
  enum Type {
    TEXT,
    WHOLE_NUMBER,
    NUMBER,
    BOOLEAN,
    /** Nothing behind the colon, or null. */
    EMPTY
  }

  /**
   * A single value.
   *
   * @param text as it is written: 017 and 1.10 keep their zeros
   */
  record Scalar(Place place, Type type, String text) implements YamlNode {}

  /** A list. */
  record Sequence(Place place, List<YamlNode> items) implements YamlNode {}

  /**
   * A map.
   *
   * @param entries by key, in the order of the file
   */
  record Mapping(Place place, Map<String, Entry> entries) implements YamlNode {
    @Nullable Entry get(String key) {
      return entries.get(key);
    }
  }

  /** A key with what stands behind it. */
  record Entry(String key, Place place, YamlNode value) {}
}

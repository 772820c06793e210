package io.rrrspec.worker.slave.jvm;

import java.util.HashSet;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The system properties as they were at one moment. Most classes change none of them, so the first
 * thing is to find that out, in one walk and without a copy.
 */
final class PropertyValues {
  private final Properties properties;

  /** Keys, each with its value behind it. */
  private final Object[] content;

  private PropertyValues(Properties properties) {
    this.properties = properties;
    // Not by walking through it: other threads may write meanwhile, and clone() is atomic.
    Map<Object, Object> copy = copyOf(properties);
    content = new Object[2 * copy.size()];
    int at = 0;
    for (Map.Entry<Object, Object> entry : copy.entrySet()) {
      content[at++] = entry.getKey();
      content[at++] = entry.getValue();
    }
  }

  /**
   * What they are now.
   *
   * @param earlier what they were before; it is returned if they are the same
   */
  static PropertyValues now(@Nullable PropertyValues earlier) {
    return earlier != null && earlier.areThere()
        ? earlier
        : new PropertyValues(System.getProperties());
  }

  /** Whether the same object has the same content. */
  @SuppressWarnings("ReferenceEquality")
  private boolean areThere() {
    return System.getProperties() == properties && isContent();
  }

  /** Whether these are all keys, with these values. */
  private boolean isContent() {
    if (2 * properties.size() != content.length) {
      return false;
    }
    for (int at = 0; at < content.length; at += 2) {
      Object now = properties.get(content[at]);
      if (now != content[at + 1] && !content[at + 1].equals(now)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The same object gets its old content back: libraries keep a reference to it. What a test has
   * put in its place is forgotten.
   */
  @SuppressWarnings("ReferenceEquality")
  void restore() {
    if (System.getProperties() != properties) {
      System.setProperties(properties);
    }
    if (isContent()) {
      return;
    }
    Set<Object> added = new HashSet<>(copyOf(properties).keySet());
    for (int at = 0; at < content.length; at += 2) {
      added.remove(content[at]);
    }
    added.forEach(properties::remove);
    for (int at = 0; at < content.length; at += 2) {
      properties.put(content[at], content[at + 1]);
    }
  }

  private static Map<Object, Object> copyOf(Properties properties) {
    return (Properties) properties.clone();
  }
}

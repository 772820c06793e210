package io.rrrspec.common.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What others have to do for a class to fail. */
public enum Relation {
  /** They have run before it in the same JVM. */
  AFTER,
  /** They run at the same time in another JVM of its host. */
  WHILE,
  /** They have run before in another JVM of its host, which still lives. */
  SINCE;

  /** Whether they run in another JVM: a conflict over what the JVMs of a host share. */
  public boolean isConflict() {
    return this != AFTER;
  }

  /** As Redis, SQL and JSON have it. */
  @JsonValue
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Reads what {@link #text} has written; {@link #AFTER} for any other text, or none. */
  @JsonCreator
  public static Relation parse(@Nullable String text) {
    for (Relation relation : values()) {
      if (relation.text().equals(text)) {
        return relation;
      }
    }
    return AFTER;
  }
}

package io.rrrspec.common.model;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How a run of a whole project on one machine used that machine, where nobody has said how.
 *
 * @param kind what it was
 * @param processors how many processors there were; 1 or more
 */
public record RunWay(Kind kind, int processors) {
  /** What a run was. */
  public enum Kind {
    /** As many slaves as processors, JVMs as the project has them, whole classes. */
    PLAIN,
    /** As is fastest for each class, by the record. */
    FASTEST,
    /** The same, but some classes were there to be measured in another kind of JVM. */
    MEASURING
  }

  private static final int MOST_PROCESSORS = 100_000;

  public RunWay {
    if (processors < 1 || processors > MOST_PROCESSORS) {
      throw new IllegalArgumentException(
          "there are 1 to " + MOST_PROCESSORS + " processors, not " + processors);
    }
  }

  /** As it stands in Redis and in the record: {@code plain 2}. */
  public String text() {
    return kind.name().toLowerCase(Locale.ROOT) + " " + processors;
  }

  /** Reads {@link #text}; null where there is none, or something else. */
  public static @Nullable RunWay parse(@Nullable String text) {
    String[] words = text == null ? new String[0] : text.split(" ", 3);
    if (words.length != 2 || !words[1].matches("[1-9][0-9]{0,4}")) {
      return null;
    }
    for (Kind kind : Kind.values()) {
      if (kind.name().toLowerCase(Locale.ROOT).equals(words[0])) {
        return new RunWay(kind, Integer.parseInt(words[1]));
      }
    }
    return null;
  }
}

package io.rrrspec.common.model;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of test JVM. All but {@link #AS_IS} are made for speed alone: they change nothing that
 * a test should see.
 */
public enum JvmKind {
  /** As the project starts its JVMs; the only kind that decides whether a class fails. */
  AS_IS,
  /**
   * The compiler C1 alone, and the serial collector. Short classes take less processor time so; a
   * class that computes for long takes more, since C2 never compiles its code.
   */
  QUICK,
  /**
   * The serial collector, and the compilers as the project has them: a class that computes for long
   * may take less so, since no threads of a collector work beside it.
   */
  SERIAL;

  /** Those that are made for speed, in the order in which they are tried. */
  public static final List<JvmKind> FOR_SPEED = List.of(QUICK, SERIAL);

  /** The value of the column, and the word for it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What stands behind the name of a project's launch for this kind of it; empty for as is. */
  public String suffix() {
    return this == AS_IS ? "" : "~" + text();
  }

  /** The kind of the JVMs of a launch, by its name. */
  public static JvmKind ofLaunch(String launch) {
    for (JvmKind kind : FOR_SPEED) {
      if (launch.endsWith(kind.suffix())) {
        return kind;
      }
    }
    return AS_IS;
  }

  /** Reads {@link #text}; null where absent or unknown. */
  public static @Nullable JvmKind parse(@Nullable String text) {
    for (JvmKind kind : values()) {
      if (kind.text().equals(text)) {
        return kind;
      }
    }
    return null;
  }
}

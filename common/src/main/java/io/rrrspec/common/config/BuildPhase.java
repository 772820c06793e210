package io.rrrspec.common.config;

import java.util.Locale;

/** How far the build of a project goes when it is prepared. */
public enum BuildPhase {
  /** To <code>test</code>; to <code>package</code> in modules that others need as an artifact. */
  AUTO,
  /** To <code>test</code>. */
  TEST,
  /** To <code>package</code>, in all modules. */
  PACKAGE;

  /**
   * The phase of a text that the settings have checked.
   *
   * @throws IllegalArgumentException if it is none
   */
  static BuildPhase of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }

  /** As the settings name it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The phase that Maven is called with; our extension may take some modules further. */
  public String goal() {
    return this == PACKAGE ? "package" : "test";
  }
}

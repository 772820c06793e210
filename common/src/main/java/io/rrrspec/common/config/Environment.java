package io.rrrspec.common.config;

import java.util.Set;

/** The variables that begin like those of settings and are none. */
final class Environment {
  static final String PREFIX = "RRRSPEC_";
  static final String CONFIG = "RRRSPEC_CONFIG";

  /** What a worker gives to its slaves, and what the launcher and the project's script use. */
  static final Set<String> NOT_SETTINGS =
      Set.of(
          CONFIG,
          "RRRSPEC_TASKSET_KEY",
          "RRRSPEC_WORKING_DIR",
          "RRRSPEC_CONFIG_FILES",
          "RRRSPEC_SLAVE_FILE",
          "RRRSPEC_SLAVE_JAR",
          "RRRSPEC_SLAVE_ARCHIVE",
          "RRRSPEC_SLAVE_LOADED",
          "RRRSPEC_DEBUG_PORT",
          "RRRSPEC_JAVA_OPTS");

  private Environment() {}
}

package io.rrrspec.common.config;

/**
 * How a setting of the home directory's file meets a project's file. A stranger may have written
 * the project, so nothing that is the user's goes to an address that only the project names.
 */
enum MergeRule {
  /** The project's value counts, else the user's. */
  EACH,

  /**
   * The setting opens a connection, carries a secret, or says what a daemon runs. If the project's
   * file has one of these settings, none of them is taken from the user's file.
   */
  CONNECTION,

  /**
   * The setting goes to the Redis of the run, and people write passwords into it. If the project's
   * file has a {@link #CONNECTION} setting, this one is not taken from the user's file.
   */
  SENT
}

package io.rrrspec.common.config;

/**
 * What somebody gave for a setting.
 *
 * @param value as the type's reader made it
 * @param where the place that it was read from, for messages: a file with its line, an environment
 *     variable or an option
 * @param from who gave it
 */
record GivenValue(Object value, String where, From from) {

  /** Who gave a value. */
  enum From {
    /** The file that was found in the current directory: a stranger may have written it. */
    PROJECT,
    /** The file in the home directory, or the one that was named. */
    USER,
    /** The environment or the command line of this process. */
    CALLER
  }

  boolean ofFile() {
    return from != From.CALLER;
  }
}

package io.rrrspec.common.model;

import java.util.Locale;

/** What becomes of a class that passes alone and fails after others. */
public enum OrderDependent {
  /** It is listed, and does not make the run red. */
  WARN,
  /** It fails. */
  FAIL,
  /** Nobody looks: what fails after others has failed. */
  IGNORE;

  /** The value of the setting and of the Redis field. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}

package io.rrrspec.common.flow.file;

import java.util.Locale;

/** How the steps before a step in its list must have ended, so that it runs. */
public enum When {
  /** All of them succeeded. The file says nothing then. */
  SUCCEEDED,
  /** However they ended. */
  ALWAYS,
  /** One of them failed. */
  FAILED;

  /** As the file has it. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}

package io.rrrspec.common.flow.file;

import io.rrrspec.common.UsageException;
import org.jspecify.annotations.Nullable;

/**
 * Where something stands in a file.
 *
 * @param file as the user named it
 * @param line from 1
 * @param column from 1
 */
record Place(String file, int line, int column) {
  /** The error to throw, in one line. */
  UsageException wrong(String what) {
    return wrong(what, null);
  }

  UsageException wrong(String what, @Nullable Throwable cause) {
    return new UsageException(file + " line " + line + ", column " + column + ": " + what, cause);
  }
}

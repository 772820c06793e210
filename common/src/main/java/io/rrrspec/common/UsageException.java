package io.rrrspec.common;

import org.jspecify.annotations.Nullable;

/** A wrong option, file or value that a user gave: one line to print, exit code 2. */
public class UsageException extends RrrspecException {
  private static final long serialVersionUID = 1L;

  public UsageException(String message) {
    super(message);
  }

  public UsageException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

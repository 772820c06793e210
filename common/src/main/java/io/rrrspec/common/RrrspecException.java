package io.rrrspec.common;

import org.jspecify.annotations.Nullable;

/**
 * Root of the exceptions that this project throws on purpose. The message is one line for a person:
 * it names what is wrong and says what to do about it.
 */
public class RrrspecException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RrrspecException(String message) {
    super(message);
  }

  public RrrspecException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

package io.rrrspec.common;

import org.jspecify.annotations.Nullable;

/**
 * Root of the exceptions that this project throws on purpose. The message is one line for a person:
 * it names what is wrong and says what to do about it.
 */
public class RrrspecException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String output;

  public RrrspecException(String message) {
    this(message, null);
  }

  public RrrspecException(String message, @Nullable Throwable cause) {
    this(message, cause, "");
  }

  RrrspecException(String message, @Nullable Throwable cause, String output) {
    super(message, cause);
    this.output = output;
  }

  /** What another program said, to be shown before the message; mostly empty. */
  public String output() {
    return output;
  }
}

package io.rrrspec.common;

import org.jspecify.annotations.Nullable;

/** What is needed does not serve now and may serve again: nothing to do but to try later. */
public final class OutageException extends ServiceException {
  private static final long serialVersionUID = 1L;

  /** What is away if it is the SQL database. */
  public static final String DATABASE = "the database";

  private final String what;

  /**
   * Makes one.
   *
   * @param what is away, in words that follow "waits for"
   */
  public OutageException(String what, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.what = what;
  }

  /** What is away, in words that follow "waits for". */
  public String what() {
    return what;
  }
}

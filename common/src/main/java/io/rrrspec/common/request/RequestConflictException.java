package io.rrrspec.common.request;

import io.rrrspec.common.UsageException;

/** What was asked for does not go with what the request is at: the message says why. */
public final class RequestConflictException extends UsageException {
  private static final long serialVersionUID = 1;

  public RequestConflictException(String message) {
    super(message);
  }
}

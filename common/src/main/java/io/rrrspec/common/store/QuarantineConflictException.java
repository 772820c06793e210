package io.rrrspec.common.store;

import io.rrrspec.common.UsageException;

/** Somebody else has changed the quarantine of a test meanwhile; the message says how it is now. */
public final class QuarantineConflictException extends UsageException {
  private static final long serialVersionUID = 1L;

  QuarantineConflictException(String message) {
    super(message);
  }
}

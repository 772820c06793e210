package io.rrrspec.persister.record.database;

import io.rrrspec.common.ServiceException;

/**
 * The database has failed, and nothing says that it would fail again: neither does it refuse the
 * values, nor is it known to be out of service. Worth trying again for hours.
 */
public final class UnknownTroubleException extends ServiceException {
  private static final long serialVersionUID = 1L;

  UnknownTroubleException(String message, Throwable cause) {
    super(message, cause);
  }
}

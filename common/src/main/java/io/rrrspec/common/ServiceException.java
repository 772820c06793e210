package io.rrrspec.common;

import org.jspecify.annotations.Nullable;

/**
 * The service cannot do its work (Redis out of reach, set-up failed, taskset lost): exit code 3.
 */
public class ServiceException extends RrrspecException {
  private static final long serialVersionUID = 1L;

  public ServiceException(String message) {
    super(message);
  }

  public ServiceException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

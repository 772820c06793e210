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

  private ServiceException(String message, String output) {
    super(message, null, output);
  }

  /**
   * A failure of another program, in whose own words it is best understood.
   *
   * @param message one line of ours, as always
   * @param output what that program said, of any number of lines
   */
  public static ServiceException ofProgram(String message, String output) {
    return new ServiceException(message, output);
  }
}

package io.rrrspec.common;

/** What a process ends with; a contract with scripts and CI steps. */
public enum ExitCode {
  /** All tests passed, or the command did what it should. */
  SUCCEEDED(0),
  /** Tests failed. */
  FAILED(1),
  /** Wrong use or bad configuration: the caller has to change something. */
  USAGE(2),
  /** The service failed: Redis out of reach, set-up failed, run lost. */
  SERVICE(3),
  /** Somebody cancelled the run. */
  CANCELLED(130);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }

  /** What an exception that nobody caught means. */
  public static ExitCode of(Throwable thrown) {
    return thrown instanceof UsageException ? USAGE : SERVICE;
  }
}

package io.rrrspec.client.command;

import io.rrrspec.common.ExitCode;

/** Runs a project's tests on this machine: what stands behind {@link RunCommand}. */
@FunctionalInterface
public interface Run {

  /**
   * Runs them to the end.
   *
   * @return succeeded, failed or cancelled
   * @throws io.rrrspec.common.UsageException if the request cannot be served as it is
   * @throws io.rrrspec.common.ServiceException if the run failed apart from its tests
   */
  ExitCode run(RunRequest request);
}

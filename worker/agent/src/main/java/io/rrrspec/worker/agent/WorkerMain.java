package io.rrrspec.worker.agent;

import io.rrrspec.common.cli.Shell;
import java.util.List;
import java.util.Map;

/** The worker daemon's process. */
public final class WorkerMain {
  private WorkerMain() {}

  public static void main(String[] args) {
    System.exit(Shell.ofThisProcess().run(List.of(new WorkerCommand()), Map.of(), args));
  }
}

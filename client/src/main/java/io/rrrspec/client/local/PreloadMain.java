package io.rrrspec.client.local;

import io.rrrspec.client.command.RunCommand;
import io.rrrspec.common.cli.Shell;
import io.rrrspec.common.config.SlaveNumber;
import io.rrrspec.worker.agent.load.C2Priority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Loads what a run needs, by starting and stopping its service in a directory that is deleted, and
 * ends: run once with <code>-XX:ArchiveClassesAtExit</code>, so that later runs start quicker.
 */
public final class PreloadMain {
  private PreloadMain() {}

  public static void main(String[] args) throws IOException {
    Path scratch = Files.createTempDirectory("rrrspec-preload");
    try {
      LocalService service = LocalService.open(new DataDirectory(scratch));
      try {
        service.start(scratch, SlaveNumber.of(1), C2Priority.of("low"), Map.of());
        service.record();
      } finally {
        service.close();
      }
    } finally {
      DataDirectory.deleteTree(scratch);
    }
    RunCommand run =
        new RunCommand(
            new LocalRun(),
            () -> {
              throw new IllegalStateException("nothing is run");
            });
    System.exit(Shell.ofThisProcess().run(List.of(run), Map.of(), "run", "-h"));
  }
}

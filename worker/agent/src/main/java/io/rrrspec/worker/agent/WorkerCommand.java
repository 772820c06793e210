package io.rrrspec.worker.agent;

import io.rrrspec.common.ExitCode;
import io.rrrspec.common.cli.RootCommand;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsTable;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.config.WorkerSettings;
import io.rrrspec.common.loop.Daemon;
import io.rrrspec.worker.agent.workspace.WorkerDirectory;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code rrrspec-java worker}: serves tasksets until the process is asked to end. */
@Command(
    name = "worker",
    sortOptions = false,
    description = {
      "Run tests on this host for the clients of a service.",
      "",
      "Takes one run at a time from Redis, fetches its sources with rsync, runs its set-up command"
          + " and keeps slaves going that run its tests. SIGTERM or Ctrl-C: gives the run back to"
          + " the other workers and ends; a second one: ends at once. Whoever can write to the Redis"
          + " can run commands here.",
      ""
    },
    footer = {
      "",
      "All settings, also those without an option: docs/configuration.md.",
      "",
      "Examples:",
      "  RRRSPEC_REDIS=redis://:secret@redis.example.com rrrspec-java worker",
      "  rrrspec-java -c /etc/rrrspec.yml worker --name build-7b --slaves 4 --working-dir /var/tmp/b",
    })
public final class WorkerCommand implements Callable<Integer> {
  private static final long STOP_LIMIT_SECONDS = 20;

  @ParentCommand private @Nullable RootCommand root;

  @Option(
      names = "--name",
      paramLabel = "ID",
      description =
          "What the worker is called; of several on one host each needs its own."
              + " Default: the host name.")
  private @Nullable String name;

  @Option(
      names = "--worker-type",
      paramLabel = "T",
      description = "Which runs it serves: those that ask for this type. Default: default.")
  private @Nullable String workerType;

  @Option(
      names = "--slaves",
      paramLabel = "N",
      description =
          "How many slaves it runs at once; auto: as many as keep the processors busy. Default: the"
              + " number of processors.")
  private @Nullable String slaves;

  @Option(
      names = "--working-dir",
      paramLabel = "DIR",
      description =
          "Directory of its workspaces; of several workers on one host each needs its own."
              + " Default: ~/.local/share/rrrspec-java/work")
  private @Nullable String workingDir;

  @Override
  public Integer call() {
    if (root == null) {
      throw new IllegalStateException("not below rrrspec-java");
    }
    Settings settings =
        Settings.load(
            root.sources()
                .with(SettingsTable.WORKER_NAME, name)
                .with(SettingsTable.WORKER_TYPE, workerType)
                .with(SettingsTable.SLAVES, slaves)
                .with(SettingsTable.WORKING_DIR, workingDir));
    SharedSettings shared = SharedSettings.of(settings);
    WorkerSettings own = WorkerSettings.of(settings);
    try (WorkerDirectory dir = WorkerDirectory.open(own.workingDir())) {
      boolean inOrder =
          Daemon.run(
              "worker " + own.name(), new WorkerDaemon(shared, own, dir), STOP_LIMIT_SECONDS);
      return (inOrder ? ExitCode.SUCCEEDED : ExitCode.CANCELLED).number();
    }
  }
}

package io.rrrspec.server;

import io.rrrspec.common.ExitCode;
import io.rrrspec.common.cli.RootCommand;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.loop.Daemon;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** {@code rrrspec-java server}. */
@Command(
    name = "server",
    description = {
      "Decide, for all workers of an installation, what runs where and how it went.",
      "",
      "Runs in the foreground until SIGTERM or Ctrl-C; a second one ends it at once. Several may"
          + " run at the same time: they share the work, and one takes over when another dies.",
      ""
    },
    footer = {
      "",
      "Settings, in the file or as variables (docs/configuration.md has all of them):",
      "  redis              RRRSPEC_REDIS              redis://127.0.0.1:6379",
      "  namespace          RRRSPEC_NAMESPACE          rrrspec",
      "  http_port          RRRSPEC_HTTP_PORT          8380, for /healthz and /metrics",
      "  command_port       RRRSPEC_COMMAND_PORT       2691, for queues and jobs",
      "  bind               RRRSPEC_BIND               127.0.0.1",
      "  rsync_remote_path  RRRSPEC_RSYNC_REMOTE_PATH  none: clients cannot send sources",
      "  rsync_options      RRRSPEC_RSYNC_OPTIONS      --recursive --links --perms --times"
          + " --compress",
      "",
      "Example:",
      "  RRRSPEC_REDIS=redis://:secret@redis.example.com \\",
      "  RRRSPEC_RSYNC_REMOTE_PATH=files.example.com:/srv/rrrspec rrrspec-java server",
    })
public final class ServerCommand implements Callable<Integer> {
  /** An actor ends within 10 s or is left; the rest takes moments. */
  private static final long STOP_LIMIT_SECONDS = 30;

  @ParentCommand private @Nullable RootCommand root;

  @Override
  public Integer call() {
    if (root == null) {
      throw new IllegalStateException("not below rrrspec-java");
    }
    ServerService service = new ServerService(Settings.load(root.sources()));
    boolean inOrder = Daemon.run("server", service, STOP_LIMIT_SECONDS);
    return (inOrder ? ExitCode.SUCCEEDED : ExitCode.CANCELLED).number();
  }
}

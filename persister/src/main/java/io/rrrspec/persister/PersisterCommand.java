package io.rrrspec.persister;

import io.rrrspec.common.ExitCode;
import io.rrrspec.common.cli.RootCommand;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.loop.Daemon;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** {@code rrrspec-java persister}. */
@Command(
    name = "persister",
    description = {
      "Move tasksets that are over from Redis into a database.",
      "",
      "Runs in the foreground until SIGTERM or Ctrl-C; a second one ends it at once. Several may"
          + " run at the same time on one database. Without any, nothing is lost: what is over"
          + " waits in Redis.",
      ""
    },
    footer = {
      "",
      "Settings, in the file or as variables (docs/configuration.md has all of them):",
      "  redis         RRRSPEC_REDIS         redis://127.0.0.1:6379",
      "  namespace     RRRSPEC_NAMESPACE     rrrspec",
      "  database_url  RRRSPEC_DATABASE_URL  an H2 file in ~/.local/share/rrrspec-java",
      "",
      "Example:",
      "  RRRSPEC_REDIS=redis://:secret@redis.example.com rrrspec-java persister",
    })
public final class PersisterCommand implements Callable<Integer> {
  /** The taskset in hand may be a large one. */
  private static final long STOP_LIMIT_SECONDS = 60;

  @ParentCommand private @Nullable RootCommand root;

  @Override
  public Integer call() {
    if (root == null) {
      throw new IllegalStateException("not below rrrspec-java");
    }
    PersisterService service = new PersisterService(Settings.load(root.sources()));
    boolean inOrder = Daemon.run("persister", service, STOP_LIMIT_SECONDS);
    return (inOrder ? ExitCode.SUCCEEDED : ExitCode.CANCELLED).number();
  }
}

package io.rrrspec.persister.mover;

import io.rrrspec.common.ExitCode;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.cli.RootCommand;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.loop.Daemon;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.Stores;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rrrspec-java persister}. */
@Command(
    name = "persister",
    description = {
      "Move tasksets that are over from Redis into a database.",
      "",
      "Runs in the foreground until SIGTERM or Ctrl-C; a second one ends it at once. Several may"
          + " run at the same time on one database. Without any, nothing is lost: what is over"
          + " waits in Redis.",
      "",
      "With --set-aside or --retry it looks after runs that a persister could not write, and ends.",
      ""
    },
    footer = {
      "",
      "Settings, in the file or as variables (docs/configuration.md has all of them):",
      "  redis         RRRSPEC_REDIS         redis://127.0.0.1:6379",
      "  namespace     RRRSPEC_NAMESPACE     rrrspec",
      "  database_url  RRRSPEC_DATABASE_URL  an H2 file in ~/.local/share/rrrspec-java",
      "",
      "Examples:",
      "  RRRSPEC_REDIS=redis://:secret@redis.example.com rrrspec-java persister",
      "  rrrspec-java persister --set-aside      the runs that could not be written, and why",
      "  rrrspec-java persister --retry all      write them now",
    })
public final class PersisterCommand implements Callable<Integer> {
  /** The taskset in hand may be a large one. */
  private static final long STOP_LIMIT_SECONDS = 60;

  private static final int CONNECTIONS = 2;

  @ParentCommand private @Nullable RootCommand root;
  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--set-aside",
      description =
          "List the runs that no persister could write, oldest first: key, since when, why. They"
              + " stay in Redis for 14 days.")
  private boolean list;

  @Option(
      names = "--retry",
      paramLabel = "KEY|all",
      description =
          "Give such a run back to the persisters, or all of them; prints their keys. May be given"
              + " several times.")
  private List<String> retry = new ArrayList<>();

  @Override
  public Integer call() {
    if (root == null) {
      throw new IllegalStateException("not below rrrspec-java");
    }
    if (list || !retry.isEmpty()) {
      lookAfterSetAside(Settings.load(root.sources()));
      return ExitCode.SUCCEEDED.number();
    }
    PersisterService service = new PersisterService(Settings.load(root.sources()));
    boolean inOrder = Daemon.run("persister", service, STOP_LIMIT_SECONDS);
    return (inOrder ? ExitCode.SUCCEEDED : ExitCode.CANCELLED).number();
  }

  private void lookAfterSetAside(Settings settings) {
    if (list && !retry.isEmpty()) {
      throw new UsageException("--set-aside and --retry exclude each other: leave one of them out");
    }
    SharedSettings shared = SharedSettings.of(settings);
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    try (RedisConnection redis = RedisConnection.open(shared.redis(), CONNECTIONS)) {
      redis.check();
      SetAsideRuns runs = new SetAsideRuns(new Stores(redis, new Keys(shared.namespace())));
      boolean some = list ? runs.list(out) : runs.retry(retry, out);
      if (!some) {
        // Not on stdout: who reads keys from there is to find none.
        PrintWriter err = spec.commandLine().getErr();
        err.println("no run is set aside");
        err.flush();
      }
    }
  }
}

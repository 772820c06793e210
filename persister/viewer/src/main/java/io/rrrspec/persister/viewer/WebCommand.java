package io.rrrspec.persister.viewer;

import io.rrrspec.common.ExitCode;
import io.rrrspec.common.cli.RootCommand;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.loop.Daemon;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** {@code rrrspec-java web}. */
@Command(
    name = "web",
    description = {
      "Show runs, those that go on and past ones, as web pages.",
      "",
      "Runs in the foreground until SIGTERM or Ctrl-C. Reads the Redis of an installation and the"
          + " database of its persister.",
      ""
    },
    footer = {
      "",
      "Settings, in the file or as variables (docs/configuration.md has all of them):",
      "  redis         RRRSPEC_REDIS         redis://127.0.0.1:6379",
      "  database_url  RRRSPEC_DATABASE_URL  an H2 file in ~/.local/share/rrrspec-java",
      "  web_port      RRRSPEC_WEB_PORT      3000",
      "  bind          RRRSPEC_BIND          127.0.0.1; another address wants a token",
      "  editor        RRRSPEC_EDITOR        none; idea or vscode: stack traces lead there",
      "  editor_root   RRRSPEC_EDITOR_ROOT   the project's directory, for the editor",
      "",
      "Example:",
      "  RRRSPEC_REDIS=redis://:secret@redis.example.com rrrspec-java web",
    })
public final class WebCommand implements Callable<Integer> {
  private static final long STOP_LIMIT_SECONDS = 10;

  @ParentCommand private @Nullable RootCommand root;

  @Override
  public Integer call() {
    if (root == null) {
      throw new IllegalStateException("not below rrrspec-java");
    }
    WebService service = new WebService(Settings.load(root.sources()));
    boolean inOrder = Daemon.run("viewer", service, STOP_LIMIT_SECONDS);
    return (inOrder ? ExitCode.SUCCEEDED : ExitCode.CANCELLED).number();
  }
}

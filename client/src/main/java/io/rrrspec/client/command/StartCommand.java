package io.rrrspec.client.command;

import io.rrrspec.client.remote.Start;
import io.rrrspec.client.remote.StartRequest;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code rrrspec-java client start}. */
@Command(
    name = "start",
    description = {
      "Start a run on the fleet and print its key.",
      "",
      "Sends the sources by rsync to where the server says, hands the tests to the fleet and, with"
          + " --wait, shows progress on stderr and prints the result. While it waits, Ctrl-C or"
          + " SIGTERM cancels the run and waits for its end; a second one leaves at once.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  rrrspec-java client start --wait                    all tests; exit code 0, 1, 2, 3 or"
          + " 130",
      "  rrrspec-java client start --wait --junit-xml target/rrrspec   with reports",
      "  rrrspec-java client start --key-only '*CartTest'    some tests, without waiting",
      "  rrrspec-java client start --wait 'CartTest#adds*'   methods of a class",
    })
final class StartCommand extends ClientSubcommand {
  @Option(names = "--wait", description = "Wait for the end. Default: print the key and end.")
  private boolean wait;

  @Option(
      names = "--detach",
      description =
          "The run goes on if this client vanishes. Default: with --wait, it is cancelled after 60"
              + " s without its client; else it goes on.")
  private boolean detach;

  @Option(
      names = "--rsync-name",
      paramLabel = "NAME",
      description =
          "Name for the sources; two runs at once need two. Default: rsync_name, else the login"
              + " name.")
  private @Nullable String rsyncName;

  @Option(
      names = "--user",
      paramLabel = "U",
      description = "Who asks, for lists and history. Default: the login name.")
  private @Nullable String user;

  @Option(
      names = "--worker-type",
      paramLabel = "T",
      description = "Which workers may serve the run. Default: worker_type, else 'default'.")
  private @Nullable String workerType;

  @Option(
      names = "--max-workers",
      paramLabel = "N",
      description = "At most so many workers at once. Default: max_workers, else 10.")
  private @Nullable String maxWorkers;

  @Option(
      names = "--key-only",
      description =
          "Print the key and nothing else on stdout. Default: with --wait the result, too.")
  private boolean keyOnly;

  @Option(
      names = "--junit-xml",
      paramLabel = "DIR",
      description =
          "With --wait: write JUnit XML reports to this directory. Default: none are written.")
  private @Nullable Path junitXml;

  @Mixin private TagOptions tags = new TagOptions();

  @Parameters(
      paramLabel = "PATTERN",
      arity = "0..*",
      description =
          "Globs over class names or paths of sources. Behind '#', globs over names of methods,"
              + " with '+' between. Default: all tests.")
  private List<String> patterns = List.of();

  @Override
  public Integer call() {
    Settings settings =
        Settings.load(
            client()
                .sources()
                .with(SettingsTable.RSYNC_NAME, rsyncName)
                .with(SettingsTable.WORKER_TYPE, workerType)
                .with(SettingsTable.MAX_WORKERS, maxWorkers));
    StartRequest request =
        new StartRequest(
            settings,
            user(settings),
            wait,
            detach,
            keyOnly,
            reports(),
            checkedPatterns(),
            tags.selection());
    return new Start(client().preparer(), client().console(), client().endRequests())
        .run(request)
        .number();
  }

  private String user(Settings settings) {
    if (user != null && (user.isBlank() || user.length() > 200)) {
      throw new UsageException("option --user is '" + user + "': write a name");
    }
    return user == null ? settings.sources().userName() : user;
  }

  private @Nullable Path reports() {
    if (junitXml == null) {
      return null;
    }
    if (!wait) {
      throw new UsageException(
          "option --junit-xml needs --wait: only who waits has something to report");
    }
    Path reports = junitXml.toAbsolutePath().normalize();
    if (Files.exists(reports) && !Files.isDirectory(reports)) {
      throw new UsageException(
          "option --junit-xml: " + junitXml + " is a file: write a directory, existing or new");
    }
    return reports;
  }

  private List<String> checkedPatterns() {
    for (String pattern : patterns) {
      if (pattern.isBlank()) {
        throw new UsageException("PATTERN is empty: write a class name, a path or a glob");
      }
    }
    return patterns;
  }
}

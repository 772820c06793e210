package io.rrrspec.client.command;

import io.rrrspec.client.remote.Start;
import io.rrrspec.client.remote.StartRequest;
import io.rrrspec.client.remote.WantedReports;
import io.rrrspec.client.report.Detail;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.source.ChangedFiles;
import io.rrrspec.client.source.RunExtras;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.cli.AfterDelimiter;
import io.rrrspec.common.cli.BuildPhaseOption;
import io.rrrspec.common.cli.IntegrationTestsOption;
import io.rrrspec.common.cli.ModuleOrderOption;
import io.rrrspec.common.config.BuildArguments;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsSources;
import io.rrrspec.common.config.SettingsTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
      "  rrrspec-java client start --wait -- -Pci -Dname=value   options for the project's Maven",
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
      names = "--jdk",
      paramLabel = "N",
      description =
          "The JDK that runs the tests where the build names none: only workers that have it serve"
              + " the run. Default: jdk, else the one of the workers' Maven.")
  private @Nullable String jdk;

  @Option(
      names = "--split",
      paramLabel = "WHEN",
      description =
          "auto: classes that take longer than their share run in parts; off: never. Default:"
              + " split, else auto.")
  private @Nullable String split;

  @Option(
      names = "--queue",
      paramLabel = "NAME",
      description =
          "The queue that the run is served from. Default: queue, else it is served like those of"
              + " the queue 'default'.")
  private @Nullable String queue;

  @Option(
      names = "--identity",
      paramLabel = "TEXT",
      description =
          "In a queue of the discipline 'set', the first run with the same text stands for this"
              + " one. Default: identity, else each run is one of its own.")
  private @Nullable String identity;

  @Option(names = "--job", paramLabel = "NUMBER", hidden = true, description = "The job it is.")
  private @Nullable Long job;

  @Option(
      names = "--max-workers",
      paramLabel = "N",
      description = "At most so many workers at once. Default: max_workers, else 10.")
  private @Nullable String maxWorkers;

  @Option(
      names = "--fail-fast",
      paramLabel = "N",
      arity = "0..1",
      fallbackValue = "1",
      preprocessor = AttachedValue.class,
      description =
          "After N failed classes, start no further class and no retry. Alone: N is 1."
              + " Default: all classes are run.")
  private @Nullable String failFast;

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

  @Option(
      names = "--html",
      paramLabel = "DIR",
      description =
          "With --wait: write the run, its failures, classes and timeline as HTML to this directory:"
              + " index.html opens without a server. Default: none is written.")
  private @Nullable Path html;

  @Option(
      names = "--changed",
      arity = "0..1",
      fallbackValue = ChangedFiles.HEAD,
      paramLabel = "REF",
      description =
          "Only the classes whose source changed since this commit of Git, with what is not"
              + " committed; without REF since HEAD. Default: all.")
  private @Nullable String changed;

  @Option(
      names = "--order",
      paramLabel = "ORDER",
      completionCandidates = OrderNames.class,
      defaultValue = "longest",
      description =
          "The order of the tasks: longest, as-is (as Surefire by default), random[:SEED] or"
              + " last-failed-first, which needs database_url. Default: ${DEFAULT-VALUE}")
  private String order = "longest";

  @Option(
      names = "--list",
      description = "Print what would run, in which order, and run nothing. Default: run it.")
  private boolean list;

  @Option(names = "--json", description = "With --list: as JSON. Default: as text.")
  private boolean json;

  @Option(
      names = {"-v", "--verbose"},
      description =
          "Say why long classes stay whole, with split: auto; and with --wait print whole messages"
              + " and whole stack traces. Default: bounded messages, and the project's own frames.")
  private boolean verbose;

  @Option(
      names = "--collect",
      paramLabel = "GLOB",
      description =
          "With --wait: files that the run makes and that match come back to the sources'"
              + " directory. May be given several times. Default: collect, else none.")
  private List<String> collect = List.of();

  @Mixin private NotifyOption notify = new NotifyOption();

  @Mixin private ModuleOrderOption moduleOrder = new ModuleOrderOption();

  @Mixin private BuildPhaseOption buildPhase = new BuildPhaseOption();

  @Mixin private IntegrationTestsOption integrationTests = new IntegrationTestsOption();

  @Mixin private TagOptions tags = new TagOptions();

  @Parameters(
      paramLabel = "PATTERN",
      arity = "0..*",
      description =
          "Globs over class names or paths of sources; MODULE:NAME for the classes of a module."
              + " Behind '#', globs over names of methods, with '+' between. Default: all tests.")
  private List<String> patterns = List.of();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    SettingsSources sources =
        integrationTests
            .to(buildPhase.to(moduleOrder.to(client().sources())))
            .with(SettingsTable.RSYNC_NAME, rsyncName)
            .with(SettingsTable.WORKER_TYPE, workerType)
            .with(SettingsTable.MAX_WORKERS, maxWorkers)
            .with(SettingsTable.JDK, jdk)
            .with(SettingsTable.SPLIT, split)
            .with(SettingsTable.QUEUE, queue)
            .with(SettingsTable.IDENTITY, identity)
            .with(SettingsTable.FAIL_FAST, failFast)
            .with(SettingsTable.COLLECT, collect);
    Settings settings = Settings.load(sources);
    List<String> buildArguments = AfterDelimiter.of(spec());
    if (!buildArguments.isEmpty()) {
      settings = Settings.load(BuildArguments.with(sources, settings, buildArguments));
    }
    StartRequest request =
        new StartRequest(
            settings,
            user(settings),
            wait,
            detach,
            keyOnly,
            reports(),
            checkedPatterns(),
            extras(),
            tags.selection(),
            job,
            verbose ? Detail.ALL : Detail.USUAL);
    if (job != null) {
      client().endWithTheServer();
    }
    if (notify.isGiven() && !wait) {
      throw new UsageException("option --notify needs --wait: only who waits sees the end");
    }
    Console console = client().console();
    Start start = new Start(client().preparer(), console, client().endRequests());
    Path here = settings.sources().directory();
    return notify.around(() -> start.run(request), here, () -> console).number();
  }

  private CommandSpec spec() {
    return Objects.requireNonNull(spec);
  }

  private RunExtras extras() {
    if (json && !list) {
      throw new UsageException(
          "option --json needs --list: `rrrspec-java client show KEY --json` prints a run");
    }
    return RunExtras.of(order, list, json, changed, false);
  }

  private String user(Settings settings) {
    if (user != null && (user.isBlank() || user.length() > 200)) {
      throw new UsageException("option --user is '" + user + "': write a name");
    }
    return user == null ? settings.sources().userName() : user;
  }

  private WantedReports reports() {
    Path xml = report("--junit-xml", junitXml);
    if (xml != null && Files.exists(xml) && !Files.isDirectory(xml)) {
      throw new UsageException(
          "option --junit-xml: " + junitXml + " is a file: write a directory, existing or new");
    }
    return new WantedReports(xml, report("--html", html));
  }

  private @Nullable Path report(String option, @Nullable Path directory) {
    if (directory != null && !wait) {
      throw new UsageException(
          "option " + option + " needs --wait: only who waits has something to report");
    }
    return directory == null ? null : directory.toAbsolutePath().normalize();
  }

  private List<String> checkedPatterns() {
    List<String> patterns = AfterDelimiter.without(spec(), this.patterns);
    for (String pattern : patterns) {
      if (pattern.isBlank()) {
        throw new UsageException("PATTERN is empty: write a class name, a path or a glob");
      }
    }
    return patterns;
  }
}

package io.rrrspec.client.command;

import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.source.ChangedFiles;
import io.rrrspec.client.source.RunExtras;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.cli.AfterDelimiter;
import io.rrrspec.common.cli.BuildPhaseOption;
import io.rrrspec.common.cli.IntegrationTestsOption;
import io.rrrspec.common.cli.ModuleOrderOption;
import io.rrrspec.common.cli.RootCommand;
import io.rrrspec.common.config.BuildArguments;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsSources;
import io.rrrspec.common.config.SettingsTable;
import io.rrrspec.common.config.SlaveNumber;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code rrrspec-java run}: checks what was asked for and hands it to {@link Run}. */
@Command(
    name = "run",
    description = {
      "Run a project's tests on this machine.",
      "",
      "Starts everything that it needs (Redis, database, server, worker), runs the project"
          + " in place, shows progress on stderr and prints the result. The settings redis and"
          + " database_url belong to the service on many machines: this command does not use them.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  rrrspec-java run                             all tests of the project in this directory",
      "  rrrspec-java run '*CartTest' 'com.shop.**'   classes by name",
      "  rrrspec-java run src/test/java/com/shop      classes by path",
      "  rrrspec-java run core/ 'web:*CartTest'       modules, and classes of a module",
      "  rrrspec-java run 'CartTest#adds*+removes'    methods of a class",
      "  rrrspec-java run --tag 'db & !slow'          tests by tag, category or group",
      "  rrrspec-java run --failed                    classes whose last result is failed",
      "  rrrspec-java run --repeat 50 CartTest        how often does it fail?",
      "  rrrspec-java run --changed main              classes that differ from the branch main",
      "  rrrspec-java run --html target/rrrspec-html  with pages to open or to keep",
      "  rrrspec-java run --list                      what would run, in which order",
      "  rrrspec-java run -- -Pci -Dname=value        with options for the project's Maven",
    })
public final class RunCommand implements Callable<Integer> {
  private final Run run;
  private final Supplier<Console> console;

  @ParentCommand private @Nullable RootCommand root;

  @Option(
      names = "--project",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "Directory of the project. Default: ${DEFAULT-VALUE}")
  private Path project = Path.of(".");

  @Option(
      names = "--slaves",
      paramLabel = "N",
      description =
          "How many JVMs run tests at once; auto: one for each processor, and more while processors"
              + " are idle and memory is free. Default: auto.")
  private @Nullable String slaves;

  @Option(
      names = "--jdk",
      paramLabel = "N",
      description =
          "The JDK that runs the tests where the build names none, such as 17. Default: jdk, else"
              + " the one that Maven runs on.")
  private @Nullable String jdk;

  @Option(
      names = "--jvm",
      paramLabel = "KIND",
      description =
          "How test JVMs are started: as-is (as the project says), or auto (also with the"
              + " serial collector, with or without C2, for stable classes that take less"
              + " processor time so). Default: jvm, else auto.")
  private @Nullable String jvm;

  @Option(
      names = "--split",
      paramLabel = "WHEN",
      description =
          "auto: classes that take longer than their share run in parts; off: never. Default: split,"
              + " else auto.")
  private @Nullable String split;

  @Option(
      names = "--junit-xml",
      paramLabel = "DIR",
      description =
          "Write JUnit XML reports to this directory, and delete older ones there. Default: where"
              + " Surefire writes its own (target/surefire-reports of each module), which keeps"
              + " those of other classes.")
  private @Nullable Path junitXml;

  @Option(
      names = "--html",
      paramLabel = "DIR",
      description =
          "Write the run, its failures, classes and timeline as HTML to this directory: index.html"
              + " opens without a server. What an earlier run has written there is replaced."
              + " Default: none is written.")
  private @Nullable Path html;

  @Mixin private NotifyOption notify = new NotifyOption();

  @Option(names = "--no-reports", description = "Write no JUnit XML. Default: it is written.")
  private boolean noReports;

  @Option(
      names = "--failed",
      description = "Only the classes whose last result here is failed. Default: all.")
  private boolean failed;

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
          "The order of the classes: longest, as-is (as Surefire by default), random[:SEED] or"
              + " last-failed-first. Default: ${DEFAULT-VALUE}")
  private String order = "longest";

  @Option(
      names = "--list",
      description = "Print what would run, in which order, and run nothing. Default: run it.")
  private boolean list;

  @Option(
      names = "--json",
      description =
          "Print the result, or with --list the list, as JSON; with -v all trials and tests, too."
              + " Default: as text.")
  private boolean json;

  @Option(
      names = "--max-trials",
      paramLabel = "N",
      description =
          "So many bad trials decide a test class as failed."
              + " Default: rerunFailingTestsCount of the project's Surefire + 1, else 1.")
  private @Nullable String maxTrials;

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
      names = "--force-prepare",
      description =
          "Ask the project's build again, even if nothing seems to have changed."
              + " Default: only after a change.")
  private boolean forcePrepare;

  @Option(
      names = "--debug",
      paramLabel = "PORT",
      arity = "0..1",
      fallbackValue = "5005",
      preprocessor = AttachedValue.class,
      description =
          "Run one JVM of tests, which waits for a debugger on 127.0.0.1 before its first test."
              + " There are no time limits and no retries. Alone: PORT is 5005.")
  private @Nullable String debug;

  @Option(
      names = "--collect",
      paramLabel = "GLOB",
      description =
          "Say how many files that match the run has made; they are in the project's directory."
              + " May be given several times. Default: collect, else none.")
  private List<String> collect = List.of();

  @Mixin private RepeatOptions repeat = new RepeatOptions();
  @Mixin private ModuleOrderOption moduleOrder = new ModuleOrderOption();
  @Mixin private BuildPhaseOption buildPhase = new BuildPhaseOption();
  @Mixin private IntegrationTestsOption integrationTests = new IntegrationTestsOption();
  @Mixin private DetailOptions detail = new DetailOptions();
  @Mixin private TagOptions tags = new TagOptions();

  @Parameters(
      paramLabel = "PATTERN",
      arity = "0..*",
      description =
          "Globs over class names or paths of sources; MODULE:NAME for the classes of a module."
              + " Behind '#', globs over names of methods, with '+' between. Default: all tests.")
  private List<String> patterns = List.of();

  @Spec private @Nullable CommandSpec spec;

  public RunCommand(Run run, Supplier<Console> console) {
    this.run = run;
    this.console = console;
  }

  @Override
  public Integer call() {
    if (root == null) {
      throw new IllegalStateException("not below rrrspec-java");
    }
    SettingsSources sources =
        integrationTests
            .to(buildPhase.to(moduleOrder.to(root.sources().inProject(project))))
            .with(SettingsTable.SLAVES, slaves)
            .with(SettingsTable.JDK, jdk)
            .with(SettingsTable.JVM, jvm)
            .with(SettingsTable.SPLIT, split)
            .with(SettingsTable.MAX_TRIALS, maxTrials)
            .with(SettingsTable.FAIL_FAST, failFast)
            .with(SettingsTable.COLLECT, collect);
    Settings settings = Settings.load(sources);
    List<String> buildArguments = AfterDelimiter.of(Objects.requireNonNull(spec));
    if (!buildArguments.isEmpty()) {
      settings = Settings.load(BuildArguments.with(sources, settings, buildArguments));
    }
    RunRequest request = request(settings);
    return notify.around(() -> run.run(request), request.project(), console).number();
  }

  private @Nullable String notWithRepeat() {
    if (maxTrials != null) {
      return "--max-trials";
    }
    if (failFast != null) {
      return "--fail-fast";
    }
    if (debug != null) {
      return "--debug";
    }
    if (json && !list) {
      return "--json";
    }
    if (html != null) {
      return "--html";
    }
    return junitXml == null ? null : "--junit-xml";
  }

  private @Nullable Integer debugPort() {
    if (debug == null) {
      return null;
    }
    if (slaves != null && !slaves.equals("1")) {
      throw new UsageException(
          "option --debug takes one JVM, and --slaves is " + slaves + ": leave one of them out");
    }
    if (maxTrials != null && !maxTrials.equals("1")) {
      throw new UsageException(
          "option --debug runs each class once, and --max-trials is "
              + maxTrials
              + ": leave one of them out");
    }
    if (!debug.matches("[0-9]{1,5}")
        || Integer.parseInt(debug) < 1
        || Integer.parseInt(debug) > 65_535) {
      throw new UsageException("option --debug is '" + debug + "': write a port, 1 to 65,535");
    }
    return Integer.valueOf(debug);
  }

  private SlaveNumber slaves(Settings settings, @Nullable Repeat many) {
    if ((many != null || debug != null) && slaves == null) {
      return SlaveNumber.of(1);
    }
    SlaveNumber told = settings.find(SettingsTable.SLAVES);
    return told == null ? SlaveNumber.fitting() : told;
  }

  private RunRequest request(Settings settings) {
    Path directory = project.toAbsolutePath().normalize();
    if (Files.isRegularFile(directory)) {
      throw new UsageException(
          "option --project: "
              + project
              + " is a file: write the directory that the pom.xml is in");
    }
    if (!Files.isDirectory(directory)) {
      throw new UsageException(
          "option --project: there is no directory " + project + ": write one with a project");
    }
    Path reports = junitXml == null ? null : junitXml.toAbsolutePath().normalize();
    if (reports != null && Files.exists(reports) && !Files.isDirectory(reports)) {
      throw new UsageException(
          "option --junit-xml: " + junitXml + " is a file: write a directory, existing or new");
    }
    if (reports != null && noReports) {
      throw new UsageException("--junit-xml and --no-reports exclude each other: leave one out");
    }
    List<String> patterns = AfterDelimiter.without(Objects.requireNonNull(spec), this.patterns);
    for (String pattern : patterns) {
      if (pattern.isBlank()) {
        throw new UsageException("PATTERN is empty: write a class name, a path or a glob");
      }
    }
    Repeat many = repeat.repeat(failed || !patterns.isEmpty(), slaves, notWithRepeat());
    return new RunRequest(
        directory,
        slaves(settings, many),
        reports,
        html == null ? null : html.toAbsolutePath().normalize(),
        failed,
        patterns,
        forcePrepare,
        many,
        debugPort(),
        RunExtras.of(order, list, json, changed, !noReports),
        settings,
        tags.selection(),
        null,
        detail.detail());
  }
}

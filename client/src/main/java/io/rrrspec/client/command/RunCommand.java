package io.rrrspec.client.command;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.cli.RootCommand;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsTable;
import io.rrrspec.common.config.WorkerSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

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
      "  rrrspec-java run 'CartTest#adds*+removes'    methods of a class",
      "  rrrspec-java run --tag 'db & !slow'          tests by tag, category or group",
      "  rrrspec-java run --failed                    classes whose last result is failed",
    })
public final class RunCommand implements Callable<Integer> {
  private final Run run;

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
      description = "How many JVMs run tests at once. Default: the number of processors.")
  private @Nullable String slaves;

  @Option(
      names = "--junit-xml",
      paramLabel = "DIR",
      description = "Write JUnit XML reports to this directory. Default: none are written.")
  private @Nullable Path junitXml;

  @Option(
      names = "--failed",
      description = "Only the classes whose last result here is failed. Default: all.")
  private boolean failed;

  @Option(
      names = "--max-trials",
      paramLabel = "N",
      description =
          "So many bad trials decide a test class as failed."
              + " Default: rerunFailingTestsCount of the project's Surefire + 1, else 1.")
  private @Nullable String maxTrials;

  @Option(
      names = "--force-prepare",
      description =
          "Ask the project's build again, even if nothing seems to have changed."
              + " Default: only after a change.")
  private boolean forcePrepare;

  @Mixin private TagOptions tags = new TagOptions();

  @Parameters(
      paramLabel = "PATTERN",
      arity = "0..*",
      description =
          "Globs over class names or paths of sources. Behind '#', globs over names of methods,"
              + " with '+' between. Default: all tests.")
  private List<String> patterns = List.of();

  public RunCommand(Run run) {
    this.run = run;
  }

  @Override
  public Integer call() {
    if (root == null) {
      throw new IllegalStateException("not below rrrspec-java");
    }
    Settings settings =
        Settings.load(
            root.sources()
                .with(SettingsTable.SLAVES, slaves)
                .with(SettingsTable.MAX_TRIALS, maxTrials));
    return run.run(request(settings)).number();
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
    for (String pattern : patterns) {
      if (pattern.isBlank()) {
        throw new UsageException("PATTERN is empty: write a class name, a path or a glob");
      }
    }
    return new RunRequest(
        directory,
        WorkerSettings.of(settings).slaves(),
        reports,
        failed,
        patterns,
        forcePrepare,
        settings,
        tags.selection());
  }
}

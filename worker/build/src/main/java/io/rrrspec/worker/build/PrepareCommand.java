package io.rrrspec.worker.build;

import io.rrrspec.common.ExitCode;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.cli.AfterDelimiter;
import io.rrrspec.common.cli.BuildPhaseOption;
import io.rrrspec.common.cli.IntegrationTestsOption;
import io.rrrspec.common.cli.RootCommand;
import io.rrrspec.common.config.BuildArguments;
import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsSources;
import io.rrrspec.common.project.Project;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** <code>rrrspec-java prepare</code>: compiles a project and writes its .rrrspec/project.json. */
@Command(
    name = "prepare",
    sortOptions = false,
    description = {
      "Compiles the tests of a Maven project and notes in .rrrspec how they are to be run.",
      "Does nothing if nothing has changed since the last time."
    },
    footer = {
      "",
      "Examples:",
      "  rrrspec-java prepare --project ../shop",
      "  rrrspec-java prepare -- -Pci -Dname=value    Maven gets what stands behind --",
    })
public final class PrepareCommand implements Callable<Integer> {
  /** The variable that a worker gives to the set-up of a run. */
  private static final String TASKSET = "RRRSPEC_TASKSET_KEY";

  @Option(
      names = "--project",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "the project's directory, with its pom.xml (default: ${DEFAULT-VALUE})")
  private Path project = Path.of(".");

  @Option(names = "--force", description = "run Maven even if nothing has changed")
  private boolean force;

  @Mixin private BuildPhaseOption buildPhase = new BuildPhaseOption();

  @Mixin private IntegrationTestsOption integrationTests = new IntegrationTestsOption();

  @Parameters(
      paramLabel = "-- ARGS",
      arity = "0..*",
      description = "options for the project's Maven, behind those of the setting build_args")
  private List<String> positional = List.of();

  @ParentCommand private @Nullable RootCommand root;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter err =
        spec == null
            ? new PrintWriter(System.err, true, Charset.defaultCharset())
            : spec.commandLine().getErr();
    PrepareSettings settings =
        root == null
            ? PrepareSettings.NONE
            : settings(integrationTests.to(buildPhase.to(root.sources().inProject(project))));
    Project prepared =
        new ProjectPreparer(settings).prepare(project, force, line -> say(err, line));
    report(prepared, err);
    String broken = prepared.whyBroken();
    if (broken == null) {
      return ExitCode.SUCCEEDED.number();
    }
    say(err, broken);
    // The set-up of a run: what was built is run, and the client has seen to it that the run is
    // red.
    return (System.getenv(TASKSET) != null ? ExitCode.SUCCEEDED : ExitCode.SERVICE).number();
  }

  private PrepareSettings settings(SettingsSources sources) {
    Settings settings = Settings.load(sources);
    List<String> arguments = spec == null ? List.of() : AfterDelimiter.of(spec);
    if (positional.size() > arguments.size()) {
      throw new UsageException(
          "unexpected argument '" + positional.get(0) + "': arguments for Maven stand behind --");
    }
    if (arguments.isEmpty()) {
      return PrepareSettings.of(settings);
    }
    return PrepareSettings.of(Settings.load(BuildArguments.with(sources, settings, arguments)));
  }

  private static void report(Project prepared, PrintWriter err) {
    prepared.notes().forEach(line -> say(err, line));
    int modules = prepared.modules().size();
    int classes = prepared.tests().size();
    int warnings = prepared.warnings().size();
    say(
        err,
        "prepared: %d module%s, %d test class%s, %d warning%s"
            .formatted(
                modules,
                modules == 1 ? "" : "s",
                classes,
                classes == 1 ? "" : "es",
                warnings,
                warnings == 1 ? "" : "s"));
  }

  private static void say(PrintWriter err, String line) {
    err.println(line);
    err.flush();
  }
}

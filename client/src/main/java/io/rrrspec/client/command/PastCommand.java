package io.rrrspec.client.command;

import io.rrrspec.client.report.Detail;
import io.rrrspec.client.source.RunExtras;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.cli.AfterDelimiter;
import io.rrrspec.common.cli.RootCommand;
import io.rrrspec.common.config.BuildArguments;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsSources;
import io.rrrspec.common.config.SlaveNumber;
import io.rrrspec.common.model.TestSelection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** What commands have in common that run something of a past run of this machine again. */
abstract class PastCommand {
  private final Run run;

  @ParentCommand private @Nullable RootCommand root;

  @Option(
      names = "--project",
      paramLabel = "DIR",
      defaultValue = ".",
      description = "Directory of the project. Default: ${DEFAULT-VALUE}")
  private Path project = Path.of(".");

  @Parameters(index = "1..*", arity = "0..*", hidden = true)
  private List<String> rest = List.of();

  @Spec private @Nullable CommandSpec spec;

  PastCommand(Run run) {
    this.run = run;
  }

  /** What stands behind {@code --}; picocli takes it for positional parameters. */
  private List<String> buildArguments(CommandSpec spec) {
    String wanted = spec.positionalParameters().get(0).paramLabel();
    List<String> arguments = AfterDelimiter.of(spec);
    if (arguments.size() > rest.size()) {
      throw new UsageException(wanted + " is missing: write it before --");
    }
    List<String> more = AfterDelimiter.without(spec, rest);
    if (!more.isEmpty()) {
      throw new UsageException(
          spec.name() + " takes one " + wanted + ": leave '" + more.get(0) + "' out");
    }
    return arguments;
  }

  final int run(FromPast past) {
    if (root == null) {
      throw new IllegalStateException("not below rrrspec-java");
    }
    Path directory = project.toAbsolutePath().normalize();
    if (!Files.isDirectory(directory)) {
      throw new UsageException(
          "option --project: there is no directory " + project + ": write one with a project");
    }
    SettingsSources sources = root.sources().inProject(project);
    Settings settings = Settings.load(sources);
    List<String> buildArguments = buildArguments(Objects.requireNonNull(spec));
    if (!buildArguments.isEmpty()) {
      settings = Settings.load(BuildArguments.with(sources, settings, buildArguments));
    }
    RunExtras extras = RunExtras.of("longest", false, false, null, /* reports= */ false);
    return run.run(
            new RunRequest(
                directory,
                SlaveNumber.of(1),
                null,
                null,
                false,
                List.of(),
                false,
                null,
                null,
                extras,
                settings,
                TestSelection.ALL,
                past,
                Detail.USUAL))
        .number();
  }
}

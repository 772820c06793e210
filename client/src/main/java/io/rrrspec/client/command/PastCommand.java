package io.rrrspec.client.command;

import io.rrrspec.client.source.RunExtras;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.cli.RootCommand;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.model.TestSelection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

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

  PastCommand(Run run) {
    this.run = run;
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
    Settings settings = Settings.load(root.sources());
    RunExtras extras = new RunExtras(RunExtras.NONE.order(), null, null, /* reports= */ false);
    return run.run(
            new RunRequest(
                directory,
                1,
                null,
                false,
                List.of(),
                false,
                null,
                null,
                extras,
                settings,
                TestSelection.ALL,
                past))
        .number();
  }
}

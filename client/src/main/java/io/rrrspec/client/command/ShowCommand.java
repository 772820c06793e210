package io.rrrspec.client.command;

import io.rrrspec.client.record.HtmlOutput;
import io.rrrspec.client.remote.Show;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.Settings;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code rrrspec-java client show}. */
@Command(
    name = "show",
    description = {
      "Print how a run stands, or how it ended.",
      "",
      "Ends with 0 if the run goes on or succeeded.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  rrrspec-java client show 5f1c1f0e-2b7a-4f0e-9b7e-0d9f5a3c8e11 --show-errors",
      "  rrrspec-java client show 5f1c1f0e-2b7a-4f0e-9b7e-0d9f5a3c8e11 --json",
    })
final class ShowCommand extends ClientSubcommand {
  @Parameters(paramLabel = "KEY", description = "The run, as start prints it, or its UUID.")
  private String key = "";

  @Option(
      names = "--verbose",
      description =
          "Every task with its trials, the logs of the run, its workers and its slaves, and who"
              + " holds what and for how long."
              + " Default: the result.")
  private boolean verbose;

  @Option(
      names = "--show-errors",
      description = "Every failure with its trace and output. Default: in short.")
  private boolean showErrors;

  @Option(
      names = "--failure-exit-code",
      paramLabel = "N",
      defaultValue = "1",
      description = "End so if the run failed or was cancelled. Default: ${DEFAULT-VALUE}")
  private int failureExitCode;

  @Option(
      names = "--json",
      description = "As JSON, with --verbose all that is known. Default: as text.")
  private boolean json;

  @Option(
      names = "--html",
      paramLabel = "DIR",
      description =
          "Also write the run, which must be over, as HTML to this directory: index.html opens"
              + " without a server. Default: none is written.")
  private @Nullable Path html;

  @Option(
      names = "--local",
      description =
          "A run on this machine (`rrrspec-java run`). Default: one of the fleet, also a past one"
              + " if there is a database_url.")
  private boolean local;

  @Override
  public Integer call() {
    if (failureExitCode < 0 || failureExitCode > 255) {
      throw new UsageException(
          "option --failure-exit-code is '"
              + failureExitCode
              + "': write a whole number, 0 to 255");
    }
    Settings settings = Settings.load(client().sources());
    return new Show(client().console())
        .run(
            settings,
            key,
            new Show.Manner(
                verbose,
                showErrors,
                json,
                failureExitCode,
                local,
                html == null ? null : new HtmlOutput(html.toAbsolutePath().normalize())));
  }
}

package io.rrrspec.client.command;

import io.rrrspec.client.remote.WaitforRun;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.Settings;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code rrrspec-java client waitfor}. */
@Command(
    name = "waitfor",
    description = {
      "Wait for the end of a run and print its result.",
      "",
      "Shows progress on stderr. Ctrl-C or SIGTERM cancels the run and waits for its end; a second"
          + " one leaves at once.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  rrrspec-java client waitfor 5f1c1f0e-2b7a-4f0e-9b7e-0d9f5a3c8e11",
    })
final class WaitforCommand extends ClientSubcommand {
  private static final int LONGEST_POLL = 3_600;

  @Parameters(paramLabel = "KEY", description = "The run, as start prints it, or its UUID.")
  private String key = "";

  @Option(
      names = "--pollsec",
      paramLabel = "N",
      defaultValue = "2",
      description = "Look so often, in seconds. Default: ${DEFAULT-VALUE}")
  private int pollSeconds;

  @Override
  public Integer call() {
    if (pollSeconds < 1 || pollSeconds > LONGEST_POLL) {
      throw new UsageException(
          "option --pollsec is '" + pollSeconds + "': write a whole number, 1 to 3,600");
    }
    Settings settings = Settings.load(client().sources());
    return new WaitforRun(client().console(), client().endRequests())
        .run(settings, key, Duration.ofSeconds(pollSeconds))
        .number();
  }
}

package io.rrrspec.client.command;

import io.rrrspec.client.remote.FlowRequest;
import io.rrrspec.client.remote.FlowStart;
import io.rrrspec.common.config.Settings;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rrrspec-java flow run}. */
@Command(
    name = "run",
    description = {
      "Start a flow and print its id.",
      "",
      "Sends the sources by rsync once, if a step runs in them, and hands the flow to the servers."
          + " With --wait it says on stderr what the steps do, and prints the result; Ctrl-C or"
          + " SIGTERM then cancels the flow.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  rrrspec-java flow run shop.yml --wait       exit code 0, 1 (a step failed), 2, 3 or 130",
      "  rrrspec-java flow run shop.yml -v TARGET=staging",
    })
final class FlowRunCommand extends FlowSubcommand {
  @Mixin private FlowFileOptions options = new FlowFileOptions();

  @Option(names = "--wait", description = "Wait for the end. Default: print the id and end.")
  private boolean wait;

  @Option(
      names = "--no-cache",
      description =
          "Run each step, also where a worker has its outputs from the same inputs. Default: such"
              + " steps are not run again.")
  private boolean noCache;

  @Override
  public Integer call() {
    Settings settings = Settings.load(flow().sources());
    return new FlowStart(flow().preparer(), flow().console(), flow().endRequests())
        .run(
            new FlowRequest(
                UUID.randomUUID().toString(),
                options.read(),
                flow().sources(),
                settings.sources().userName(),
                wait,
                noCache))
        .number();
  }
}

package io.rrrspec.client.command;

import io.rrrspec.client.remote.Flows;
import io.rrrspec.common.config.Settings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code rrrspec-java flow cancel}. */
@Command(
    name = "cancel",
    description = {"Cancel a flow with all its steps, and the runs that they have started.", ""},
    footer = {
      "",
      "Example:",
      "  rrrspec-java flow cancel 5f1c1f0e-2b7a-4f0e-9b7e-0d9f5a3c8e11",
    })
final class FlowCancelCommand extends FlowSubcommand {
  @Parameters(paramLabel = "ID", description = "The flow, as run prints it.")
  private String id = "";

  @Override
  public Integer call() {
    return new Flows(flow().console()).cancel(Settings.load(flow().sources()), id).number();
  }
}

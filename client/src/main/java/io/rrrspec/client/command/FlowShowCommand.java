package io.rrrspec.client.command;

import io.rrrspec.client.remote.Flows;
import io.rrrspec.common.config.Settings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code rrrspec-java flow show}. */
@Command(
    name = "show",
    description = {"Print a flow and its steps.", ""},
    footer = {
      "",
      "Example:",
      "  rrrspec-java flow show 5f1c1f0e-2b7a-4f0e-9b7e-0d9f5a3c8e11",
    })
final class FlowShowCommand extends FlowSubcommand {
  @Parameters(paramLabel = "ID", description = "The flow, as run prints it.")
  private String id = "";

  @Override
  public Integer call() {
    return new Flows(flow().console()).show(Settings.load(flow().sources()), id).number();
  }
}

package io.rrrspec.client.command;

import io.rrrspec.client.remote.Flows;
import io.rrrspec.common.config.Settings;
import picocli.CommandLine.Command;

/** {@code rrrspec-java flow list}. */
@Command(
    name = "list",
    description = {"List flows, the newest first; those that are over for three days.", ""},
    footer = {
      "",
      "Example:",
      "  rrrspec-java flow list",
    })
final class FlowListCommand extends FlowSubcommand {
  @Override
  public Integer call() {
    return new Flows(flow().console()).list(Settings.load(flow().sources())).number();
  }
}

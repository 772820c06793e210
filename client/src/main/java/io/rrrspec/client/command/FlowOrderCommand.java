package io.rrrspec.client.command;

import io.rrrspec.client.remote.FlowOrders;
import io.rrrspec.client.remote.FlowStart;
import io.rrrspec.common.config.Settings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code rrrspec-java flow order}: starts a flow that a server has been asked for. */
@Command(
    name = "order",
    hidden = true,
    description = {"Start a flow that a server has been asked for. Servers run this.", ""})
final class FlowOrderCommand extends FlowSubcommand {
  @Parameters(paramLabel = "ID", description = "The flow.")
  private String id = "";

  @Override
  public Integer call() {
    flow().endWithTheServer();
    Settings settings = Settings.load(flow().sources());
    return new FlowStart(flow().preparer(), flow().console(), flow().endRequests())
        .run(FlowOrders.read(settings, flow().sources(), id))
        .number();
  }
}

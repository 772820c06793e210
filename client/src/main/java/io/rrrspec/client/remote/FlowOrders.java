package io.rrrspec.client.remote;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsSources;
import io.rrrspec.common.flow.FlowOrder;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.file.FlowFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Flows that servers are to start. */
public final class FlowOrders {
  private FlowOrders() {}

  /**
   * Reads what is to be started.
   *
   * @param id of the flow
   * @throws UsageException if there is no such order, or its flow has a mistake
   */
  public static FlowRequest read(Settings settings, SettingsSources sources, String id) {
    FlowOrder order;
    try (Fleet fleet = Fleet.open(settings)) {
      order =
          FlowStart.flows(fleet, settings)
              .find(FlowOrder.taskOf(id))
              .flatMap((FlowState task) -> FlowOrder.of(task))
              .orElseThrow(() -> new UsageException("no server was asked for a flow " + id));
    }
    FlowFile file = file(order).withVariables(order.variables());
    file.requireSources(order.sources() != null);
    return new FlowRequest(id, file, sources, order.user(), false, false);
  }

  private static FlowFile file(FlowOrder order) {
    String text = order.text();
    return text == null
        ? FlowFile.read(Path.of(order.file()))
        : FlowFile.parse(order.file(), text.getBytes(StandardCharsets.UTF_8));
  }
}

package io.rrrspec.client.remote;

import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.report.terminal.Columns;
import io.rrrspec.common.ExitCode;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.flow.FlowOrder;
import io.rrrspec.common.flow.FlowState;
import io.rrrspec.common.flow.StepStatus;
import io.rrrspec.common.store.FlowStore;
import io.rrrspec.common.store.FlowTree;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Function;

/** Flows that were started: lists, shows and cancels them. */
public final class Flows {
  private static final int MOST = 100;

  private final Console console;

  public Flows(Console console) {
    this.console = console;
  }

  public ExitCode show(Settings settings, String id) {
    return with(
        settings,
        flows -> {
          FlowState root = flows.findFlow(id).orElseThrow(() -> unknown(id));
          console.answer(FlowText.of(FlowTree.read(flows, root)));
          return ExitCode.SUCCEEDED;
        });
  }

  public ExitCode cancel(Settings settings, String id) {
    return with(
        settings,
        flows -> {
          FlowState root = flows.findFlow(id).orElseThrow(() -> unknown(id));
          if (root.isFinished()) {
            console.say("the flow is over already");
          } else {
            flows.cancel(id);
          }
          return ExitCode.SUCCEEDED;
        });
  }

  public ExitCode list(Settings settings) {
    return with(
        settings,
        flows -> {
          Columns table = Columns.of("ID", "STARTED", "USER", "STATUS", "FLOW");
          for (FlowState root : flows.outlines(flows.roots(MOST)).values()) {
            table.row(
                FlowOrder.flowOf(root.id()),
                Instant.ofEpochMilli(root.number("started_ms", 0))
                    .truncatedTo(ChronoUnit.SECONDS)
                    .toString(),
                root.text("user"),
                StepStatus.of(root).text(),
                root.text("title"));
          }
          console.answer(table.render(console.outTerminal().style()));
          return ExitCode.SUCCEEDED;
        });
  }

  private static UsageException unknown(String id) {
    return new UsageException(
        "there is no flow "
            + id
            + ": it never was, or it ended more than three days ago; `flow list` lists them");
  }

  private static ExitCode with(Settings settings, Function<FlowStore, ExitCode> action) {
    try (Fleet fleet = Fleet.open(settings)) {
      return action.apply(FlowStart.flows(fleet, settings));
    }
  }
}

package io.rrrspec.client.command;

import io.rrrspec.client.remote.EndRequests;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.source.Preparer;
import io.rrrspec.common.UsageException;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code rrrspec-java flow}: work that follows other work. */
@Command(
    name = "flow",
    customSynopsis = "rrrspec-java [-c FILE] flow COMMAND",
    description = {"Run flows: work that follows other work, described in a file.", ""},
    footer = {
      "",
      "docs/flows.md describes the file.",
      "",
      "Examples:",
      "  rrrspec-java flow check shop.yml         is there a mistake in it?",
      "  rrrspec-java flow run shop.yml --wait    run it, and wait for its end",
    })
public final class FlowCommand extends FleetCommand {
  private FlowCommand(
      Supplier<Console> console, Preparer preparer, Supplier<EndRequests> endRequests) {
    super(console, preparer, endRequests);
  }

  /**
   * The command with its sub-commands.
   *
   * @param console asked only by a command that is carried out
   * @param preparer what prepares a project where that is needed to find its tests
   * @param endRequests asked only by a command that waits
   */
  public static CommandLine withSubcommands(
      Supplier<Console> console, Preparer preparer, Supplier<EndRequests> endRequests) {
    return new CommandLine(new FlowCommand(console, preparer, endRequests))
        .addSubcommand(new FlowCheckCommand())
        .addSubcommand(new FlowRunCommand())
        .addSubcommand(new FlowShowCommand())
        .addSubcommand(new FlowCancelCommand())
        .addSubcommand(new FlowListCommand())
        .addSubcommand(new FlowOrderCommand());
  }

  @Override
  public Integer call() {
    throw new UsageException("flow needs a command: 'rrrspec-java flow --help' lists them");
  }
}

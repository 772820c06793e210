package io.rrrspec.client.command;

import io.rrrspec.client.remote.EndRequests;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.source.Preparer;
import io.rrrspec.common.UsageException;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code rrrspec-java client}: what is asked of a fleet. */
@Command(
    name = "client",
    customSynopsis = "rrrspec-java [-c FILE] client COMMAND",
    description = {
      "Run a project's tests on the fleet, and look after runs.",
      "",
      "KEY is what start prints, or its last part alone.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  rrrspec-java client start --wait --junit-xml target/rrrspec   all tests",
      "  rrrspec-java client actives                                   what runs there",
    })
public final class ClientCommand extends FleetCommand {
  private ClientCommand(
      Supplier<Console> console, Preparer preparer, Supplier<EndRequests> endRequests) {
    super(console, preparer, endRequests);
  }

  /**
   * The command with its sub-commands.
   *
   * @param console asked only by a command that is carried out
   * @param endRequests the same; from then on they are ours to heed
   */
  public static CommandLine withSubcommands(
      Supplier<Console> console, Preparer preparer, Supplier<EndRequests> endRequests) {
    return new CommandLine(new ClientCommand(console, preparer, endRequests))
        .addSubcommand(new StartCommand())
        .addSubcommand(new WaitforCommand())
        .addSubcommand(new ShowCommand())
        .addSubcommand(new CancelCommand())
        .addSubcommand(new CancelAllCommand())
        .addSubcommand(new ActivesCommand())
        .addSubcommand(new NodesCommand())
        .addSubcommand(new FlakyCommand())
        .addSubcommand(new HistoryCommand())
        .addSubcommand(QuarantineCommand.withSubcommands());
  }

  @Override
  public Integer call() {
    throw new UsageException("client needs a command: 'rrrspec-java client --help' lists them");
  }
}

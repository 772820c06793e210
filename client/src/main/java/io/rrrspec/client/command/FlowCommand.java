package io.rrrspec.client.command;

import io.rrrspec.client.report.progress.Console;
import io.rrrspec.common.UsageException;
import java.util.concurrent.Callable;
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
      "Example:",
      "  rrrspec-java flow check shop.yml",
    })
public final class FlowCommand implements Callable<Integer> {
  private final Supplier<Console> console;

  private FlowCommand(Supplier<Console> console) {
    this.console = console;
  }

  /**
   * The command with its sub-commands.
   *
   * @param console asked only by a command that is carried out
   */
  public static CommandLine withSubcommands(Supplier<Console> console) {
    return new CommandLine(new FlowCommand(console)).addSubcommand(new FlowCheckCommand());
  }

  @Override
  public Integer call() {
    throw new UsageException("flow needs a command: 'rrrspec-java flow --help' lists them");
  }

  Console console() {
    return console.get();
  }
}

package io.rrrspec.client.command;

import io.rrrspec.common.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code rrrspec-java client quarantine}. */
@Command(
    name = "quarantine",
    customSynopsis = "rrrspec-java [-c FILE] client quarantine COMMAND",
    description = {
      "Mute flaky tests until a day: they run, and their own failures do not make a run red.",
      "",
      "The fleet keeps a list for each taskset_class; with --file it is the file"
          + " .rrrspec-quarantine.yml of the project, which `rrrspec-java run` reads, too."
          + " docs/quarantine.md has the rules.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  rrrspec-java client quarantine add com.foo.CartTest#adds --reason 'races with the clock'",
      "  rrrspec-java client quarantine list",
      "  rrrspec-java client quarantine remove com.foo.CartTest#adds",
    })
final class QuarantineCommand extends ClientSubcommand {
  private QuarantineCommand() {}

  /** The command with its sub-commands. */
  static CommandLine withSubcommands() {
    return new CommandLine(new QuarantineCommand())
        .addSubcommand(new QuarantineAddCommand())
        .addSubcommand(new QuarantineListCommand())
        .addSubcommand(new QuarantineRemoveCommand());
  }

  @Override
  public Integer call() {
    throw new UsageException(
        "quarantine needs a command: 'rrrspec-java client quarantine --help' lists them");
  }
}

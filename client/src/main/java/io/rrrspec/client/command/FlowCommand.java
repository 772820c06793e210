package io.rrrspec.client.command;

import io.rrrspec.client.remote.EndRequests;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.source.Preparer;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.cli.RootCommand;
import io.rrrspec.common.config.SettingsSources;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

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
public final class FlowCommand implements Callable<Integer> {
  private final Supplier<Console> console;
  private final Preparer preparer;
  private final Supplier<EndRequests> endRequests;

  @ParentCommand private @Nullable RootCommand root;

  private FlowCommand(
      Supplier<Console> console, Preparer preparer, Supplier<EndRequests> endRequests) {
    this.console = console;
    this.preparer = preparer;
    this.endRequests = endRequests;
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
        .addSubcommand(new FlowListCommand());
  }

  @Override
  public Integer call() {
    throw new UsageException("flow needs a command: 'rrrspec-java flow --help' lists them");
  }

  SettingsSources sources() {
    if (root == null) {
      throw new IllegalStateException("not below rrrspec-java");
    }
    return root.sources();
  }

  Console console() {
    return console.get();
  }

  Preparer preparer() {
    return preparer;
  }

  EndRequests endRequests() {
    return endRequests.get();
  }
}

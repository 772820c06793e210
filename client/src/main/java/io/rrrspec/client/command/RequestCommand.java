package io.rrrspec.client.command;

import io.rrrspec.client.remote.EndRequests;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.request.Requests;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.Settings;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code rrrspec-java request}: pipelines of jobs, asked for over HTTP. */
@Command(
    name = "request",
    customSynopsis = "rrrspec-java [-c FILE] request COMMAND",
    description = {
      "Ask a server for a pipeline of jobs, and follow it.",
      "",
      "The server is at server_url of the settings, and gets their token.",
      ""
    },
    footer = {
      "",
      "docs/requests.md describes requests.",
      "",
      "Examples:",
      "  rrrspec-java request start shop.yml --wait    ask for it, and wait for its end",
      "  rrrspec-java request list --state failed      what has failed",
    })
public final class RequestCommand extends AskingCommand {
  private RequestCommand(Supplier<Console> console, Supplier<EndRequests> endRequests) {
    super(console, endRequests);
  }

  /**
   * The command with its sub-commands.
   *
   * @param console asked only by a command that is carried out
   * @param endRequests asked only by a command that waits
   */
  public static CommandLine withSubcommands(
      Supplier<Console> console, Supplier<EndRequests> endRequests) {
    return new CommandLine(new RequestCommand(console, endRequests))
        .addSubcommand(new RequestStartCommand())
        .addSubcommand(new RequestShowCommand())
        .addSubcommand(new RequestCancelCommand())
        .addSubcommand(new RequestRetryCommand())
        .addSubcommand(new RequestListCommand());
  }

  @Override
  public Integer call() {
    throw new UsageException("request needs a command: 'rrrspec-java request --help' lists them");
  }

  Requests requests() {
    return new Requests(Settings.load(sources()), console(), this::endRequests);
  }
}

package io.rrrspec.client.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code rrrspec-java request show}. */
@Command(
    name = "show",
    description = {
      "Print a request and its jobs.",
      "",
      "A request that the server has forgotten is asked of the viewer, if web_base is set.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  rrrspec-java request show 5f1c1f0e-2b7a-4f0e-9b7e-0d9f5a3c8e11",
      "  rrrspec-java request show 5f1c1f0e-2b7a-4f0e-9b7e-0d9f5a3c8e11 --json",
    })
final class RequestShowCommand extends RequestSubcommand {
  @Parameters(paramLabel = "ID", description = "The request, as start prints it.")
  private String id = "";

  @Option(names = "--json", description = "As JSON, as the server has it. Default: as text.")
  private boolean json;

  @Override
  public Integer call() {
    return requests().show(id, json).number();
  }
}

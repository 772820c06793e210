package io.rrrspec.client.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code rrrspec-java request cancel}. */
@Command(
    name = "cancel",
    description = {"Cancel a request, and the job that runs.", ""},
    footer = {
      "",
      "Example:",
      "  rrrspec-java request cancel 5f1c1f0e-2b7a-4f0e-9b7e-0d9f5a3c8e11",
    })
final class RequestCancelCommand extends RequestSubcommand {
  @Parameters(paramLabel = "ID", description = "The request, as start prints it.")
  private String id = "";

  @Override
  public Integer call() {
    return requests().cancel(id).number();
  }
}

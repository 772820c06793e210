package io.rrrspec.client.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code rrrspec-java request retry}. */
@Command(
    name = "retry",
    description = {
      "Go on with a request that has failed, from the job that failed.",
      "",
      "With --wait as start --wait does.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  rrrspec-java request retry 5f1c1f0e-2b7a-4f0e-9b7e-0d9f5a3c8e11 --wait",
    })
final class RequestRetryCommand extends RequestSubcommand {
  @Parameters(paramLabel = "ID", description = "The request, as start prints it.")
  private String id = "";

  @Option(names = "--wait", description = "Wait for the end. Default: end at once.")
  private boolean wait;

  @Override
  public Integer call() {
    return requests().retry(id, wait).number();
  }
}

package io.rrrspec.client.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code rrrspec-java request start}. */
@Command(
    name = "start",
    description = {
      "Ask for a pipeline of jobs and print the id of the request.",
      "",
      "With --wait it says on stderr what the jobs do, and prints the result. Ctrl-C or SIGTERM then"
          + " cancels the request and waits for its end; a second one leaves at once.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  rrrspec-java request start shop.yml --wait    exit code 0, 1 (a job failed), 2, 3 or 130",
      "  rrrspec-java request start - < shop.json",
    })
final class RequestStartCommand extends RequestSubcommand {
  @Parameters(
      paramLabel = "FILE",
      description =
          "The request as YAML or JSON; - is standard input. Without requester it gets the name of"
              + " this host, without program the name of the file.")
  private String file = "";

  @Option(names = "--wait", description = "Wait for the end. Default: print the id and end.")
  private boolean wait;

  @Override
  public Integer call() {
    return requests().start(file, System.in, wait).number();
  }
}

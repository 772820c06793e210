package io.rrrspec.client.command;

import io.rrrspec.client.report.progress.Console;
import java.util.function.Supplier;
import picocli.CommandLine.Command;

/** {@code rrrspec-java job}. */
@Command(
    name = "job",
    customSynopsis = "rrrspec-java [-c FILE] job COMMAND",
    description = {"Push single jobs into queues, and look after them.", ""},
    footer = {
      "",
      "Commands:",
      "  push QUEUE MODULE JOB...   queue a job, and print its number",
      "  show ID                    one job",
      "  cancel ID                  it is not wanted any more",
      "  move ID QUEUE              put one that waits into another queue",
      "  prefer ID                  put one that waits at the head of its queue",
      "",
      "Modules: shell (a command line), http (METHOD URL [BODY]), junit (a directory of the server,"
          + " below job_roots), and those of the server's file (job_modules).",
      "",
      "Example:",
      "  rrrspec-java job push default http GET http://127.0.0.1:9000/purge",
    })
public final class JobCommand extends LineCommand {
  /**
   * Makes the command.
   *
   * @param console asked only if the command is carried out
   */
  public JobCommand(Supplier<Console> console) {
    super("job", console);
  }
}

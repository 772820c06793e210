package io.rrrspec.client.command;

import io.rrrspec.client.report.progress.Console;
import java.util.function.Supplier;
import picocli.CommandLine.Command;

/** {@code rrrspec-java queue}. */
@Command(
    name = "queue",
    customSynopsis = "rrrspec-java [-c FILE] queue COMMAND",
    description = {
      "Look after the queues of an installation: which runs and jobs are served, and by how many"
          + " workers.",
      ""
    },
    footer = {
      "",
      "Commands:",
      "  create NAME                       a new queue",
      "  rate NAME VALUE                   guarantee workers to it: 3, or 30%% of its group's",
      "  ceil NAME VALUE                   never give it more: 3, or 30%%; 0 pauses it",
      "  priority NAME VALUE               its place among the queues of its group, lower first",
      "  discipline NAME fifo|set [SEC]    queue every job, or equal ones once in SEC seconds",
      "  strict GROUP on|off               serve the first queue of a group first each time",
      "  group NAME WORKER_TYPE            the type of the workers that serve it",
      "  rename NAME NEW                   another name; the old one goes on to work",
      "  destroy NAME [TAKE_OVER]          remove it; TAKE_OVER gets its jobs",
      "  list | show NAME                  all queues | one of them",
      "  history NAME [SEC]                what it had and wanted, second by second",
      "  contents NAME                     the jobs that wait, in the order of service",
      "  push NAME MODULE JOB...           queue a job, and print its number",
      "",
      "Examples:",
      "  rrrspec-java queue create pr",
      "  rrrspec-java queue rate pr 50%%          half of the workers, whenever pr asks for them",
      "  rrrspec-java client start --queue pr    a run that is served from it",
      "  rrrspec-java queue push default shell ls -l /tmp",
    })
public final class QueueCommand extends LineCommand {
  /**
   * Makes the command.
   *
   * @param console asked only if the command is carried out
   */
  public QueueCommand(Supplier<Console> console) {
    super("queue", console);
  }
}

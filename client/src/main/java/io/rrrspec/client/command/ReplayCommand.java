package io.rrrspec.client.command;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code rrrspec-java replay}. */
@Command(
    name = "replay",
    description = {
      "Run the classes that one JVM of a past run ran, in the same order in one JVM.",
      "",
      "What failed there because of what had run before it fails again. The history does not keep"
          + " this run.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  rrrspec-java replay KEY            the only JVM of a run",
      "  rrrspec-java replay KEY --slave 2  the second one",
      "  rrrspec-java replay KEY -- -Pci    with options for the project's Maven",
    })
public final class ReplayCommand extends PastCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "KEY",
      description = "The run: its key, or the UUID at its end.")
  private String runKey = "";

  @Option(
      names = "--slave",
      paramLabel = "N",
      description = "Which JVM, from 1, in the order in which they began. Default: the only one.")
  private @Nullable Integer slave;

  public ReplayCommand(Run run) {
    super(run);
  }

  @Override
  public Integer call() {
    return run(new FromPast.Replay(runKey, slave));
  }
}

package io.rrrspec.client.command;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code rrrspec-java bisect}. */
@Command(
    name = "bisect",
    description = {
      "Find the classes after which a class fails.",
      "",
      "Takes the JVM of a past run in which the class failed, and runs the class alone, after all"
          + " classes that had run before it there, and after fewer of them, each time in a fresh"
          + " JVM, until none can be left out. Ends with 0 if they are found, with 1 if the class"
          + " fails alone, or at random. It does not look for classes in other JVMs beside which"
          + " the class fails: rrrspec-java run does.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  rrrspec-java bisect OrderTest            as it failed last on this machine",
      "  rrrspec-java bisect OrderTest --run KEY  as it failed in that run",
      "  rrrspec-java bisect OrderTest -- -Pci    with options for the project's Maven",
    })
public final class BisectCommand extends PastCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "CLASS",
      description = "The class, by its name or the end of it.")
  private String className = "";

  @Option(
      names = "--run",
      paramLabel = "KEY",
      description = "The run in which it failed. Default: the newest one in which it did.")
  private @Nullable String runKey;

  public BisectCommand(Run run) {
    super(run);
  }

  @Override
  public Integer call() {
    return run(new FromPast.Bisect(className, runKey));
  }
}

package io.rrrspec.client.command;

import io.rrrspec.common.ExitCode;
import io.rrrspec.common.UsageException;
import java.io.PrintWriter;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rrrspec-java completion}: prints a script that completes command lines in a shell. */
@Command(
    name = "completion",
    description = {
      "Print a script by which bash or zsh completes commands and options.",
      "",
    },
    footer = {
      "",
      "Example, for ~/.bashrc or ~/.zshrc:",
      "  source <(rrrspec-java completion bash)",
    })
public final class CompletionCommand implements Callable<Integer> {
  private static final List<String> SHELLS = List.of("bash", "zsh");

  private final Supplier<CommandLine> all;

  /** What a shell offers behind {@code completion}. */
  static final class Shells implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return SHELLS.iterator();
    }
  }

  @Parameters(
      paramLabel = "SHELL",
      completionCandidates = Shells.class,
      description = "bash or zsh.")
  private String shell = "";

  @Spec private @Nullable CommandSpec spec;

  /**
   * @param all the whole program with the commands of all its processes; asked only for the script
   */
  public CompletionCommand(Supplier<CommandLine> all) {
    this.all = all;
  }

  @Override
  public Integer call() {
    if (!SHELLS.contains(shell)) {
      throw new UsageException("SHELL is '" + shell + "': write bash or zsh");
    }
    // The script asks which of the two it runs in.
    CommandLine program = all.get();
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.print(AutoComplete.bash(program.getCommandName(), program));
    out.flush();
    return ExitCode.SUCCEEDED.number();
  }
}

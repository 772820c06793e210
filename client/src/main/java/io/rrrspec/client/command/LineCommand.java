package io.rrrspec.client.command;

import io.rrrspec.client.remote.Fleet;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.common.ExitCode;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.cli.RootCommand;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.line.LineInterpreter;
import io.rrrspec.common.line.Reply;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** What {@code queue} and {@code job} have in common: a line as the command port takes it. */
abstract class LineCommand implements Callable<Integer> {
  private static final Set<String> ASKS_FOR_HELP = Set.of("--help", "-h", "help");

  private final String first;
  private final Supplier<Console> console;

  @ParentCommand private @Nullable RootCommand root;

  @Parameters(paramLabel = "WORD", arity = "0..*", description = "As listed below.")
  private List<String> words = List.of();

  LineCommand(String first, Supplier<Console> console) {
    this.first = first;
    this.console = console;
  }

  @Override
  public Integer call() {
    if (root == null) {
      throw new IllegalStateException("not below rrrspec-java");
    }
    if (words.isEmpty() || words.stream().limit(2).anyMatch(ASKS_FOR_HELP::contains)) {
      throw new UsageException(
          first + " needs a command: 'rrrspec-java " + first + " --help' lists them");
    }
    Settings settings = Settings.load(root.sources());
    try (Fleet fleet = Fleet.open(settings)) {
      String line = first + " " + String.join(" ", words);
      return answer(
              new LineInterpreter(fleet.stores(), settings.sources().userName()).interpret(line))
          .number();
    }
  }

  private ExitCode answer(Reply reply) {
    if (reply instanceof Reply.Error error) {
      throw new UsageException(error.message());
    }
    if (reply instanceof Reply.Ok ok && !ok.text().isEmpty()) {
      console.get().answer(ok.text() + "\n");
    }
    if (reply instanceof Reply.Lines lines) {
      lines.lines().forEachRemaining(line -> console.get().answer(line + "\n"));
    }
    return ExitCode.SUCCEEDED;
  }
}

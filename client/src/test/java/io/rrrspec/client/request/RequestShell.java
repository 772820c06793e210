package io.rrrspec.client.request;

import io.rrrspec.client.command.RequestCommand;
import io.rrrspec.client.remote.EndRequests;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.report.terminal.Style;
import io.rrrspec.client.report.terminal.Terminal;
import io.rrrspec.common.cli.Shell;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** {@code rrrspec-java request …} in this process, with a file of settings; for one command. */
final class RequestShell {
  private final Path directory;
  private final Path settings;
  final EndRequests end = new EndRequests();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** What a command ended with. */
  record Result(int code, String out, String err) {}

  /**
   * Makes one.
   *
   * @param settings the lines of the file
   */
  RequestShell(Path directory, String... settings) throws IOException {
    this.directory = directory;
    this.settings = directory.resolve("client.yml");
    Files.write(this.settings, List.of(settings));
  }

  Result run(String... args) {
    PrintStream stdout = new PrintStream(out, true, StandardCharsets.UTF_8);
    PrintStream stderr = new PrintStream(err, true, StandardCharsets.UTF_8);
    List<String> all = new ArrayList<>(List.of("-c", settings.toString(), "request"));
    all.addAll(List.of(args));
    int code =
        new Shell(
                new PrintWriter(stdout, true, StandardCharsets.UTF_8),
                new PrintWriter(stderr, true, StandardCharsets.UTF_8),
                directory)
            .run(
                List.of(RequestCommand.withSubcommands(() -> console(stdout, stderr), () -> end)),
                Map.of(),
                all.toArray(String[]::new));
    return new Result(code, out.toString(StandardCharsets.UTF_8), err());
  }

  private static Console console(PrintStream stdout, PrintStream stderr) {
    Terminal terminal = new Terminal(false, Style.plain());
    return new Console(stdout, stderr, terminal, terminal, Map.of());
  }

  /** In a thread of its own. */
  CompletableFuture<Result> begin(String... args) {
    return CompletableFuture.supplyAsync(() -> run(args), task -> new Thread(task).start());
  }

  /** What it has said by now. */
  String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}

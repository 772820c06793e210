package io.rrrspec.client.fleet;

import io.rrrspec.client.command.ClientCommand;
import io.rrrspec.client.remote.EndRequests;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.report.terminal.Style;
import io.rrrspec.client.report.terminal.Terminal;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.cli.Shell;
import io.rrrspec.testing.TestRedis;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** {@code rrrspec-java client …} in this process, with a file of settings. */
final class ClientShell {
  private final Path directory;
  private final Path file;
  private final Map<String, String> settings = new LinkedHashMap<>();
  final Map<String, String> environment = new HashMap<>();
  final EndRequests end = new EndRequests();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** What a command ended with. */
  record Result(int code, String out, String err) {}

  ClientShell(TestRedis redis, Path directory) {
    this.directory = directory;
    file = directory.resolve("client.yml");
    set("redis", redis.url().toString());
    set("namespace", redis.keys().namespace());
    set("packaging_dir", directory.resolve("sources").toString());
    set("rsync_name", "shop");
    set("runner", "command");
    set("setup_command", "true");
    raw("spec_files", "['true']");
  }

  ClientShell set(String key, String value) {
    return raw(key, "'" + value.replace("'", "''") + "'");
  }

  ClientShell raw(String key, String yaml) {
    settings.put(key, yaml);
    return this;
  }

  Result run(String... args) {
    StringBuilder yaml = new StringBuilder();
    settings.forEach((key, value) -> yaml.append(key + ": " + value + "\n"));
    try {
      Files.writeString(file, yaml);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    PrintStream stdout = new PrintStream(out, true, StandardCharsets.UTF_8);
    PrintStream stderr = new PrintStream(err, true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(false, Style.plain());
    Console console = new Console(stdout, stderr, terminal, terminal, environment);
    List<String> all = new ArrayList<>(List.of("-c", file.toString(), "client"));
    all.addAll(List.of(args));
    int code =
        new Shell(
                new PrintWriter(stdout, true, StandardCharsets.UTF_8),
                new PrintWriter(stderr, true, StandardCharsets.UTF_8),
                directory)
            .run(
                List.of(
                    ClientCommand.withSubcommands(
                        () -> console,
                        (project, choices, progress) -> {
                          throw new UsageException("there is no build in " + project);
                        },
                        () -> end)),
                Map.of(),
                all.toArray(String[]::new));
    return new Result(code, out(), err());
  }

  /** In a thread of its own. */
  CompletableFuture<Result> begin(String... args) {
    return CompletableFuture.supplyAsync(() -> run(args), task -> new Thread(task).start());
  }

  /** What it has printed by now. */
  String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /** What it has said by now. */
  String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}

package io.rrrspec.client;

import io.rrrspec.client.command.BisectCommand;
import io.rrrspec.client.command.ClientCommand;
import io.rrrspec.client.command.CompletionCommand;
import io.rrrspec.client.command.FlowCommand;
import io.rrrspec.client.command.JobCommand;
import io.rrrspec.client.command.QueueCommand;
import io.rrrspec.client.command.ReplayCommand;
import io.rrrspec.client.command.RequestCommand;
import io.rrrspec.client.command.RunCommand;
import io.rrrspec.client.local.LocalRun;
import io.rrrspec.client.remote.EndRequests;
import io.rrrspec.client.report.ci.CommandFreeStream;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.report.terminal.Terminal;
import io.rrrspec.client.source.Preparer;
import io.rrrspec.common.cli.RootCommand;
import io.rrrspec.common.cli.Shell;
import io.rrrspec.common.cli.Version;
import io.rrrspec.persister.mover.PersisterCommand;
import io.rrrspec.persister.viewer.WebCommand;
import io.rrrspec.server.ServerCommand;
import io.rrrspec.worker.agent.WorkerCommand;
import io.rrrspec.worker.build.PrepareCommand;
import io.rrrspec.worker.build.ProjectPreparer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/** Wires the client's commands. */
public final class ClientMain {
  private ClientMain() {}

  public static void main(String[] args) {
    // Before anything is loaded: this is what scripts ask first, and ask often.
    if (args.length == 1 && args[0].equals("--version")) {
      System.out.println(Version.line());
      return;
    }
    // What tests write is no command of the build server that shows it.
    System.setOut(CommandFreeStream.of(System.out, System.getenv(), Terminal.charset("stdout")));
    System.setErr(CommandFreeStream.of(System.err, System.getenv(), Terminal.charset("stderr")));
    System.exit(run(args));
  }

  /** Carries out one command; returns its exit code. */
  static int run(String... args) {
    Map<String, Supplier<Object>> all = commands();
    Supplier<Object> named = all.get(name(args));
    // To make all of them would take longer than most of them do.
    List<Object> commands =
        named == null ? all.values().stream().map(Supplier::get).toList() : List.of(named.get());
    return Shell.ofThisProcess().run(commands, elsewhere(), args);
  }

  /** The command that is asked for; empty if anything but the settings' file stands before it. */
  static String name(String... args) {
    for (int i = 0; i < args.length; i++) {
      if (args[i].equals("-c") || args[i].equals("--config")) {
        i++;
      } else if (!args[i].startsWith("--config=")) {
        return args[i];
      }
    }
    return "";
  }

  /** What the launcher starts other processes for, with the line that --help has for it. */
  private static Map<String, String> elsewhere() {
    Map<String, String> commands = new LinkedHashMap<>();
    commands.put("server", "Decide, for all workers of an installation, what runs where.");
    commands.put("worker", "Run tasksets of an installation on this host.");
    commands.put("persister", "Move tasksets that are over from Redis into a database.");
    commands.put("web", "Show runs as web pages.");
    return commands;
  }

  /** The whole program, also what the launcher starts other processes for. */
  static CommandLine everything() {
    CommandLine line = new CommandLine(new RootCommand());
    commands().values().forEach(command -> line.addSubcommand(command.get()));
    for (Object command :
        List.of(
            new ServerCommand(), new WorkerCommand(), new PersisterCommand(), new WebCommand())) {
      line.addSubcommand(command);
    }
    return line;
  }

  /** What looks like an option in a job belongs to the job. */
  private static CommandLine lines(Object command) {
    return new CommandLine(command).setStopAtPositional(true);
  }

  /** What this process serves, by name. */
  static Map<String, Supplier<Object>> commands() {
    Supplier<Console> console = () -> Console.of(System.out, System.err);
    Preparer preparer =
        (project, settings, progress) -> new ProjectPreparer(settings).prepare(project, progress);
    Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
    commands.put("run", () -> new RunCommand(new LocalRun(), console));
    commands.put("bisect", () -> new BisectCommand(new LocalRun()));
    commands.put("replay", () -> new ReplayCommand(new LocalRun()));
    commands.put("prepare", PrepareCommand::new);
    commands.put(
        "client",
        () -> ClientCommand.withSubcommands(console, preparer, EndRequests::ofThisProcess));
    commands.put(
        "flow", () -> FlowCommand.withSubcommands(console, preparer, EndRequests::ofThisProcess));
    commands.put(
        "request", () -> RequestCommand.withSubcommands(console, EndRequests::ofThisProcess));
    commands.put("queue", () -> lines(new QueueCommand(console)));
    commands.put("job", () -> lines(new JobCommand(console)));
    commands.put("completion", () -> new CompletionCommand(ClientMain::everything));
    return commands;
  }
}

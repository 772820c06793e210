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
import io.rrrspec.client.report.progress.Console;
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
    System.exit(run(args));
  }

  /** Carries out one command; returns its exit code. */
  static int run(String... args) {
    return Shell.ofThisProcess().run(commands(), elsewhere(), args);
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
    commands().forEach(line::addSubcommand);
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

  /** What this process serves. */
  static List<Object> commands() {
    return List.of(
        new RunCommand(new LocalRun()),
        new BisectCommand(new LocalRun()),
        new ReplayCommand(new LocalRun()),
        new PrepareCommand(),
        ClientCommand.withSubcommands(
            () -> Console.of(System.out, System.err),
            (project, settings, progress) ->
                new ProjectPreparer(settings).prepare(project, progress),
            EndRequests::ofThisProcess),
        FlowCommand.withSubcommands(
            () -> Console.of(System.out, System.err),
            (project, settings, progress) ->
                new ProjectPreparer(settings).prepare(project, progress),
            EndRequests::ofThisProcess),
        RequestCommand.withSubcommands(
            () -> Console.of(System.out, System.err), EndRequests::ofThisProcess),
        lines(new QueueCommand(() -> Console.of(System.out, System.err))),
        lines(new JobCommand(() -> Console.of(System.out, System.err))),
        new CompletionCommand(ClientMain::everything));
  }
}

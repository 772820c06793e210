package io.rrrspec.client;

import io.rrrspec.client.command.RunCommand;
import io.rrrspec.client.local.LocalRun;
import io.rrrspec.common.cli.Shell;
import io.rrrspec.common.cli.Version;
import io.rrrspec.worker.prepare.PrepareCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Wires the client's commands. */
public final class ClientMain {
  private ClientMain() {}

  public static void main(String[] args) {
    // Before anything is loaded: this is what scripts ask first, and ask often.
    if (args.length == 1 && args[0].equals("--version")) {
      System.out.println(Version.line());
      return;
    }
    System.exit(Shell.ofThisProcess().run(commands(), elsewhere(), args));
  }

  /** What this process serves. */
  static List<Object> commands() {
    return List.of(new RunCommand(new LocalRun()), new PrepareCommand());
  }

  /** What the launcher gives to another main. */
  static Map<String, String> elsewhere() {
    Map<String, String> commands = new LinkedHashMap<>();
    commands.put("server", "Decide: which worker serves which run, and what a trial means.");
    commands.put("worker", "Fetch sources, set up, and keep slaves running on this machine.");
    commands.put("slave", "Run tests of one run; a worker starts it.");
    commands.put("persister", "Move finished runs from Redis to SQL.");
    commands.put("web", "Show runs to a browser.");
    return commands;
  }
}

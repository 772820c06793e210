package io.rrrspec.client.command;

import io.rrrspec.client.remote.EndRequests;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.common.cli.RootCommand;
import io.rrrspec.common.config.SettingsSources;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParentCommand;

/** A command whose sub-commands ask for something elsewhere: what they need of the process. */
abstract class AskingCommand implements Callable<Integer> {
  private final Supplier<Console> console;
  private final Supplier<EndRequests> endRequests;

  private @Nullable EndRequests requested;

  @ParentCommand private @Nullable RootCommand root;

  AskingCommand(Supplier<Console> console, Supplier<EndRequests> endRequests) {
    this.console = console;
    this.endRequests = endRequests;
  }

  final SettingsSources sources() {
    if (root == null) {
      throw new IllegalStateException("not below rrrspec-java");
    }
    return root.sources();
  }

  final Console console() {
    return console.get();
  }

  /** The same each time: what asks for the end must reach what waits for it. */
  final synchronized EndRequests endRequests() {
    if (requested == null) {
      requested = endRequests.get();
    }
    return requested;
  }
}

package io.rrrspec.client.command;

import io.rrrspec.client.remote.EndRequests;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.source.Preparer;
import io.rrrspec.common.cli.RootCommand;
import io.rrrspec.common.config.SettingsSources;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParentCommand;

/** A command whose sub-commands ask a fleet: what they need of the process. */
abstract class FleetCommand implements Callable<Integer> {
  private final Supplier<Console> console;
  private final Preparer preparer;
  private final Supplier<EndRequests> endRequests;

  private @Nullable EndRequests requested;

  @ParentCommand private @Nullable RootCommand root;

  FleetCommand(Supplier<Console> console, Preparer preparer, Supplier<EndRequests> endRequests) {
    this.console = console;
    this.preparer = preparer;
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

  final Preparer preparer() {
    return preparer;
  }

  /** The same each time: what asks for the end must reach what waits for it. */
  final synchronized EndRequests endRequests() {
    if (requested == null) {
      requested = endRequests.get();
    }
    return requested;
  }

  /** The server that has started this keeps standard input open as long as it lives. */
  final void endWithTheServer() {
    EndRequests end = endRequests();
    Thread thread =
        new Thread(
            () -> {
              try {
                System.in.transferTo(OutputStream.nullOutputStream());
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              } finally {
                // However that ended: the server is gone.
                end.raise();
              }
            },
            "server-watch");
    thread.setDaemon(true);
    thread.start();
  }
}

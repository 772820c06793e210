package io.rrrspec.client.command;

import io.rrrspec.client.remote.EndRequests;
import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.source.Preparer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.function.Supplier;

/** A command whose sub-commands ask a fleet: what they need of the process. */
abstract class FleetCommand extends AskingCommand {
  private final Preparer preparer;

  FleetCommand(Supplier<Console> console, Preparer preparer, Supplier<EndRequests> endRequests) {
    super(console, endRequests);
    this.preparer = preparer;
  }

  final Preparer preparer() {
    return preparer;
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

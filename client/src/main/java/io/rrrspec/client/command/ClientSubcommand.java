package io.rrrspec.client.command;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParentCommand;

/** What the commands below {@code client} have in common. */
abstract class ClientSubcommand implements Callable<Integer> {
  @ParentCommand private @Nullable ClientCommand client;

  final ClientCommand client() {
    if (client == null) {
      throw new IllegalStateException("not below rrrspec-java client");
    }
    return client;
  }
}

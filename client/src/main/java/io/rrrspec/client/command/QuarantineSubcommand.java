package io.rrrspec.client.command;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParentCommand;

/** A command below {@code rrrspec-java client quarantine}. */
abstract class QuarantineSubcommand implements Callable<Integer> {
  @ParentCommand private @Nullable QuarantineCommand quarantine;

  final ClientCommand client() {
    if (quarantine == null) {
      throw new IllegalStateException("not below rrrspec-java client quarantine");
    }
    return quarantine.client();
  }
}

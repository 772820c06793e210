package io.rrrspec.client.command;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParentCommand;

/** A command below {@code rrrspec-java flow}. */
abstract class FlowSubcommand implements Callable<Integer> {
  @ParentCommand private @Nullable FlowCommand flow;

  final FlowCommand flow() {
    if (flow == null) {
      throw new IllegalStateException("not below rrrspec-java flow");
    }
    return flow;
  }
}

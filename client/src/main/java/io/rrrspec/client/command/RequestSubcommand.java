package io.rrrspec.client.command;

import io.rrrspec.client.request.Requests;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParentCommand;

/** A command below {@code rrrspec-java request}. */
abstract class RequestSubcommand implements Callable<Integer> {
  @ParentCommand private @Nullable RequestCommand request;

  final Requests requests() {
    if (request == null) {
      throw new IllegalStateException("not below rrrspec-java request");
    }
    return request.requests();
  }
}

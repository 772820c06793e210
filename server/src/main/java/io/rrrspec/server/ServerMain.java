package io.rrrspec.server;

import io.rrrspec.common.cli.Shell;
import java.util.List;
import java.util.Map;

/** The process of {@code rrrspec-java server}. */
public final class ServerMain {
  private ServerMain() {}

  public static void main(String[] args) {
    System.exit(Shell.ofThisProcess().run(List.of(new ServerCommand()), Map.of(), args));
  }
}

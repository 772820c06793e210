package io.rrrspec.persister.mover;

import io.rrrspec.common.cli.Shell;
import java.util.List;
import java.util.Map;

/** The process of {@code rrrspec-java persister}. */
public final class PersisterMain {
  private PersisterMain() {}

  public static void main(String[] args) {
    System.exit(Shell.ofThisProcess().run(List.of(new PersisterCommand()), Map.of(), args));
  }
}

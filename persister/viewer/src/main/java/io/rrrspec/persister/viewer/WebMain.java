package io.rrrspec.persister.viewer;

import io.rrrspec.common.cli.Shell;
import java.util.List;
import java.util.Map;

/** The process of {@code rrrspec-java web}. */
public final class WebMain {
  private WebMain() {}

  public static void main(String[] args) {
    System.exit(Shell.ofThisProcess().run(List.of(new WebCommand()), Map.of(), args));
  }
}

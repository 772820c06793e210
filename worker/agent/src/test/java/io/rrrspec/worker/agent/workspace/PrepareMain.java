package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.worker.build.ProjectPreparer;
import java.nio.file.Path;

/** What <code>rrrspec-java prepare</code> does, without the launcher. */
final class PrepareMain {
  private PrepareMain() {}

  public static void main(String[] args) {
    new ProjectPreparer(PrepareSettings.NONE).prepare(Path.of("."), System.out::println);
  }
}

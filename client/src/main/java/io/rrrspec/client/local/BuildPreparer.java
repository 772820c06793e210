package io.rrrspec.client.local;

import io.rrrspec.client.source.Preparer;
import io.rrrspec.common.project.Project;
import io.rrrspec.worker.prepare.ProjectPreparer;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Prepares projects on this machine with their own Maven.
 *
 * @param repeatable plugins that somebody vouches for, as group:artifact
 */
public record BuildPreparer(List<String> repeatable) implements Preparer {
  public BuildPreparer {
    repeatable = List.copyOf(repeatable);
  }

  @Override
  public Project prepare(Path project, Consumer<String> progress) {
    return new ProjectPreparer(repeatable).prepare(project, progress);
  }

  @Override
  public Preparer vouching(List<String> plugins) {
    return new BuildPreparer(plugins);
  }
}

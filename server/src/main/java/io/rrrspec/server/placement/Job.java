package io.rrrspec.server.placement;

import java.util.LinkedHashSet;
import java.util.List;

/**
 * Something that one worker is to do.
 *
 * @param id tells it from all others
 * @param result the artifact that it will have made; several jobs may make the same one
 * @param dependencies the artifacts that it needs, each once
 */
public record Job(String id, String result, List<String> dependencies) {
  public Job {
    dependencies = List.copyOf(new LinkedHashSet<>(dependencies));
  }
}

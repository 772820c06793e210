package io.rrrspec.client.collect;

import java.util.Set;

/**
 * The files of a directory that belong to its user: those that Git tracks and those that are sent
 * to workers. No file of a run replaces them.
 *
 * @param paths relative, with slashes
 */
public record SourceFiles(Set<String> paths) {
  public SourceFiles {
    paths = Set.copyOf(paths);
  }

  boolean has(String path) {
    return paths.contains(path);
  }
}

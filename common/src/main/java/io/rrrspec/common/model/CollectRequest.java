package io.rrrspec.common.model;

import java.util.List;

/**
 * Which files a client wants back from a run.
 *
 * @param globs patterns of paths, see {@link io.rrrspec.common.files.PathGlob}; empty: none
 * @param maxFiles how many files at most, 1 or more
 * @param maxBytes how many bytes all of them have at most, 1 or more
 */
public record CollectRequest(List<String> globs, int maxFiles, long maxBytes) {
  /** Nothing comes back. */
  public static final CollectRequest NONE = new CollectRequest(List.of(), 1, 1);

  public CollectRequest {
    globs = List.copyOf(globs);
    if (maxFiles < 1 || maxBytes < 1) {
      throw new IllegalArgumentException("a bound must be 1 or more");
    }
  }

  /** Whether nothing comes back. */
  public boolean isNone() {
    return globs.isEmpty();
  }
}

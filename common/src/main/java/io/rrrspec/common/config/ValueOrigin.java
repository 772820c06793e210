package io.rrrspec.common.config;

import java.nio.file.Path;

/**
 * Where a value was written down, which decides what its paths mean.
 *
 * @param base what a relative path starts from: the directory of the file, else the current one
 * @param home what {@code ~/} stands for
 */
record ValueOrigin(Path base, Path home) {

  /** The absolute path that is meant. */
  Path resolve(String path) {
    if (path.equals("~")) {
      return home;
    }
    if (path.startsWith("~/")) {
      return home.resolve(path.substring(2)).normalize();
    }
    return base.resolve(path).toAbsolutePath().normalize();
  }
}

package io.rrrspec.experiments.change;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A local repository for Maven: that of this build by links, and a group of its own. */
final class LocalRepository {
  private LocalRepository() {}

  /** The repository that the classes of JUnit come from here. */
  static Path ofThisBuild() {
    Path repo = jar();
    for (int i = 0; i < 6; i++) {
      repo = repo.resolve("..");
    }
    return repo.normalize();
  }

  /** The jar with JUnit's annotations. */
  static Path jar() {
    return Path.of(Test.class.getProtectionDomain().getCodeSource().getLocation().getPath());
  }

  /** Fills an empty directory. */
  static void link(Path repo) throws IOException {
    List<Path> groups;
    try (Stream<Path> found = Files.list(ofThisBuild())) {
      groups = found.filter(Files::isDirectory).toList();
    }
    for (Path group : groups) {
      if (!group.endsWith("demo")) {
        Files.createSymbolicLink(repo.resolve(group.getFileName()), group);
      }
    }
    Files.createDirectory(repo.resolve("demo"));
  }
}

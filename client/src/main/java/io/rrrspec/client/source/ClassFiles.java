package io.rrrspec.client.source;

import io.rrrspec.common.files.ClassFileDigests;
import io.rrrspec.common.model.TestId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Digests of the class files of the test classes of a project. */
public final class ClassFiles {
  private final PreparedProject project;
  private final ClassFileDigests files = new ClassFileDigests();

  public ClassFiles(PreparedProject project) {
    this.project = project;
  }

  /**
   * Reads them.
   *
   * @param tasks names of tasks
   * @return in hexadecimal, by task; without those that have no file, or one that cannot be read
   */
  public Map<String, String> digests(Collection<String> tasks) {
    Map<String, String> digests = new HashMap<>();
    for (String task : tasks) {
      Optional<Path> classes = project.testClasses(task);
      try {
        if (classes.isPresent()) {
          digests.put(task, files.of(classes.get(), TestId.parse(task).className()));
        }
      } catch (IOException | UncheckedIOException e) {
        // Then nobody knows whether it has changed.
        continue;
      }
    }
    return digests;
  }
}

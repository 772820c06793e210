package io.rrrspec.worker.slave.junit;

import io.rrrspec.common.files.ClassFileDigests;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Knows the class files of test classes that this JVM runs. What was written after it began is not
 * known: it may have loaded what was there before.
 */
final class OwnClassFiles {
  private final Instant began = Instant.now();

  /** The digest of the files of a class; null if nobody knows what this JVM has loaded. */
  @Nullable String digest(Class<?> type) {
    try {
      Path classes = directory(type);
      if (classes == null) {
        return null;
      }
      // Tests write class files, too: so each look begins anew.
      ClassFileDigests digests = new ClassFileDigests();
      String name = type.getName();
      boolean old = digests.lastWritten(classes, name).compareTo(FileTime.from(began)) <= 0;
      return old ? digests.of(classes, name) : null;
    } catch (IOException | URISyntaxException | RuntimeException | LinkageError e) {
      // What tests have done to this JVM may stand in the way. Then the class stays whole.
      return null;
    }
  }

  /** The directory of classes in which it was found; null if that is none, such as a jar. */
  private static @Nullable Path directory(Class<?> type) throws URISyntaxException {
    String name = type.getName();
    URL file = type.getResource(name.substring(name.lastIndexOf('.') + 1) + ".class");
    if (file == null || !"file".equals(file.getProtocol())) {
      return null;
    }
    Path directory = Path.of(file.toURI()).getParent();
    for (int dot = name.indexOf('.'); dot >= 0 && directory != null; ) {
      directory = directory.getParent();
      dot = name.indexOf('.', dot + 1);
    }
    return directory;
  }
}

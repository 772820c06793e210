package example;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that the first trial of a class leaves for the next one. */
final class Mark {
  private Mark() {}

  /** Whether this is the first trial; every other one finds the mark. */
  static boolean isFirst(Class<?> test) {
    Path mark = Path.of("target", test.getSimpleName() + ".mark");
    try {
      boolean first = !Files.exists(mark);
      Files.writeString(mark, "");
      return first;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

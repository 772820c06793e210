package io.rrrspec.common.store;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The field {@code jdks} of workers and tasksets: versions with blanks between them. */
final class JdkField {
  private JdkField() {}

  static String write(Collection<Integer> versions) {
    return new TreeSet<>(versions).stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  /** Reads it; what is no version is passed over, and null names none. */
  static Set<Integer> parse(@Nullable String text) {
    Set<Integer> versions = new TreeSet<>();
    for (String word : text == null ? new String[0] : text.split(" ", -1)) {
      if (word.matches("\\d{1,4}")) {
        versions.add(Integer.valueOf(word));
      }
    }
    return versions;
  }
}

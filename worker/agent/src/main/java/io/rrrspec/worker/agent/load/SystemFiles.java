package io.rrrspec.worker.agent.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** Reads small files in which the kernel tells something; none of them has to be there. */
final class SystemFiles {
  private SystemFiles() {}

  /** The lines of a file; none if it is not there, or cannot be read. */
  static List<String> lines(Path file) {
    try {
      // The kernel writes names of programs there, in whatever bytes.
      return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return List.of();
    }
  }

  /** The number in a line such as {@code MemAvailable: 123 kB} or {@code usage_usec 5}. */
  static OptionalLong value(List<String> lines, String name) {
    for (String line : lines) {
      if (line.startsWith(name)
          && line.length() > name.length()
          && !Character.isLetterOrDigit(line.charAt(name.length()))
          && line.charAt(name.length()) != '_') {
        return number(line.substring(name.length() + 1).trim());
      }
    }
    return OptionalLong.empty();
  }

  /** The number that a file consists of. */
  static OptionalLong number(Path file) {
    List<String> lines = lines(file);
    return lines.isEmpty() ? OptionalLong.empty() : number(lines.get(0).trim());
  }

  /** What a text begins with; empty if that is no number of at most 18 digits. */
  static OptionalLong number(String text) {
    int end = 0;
    while (end < text.length() && Character.isDigit(text.charAt(end))) {
      end++;
    }
    return end == 0 || end > 18
        ? OptionalLong.empty()
        : OptionalLong.of(Long.parseLong(text.substring(0, end)));
  }
}

package io.rrrspec.client.report.terminal;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A line in which addresses of pages and paths of files are links. */
final class LinkedLine {
  private static final int LONGEST = 1_000;

  private LinkedLine() {}

  /**
   * Makes links of words that are an address, or the absolute path of a file that is there.
   *
   * @param line without anything harmful in it
   */
  static String of(Style style, String line) {
    if (!style.links() || line.length() > LONGEST) {
      return line;
    }
    StringBuilder text = new StringBuilder();
    int at = 0;
    while (at < line.length()) {
      int blank = line.indexOf(' ', at);
      int end = blank < 0 ? line.length() : blank;
      text.append(word(style, line.substring(at, end)));
      if (blank >= 0) {
        text.append(' ');
      }
      at = end + 1;
    }
    return text.toString();
  }

  private static String word(Style style, String word) {
    int end = word.length();
    while (end > 0 && ".,;:)'\"`".indexOf(word.charAt(end - 1)) >= 0) {
      end--;
    }
    String target = word.substring(0, end);
    URI address = address(target);
    return address == null ? word : style.link(address, target) + word.substring(end);
  }

  private static @Nullable URI address(String word) {
    try {
      if (word.startsWith("http://") || word.startsWith("https://")) {
        return new URI(word);
      }
      Path path = word.startsWith("/") && word.length() > 1 ? Path.of(word) : null;
      return path != null && Files.exists(path) ? path.toUri() : null;
    } catch (URISyntaxException | InvalidPathException e) {
      return null;
    }
  }
}

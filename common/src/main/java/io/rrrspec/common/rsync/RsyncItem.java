package io.rrrspec.common.rsync;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line in which rsync tells of one file, under the options of a {@link RsyncCommand} that lists.
 *
 * @param change what rsync does, as it writes it for {@code %i}: it begins with {@code .} if there
 *     is nothing to do for the content, and with {@code *} if it is a message such as "deleting"
 * @param path as rsync writes it, see {@link #unescaped}; directories end with a slash
 */
public record RsyncItem(String change, String path) {
  /** Stands before what rsync tells of a file, so that it is not taken for anything else. */
  private static final String PREFIX = "rrrspec:";

  static final String FORMAT = "--out-format=" + PREFIX + "%i|%n";

  /** The same with the size behind the change. */
  static final String SIZED_FORMAT = "--out-format=" + PREFIX + "%i %l|%n";

  private static final Pattern LINE = Pattern.compile("^" + PREFIX + "([^|]*)\\|(.*)");
  private static final Pattern ESCAPE = Pattern.compile("\\\\#([0-7]{3})");

  /** Reads a line of rsync's output; empty if it tells of no file. */
  public static Optional<RsyncItem> parse(String line) {
    Matcher item = LINE.matcher(line);
    return item.matches()
        ? Optional.of(new RsyncItem(item.group(1), item.group(2)))
        : Optional.empty();
  }

  /** Returns the size of the file in bytes; 0 if the line does not tell, as for directories. */
  public long bytes() {
    String size = change.substring(change.lastIndexOf(' ') + 1);
    return size.matches("[0-9]{1,18}") ? Long.parseLong(size) : 0;
  }

  /** Tells whether a line tells of a file, or is the beginning of such a line. */
  public static boolean begins(String line) {
    return line.startsWith(PREFIX);
  }

  /** Tells whether it is about a file that the source has. */
  public boolean isOfSource() {
    return !change.startsWith("*");
  }

  /** Tells whether rsync has anything to do for the content of the file. */
  public boolean isChanged() {
    return !change.startsWith(".");
  }

  /**
   * Returns a name as it is: rsync writes bytes that would spoil a line, and no others, as {@code
   * \#ooo}, in octal.
   */
  public static String unescaped(String name) {
    if (!name.contains("\\#")) {
      return name;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Matcher escape = ESCAPE.matcher(name);
    int end = 0;
    while (escape.find()) {
      bytes.writeBytes(name.substring(end, escape.start()).getBytes(StandardCharsets.UTF_8));
      bytes.write(Integer.parseInt(escape.group(1), 8));
      end = escape.end();
    }
    bytes.writeBytes(name.substring(end).getBytes(StandardCharsets.UTF_8));
    return bytes.toString(StandardCharsets.UTF_8);
  }
}

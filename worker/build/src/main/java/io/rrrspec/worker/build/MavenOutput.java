package io.rrrspec.worker.build;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Keeps what Maven printed, bounded: its error lines from the start, and the last lines of any
 * kind. These are not {@link io.rrrspec.common.process.LastLines}: they are searched, and blank
 * ones count.
 */
final class MavenOutput {
  private static final int ERRORS = 60;
  private static final int LAST = 30;
  private static final int WIDTH = 1_000;
  private static final String ERROR = "[ERROR]";

  /** Some Mavens write these even when nobody asked for colours. */
  private static final Pattern COLOR = Pattern.compile("\u001b\\[[0-9;]*m");

  /** Maven's advice for those who run it by hand, and what only repeats the lines above. */
  private static final List<String> ADVICE =
      List.of(
          "To see the full stack trace",
          "Re-run Maven using",
          "For more information about the errors",
          "After correcting the problems",
          "mvn <args>",
          "[Help ",
          "-> [Help",
          "at ",
          "COMPILATION ERROR",
          "Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin");

  private final Set<String> errors = new LinkedHashSet<>();
  private final Deque<String> last = new ArrayDeque<>();

  synchronized void add(String line) {
    String plain = COLOR.matcher(line).replaceAll("").replace(" -> [Help 1]", "");
    String text = plain.length() > WIDTH ? plain.substring(0, WIDTH) + " …" : plain;
    if (text.startsWith(ERROR)) {
      String rest = text.substring(ERROR.length()).strip();
      boolean advice = rest.isEmpty() || ADVICE.stream().anyMatch(rest::startsWith);
      if (!advice && errors.size() < ERRORS) {
        errors.add(text.stripTrailing());
      }
    }
    last.addLast(text);
    if (last.size() > LAST) {
      last.removeFirst();
    }
  }

  synchronized boolean contains(String text) {
    return errors.stream().anyMatch(line -> line.contains(text))
        || last.stream().anyMatch(line -> line.contains(text));
  }

  /** The error lines, each once; without any, the last lines. */
  synchronized String failure() {
    return String.join("\n", errors.isEmpty() ? last : errors);
  }
}

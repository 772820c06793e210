package io.rrrspec.acceptance.flow;

import io.rrrspec.testing.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The worked examples of docs/flows.md, with other directories in place of {@code /srv}. */
final class FlowsPage {
  private static final Pattern BLOCK = Pattern.compile("(?s)```(\\w+)\n(.*?)```");
  private static final Pattern FILE = Pattern.compile("`(/srv/[^`]+\\.\\w+)`");
  private static final Pattern SHOWN = Pattern.compile("(?m)^ {4}(\\S.*)$");
  private static final String JDKS = "/usr/lib/jvm/java-%d-openjdk-amd64";

  private final Path home;
  private final Map<String, String> jdks = new LinkedHashMap<>();
  private final String text;

  /**
   * Reads them.
   *
   * @param home what stands for /srv
   * @param otherJdk what stands for the JDK 21; null: nothing
   */
  FlowsPage(Path home, @Nullable Path otherJdk) throws IOException {
    this.home = home;
    jdks.put(String.format(JDKS, 17), System.getProperty("java.home"));
    if (otherJdk != null) {
      jdks.put(String.format(JDKS, 21), otherJdk.toString());
    }
    String page = Files.readString(Checkout.doc("flows.md"));
    this.text = page.substring(page.indexOf("## Worked examples"));
  }

  private String here(String part) {
    String replaced = part.replace("/srv/", home + "/");
    for (Map.Entry<String, String> jdk : jdks.entrySet()) {
      replaced = replaced.replace(jdk.getKey(), jdk.getValue());
    }
    return replaced;
  }

  /** The part below a heading that begins so. */
  private String section(String heading) {
    int from = text.indexOf("### " + heading);
    if (from < 0) {
      throw new AssertionError("the page has no section " + heading);
    }
    int to = text.indexOf("\n### ", from);
    return to < 0 ? text.substring(from) : text.substring(from, to);
  }

  /** Saves the files of a section, and returns its commands. */
  List<String> save(String heading) throws IOException {
    String section = section(heading);
    List<String> commands = new ArrayList<>();
    Matcher block = BLOCK.matcher(section);
    int from = 0;
    while (block.find()) {
      String content = here(Objects.requireNonNull(block.group(2)));
      if ("bash".equals(block.group(1))) {
        commands.add(content);
      } else {
        List<String> names =
            FILE.matcher(section.substring(from, block.start()))
                .results()
                .map(name -> name.group(1))
                .toList();
        Path file = Path.of(here(names.get(names.size() - 1)));
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
      }
      from = block.end();
    }
    return commands;
  }

  /** What a section says is printed, without what differs from time to time. */
  List<String> shown(String heading) {
    return SHOWN
        .matcher(BLOCK.matcher(section(heading)).replaceAll(""))
        .results()
        .map(line -> alike(here(line.group(1))))
        .toList();
  }

  /** A line without ids, times, days and the width of columns. */
  static String alike(String line) {
    return line.strip()
        .replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}", "ID")
        .replaceAll("[0-9]+\\.[0-9] s", "TIME")
        .replaceAll("20[0-9]{2}-[0-9]{2}-[0-9]{2}", "DAY")
        .replaceAll(" +", " ");
  }
}

package io.rrrspec.acceptance.page;

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

/** The examples of a page of docs, with other words in place of {@code /srv} and others. */
public final class DocPage {
  private static final Pattern BLOCK = Pattern.compile("(?s)```(\\w+)\n(.*?)```");
  private static final Pattern FILE = Pattern.compile("`(/srv/[^`]+\\.\\w+)`");
  private static final Pattern SHOWN = Pattern.compile("(?m)^ {4}(\\S.*)$");

  private final Path home;
  private final Map<String, String> words;
  private final String text;

  /**
   * Reads it.
   *
   * @param file its name in docs
   * @param from the beginning of the line that the examples begin with
   * @param home what stands for /srv
   * @param words what stands for other words of the page
   */
  public DocPage(String file, String from, Path home, Map<String, String> words)
      throws IOException {
    this.home = home;
    this.words = new LinkedHashMap<>(words);
    String page = Files.readString(Checkout.doc(file));
    this.text = page.substring(page.indexOf(from));
  }

  /** The text of the page from there. */
  public String text() {
    return here(text);
  }

  private String here(String part) {
    String replaced = part.replace("/srv/", home + "/");
    for (Map.Entry<String, String> word : words.entrySet()) {
      replaced = replaced.replace(word.getKey(), word.getValue());
    }
    return replaced;
  }

  /** The part below a heading that begins so. */
  private String section(String heading) {
    Matcher found = Pattern.compile("(?m)^(##+) " + Pattern.quote(heading)).matcher(text);
    if (!found.find()) {
      throw new AssertionError("the page has no section " + heading);
    }
    int level = Objects.requireNonNull(found.group(1)).length();
    Matcher next = Pattern.compile("(?m)^#{2," + level + "} ").matcher(text);
    return next.find(found.end())
        ? text.substring(found.start(), next.start())
        : text.substring(found.start());
  }

  /** Saves the files of a section, and returns its commands. */
  public List<String> save(String heading) throws IOException {
    String section = section(heading);
    List<String> commands = new ArrayList<>();
    Matcher block = BLOCK.matcher(section);
    int from = 0;
    while (block.find()) {
      String content = here(Objects.requireNonNull(block.group(2)));
      if ("bash".equals(block.group(1))) {
        commands.add(content);
      } else if (!"console".equals(block.group(1))) {
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
  public List<String> shown(String heading) {
    return SHOWN
        .matcher(BLOCK.matcher(section(heading)).replaceAll(""))
        .results()
        .map(line -> alike(here(line.group(1))))
        .toList();
  }

  /** A line without ids, times, days and the width of columns. */
  public static String alike(String line) {
    return line.strip()
        .replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}", "ID")
        .replaceAll("[0-9]+\\.[0-9] s", "TIME")
        .replaceAll("20[0-9]{2}-[0-9]{2}-[0-9]{2}", "DAY")
        .replaceAll(" +", " ");
  }
}

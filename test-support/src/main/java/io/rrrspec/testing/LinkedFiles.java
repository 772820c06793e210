package io.rrrspec.testing;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** Follows the links of HTML files that are to open without a server. */
public final class LinkedFiles {
  private final Path dir;
  private final Map<Path, Document> pages = new HashMap<>();
  private final Deque<Path> left = new ArrayDeque<>();
  private final List<String> problems = new ArrayList<>();

  private LinkedFiles(Path dir) {
    this.dir = dir;
  }

  /**
   * Returns what is wrong, one line each: links to files or places that are not there, or that lead
   * out of the directory, and pages that no link leads to.
   *
   * @param dir the directory; its index.html is where a reader begins
   */
  public static List<String> problems(Path dir) throws IOException {
    LinkedFiles files = new LinkedFiles(dir.toRealPath());
    files.follow();
    return files.problems;
  }

  private void follow() throws IOException {
    page(dir.resolve("index.html"));
    while (!left.isEmpty()) {
      Path file = left.remove();
      Document page = page(file);
      for (Element one : page.select("[href], [src], [action], [data-live], [hx-get]")) {
        String link = one.hasAttr("src") ? one.attr("src") : one.attr("href");
        check(file, link);
      }
    }
    try (Stream<Path> all = Files.walk(dir)) {
      all.filter(file -> file.toString().endsWith(".html") && !pages.containsKey(file))
          .forEach(file -> problems.add("no link leads to " + dir.relativize(file)));
    }
  }

  private void check(Path from, String link) throws IOException {
    String at = dir.relativize(from) + ": " + (link.length() > 200 ? link.substring(0, 200) : link);
    int hash = link.indexOf('#');
    String address = hash < 0 ? link : link.substring(0, hash);
    if (link.isEmpty()
        || address.startsWith("/")
        || address.contains(":")
        || address.contains("?")) {
      problems.add("needs a server: " + at);
      return;
    }
    Path target = address.isEmpty() ? from : from.resolveSibling(address).normalize();
    if (!target.startsWith(dir) || !Files.isRegularFile(target)) {
      problems.add("there is no such file: " + at);
      return;
    }
    if (target.toString().endsWith(".html")) {
      Document page = page(target);
      String place =
          hash < 0 ? "" : URLDecoder.decode(link.substring(hash + 1), StandardCharsets.UTF_8);
      if (!place.isEmpty() && page.getElementById(place) == null) {
        problems.add("there is no such place: " + at);
      }
    }
  }

  private Document page(Path file) throws IOException {
    Document known = pages.get(file);
    if (known == null) {
      known = Jsoup.parse(Files.readString(file));
      pages.put(file, known);
      left.add(file);
    }
    return known;
  }
}

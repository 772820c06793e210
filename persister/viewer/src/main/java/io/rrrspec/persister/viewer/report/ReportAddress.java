package io.rrrspec.persister.viewer.report;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The address of a page that a report can have, in one form: addresses of the same page are equal.
 *
 * @param page the last part of its path; empty: the run itself, or a list of its classes
 * @param values what its query asks for, without what would change nothing
 */
record ReportAddress(String page, Map<String, String> values) {
  /** The page of the run. */
  static final ReportAddress HOME = new ReportAddress("", Map.of());

  /** The pages of a run, with the names of their queries that choose what they show. */
  private static final Map<String, Set<String>> PAGES =
      Map.of(
          "", Set.of("show", "module", "after"),
          "failures", Set.of("of", "cause", "from"),
          "task", Set.of("name", "trial"),
          "output", Set.of("name", "trial", "of"),
          "timeline", Set.of("from", "to"),
          "log", Set.of(),
          "worker-log", Set.of("key"),
          "slave-log", Set.of("key"));

  /** What is shown without these. */
  private static final Map<String, Set<String>> DEFAULTS =
      Map.of("", Set.of("show=all", "after=0"), "output", Set.of("of=stdout"));

  ReportAddress {
    values = Map.copyOf(values);
  }

  /**
   * Reads a link of the viewer's.
   *
   * @param run the id of the run
   * @return empty if it leads to something that no report has: another page, or a part of a
   *     timeline
   */
  static Optional<ReportAddress> of(String href, String run) {
    String address = href.substring(0, fragmentAt(href));
    if (address.equals("/")) {
      return Optional.of(HOME);
    }
    int mark = address.indexOf('?');
    String path = mark < 0 ? address : address.substring(0, mark);
    String home = "/runs/" + run;
    String page =
        path.equals(home)
            ? ""
            : path.startsWith(home + "/") ? path.substring(home.length() + 1) : "?";
    Set<String> names = PAGES.get(page);
    if (names == null) {
      return Optional.empty();
    }
    Map<String, String> values = new TreeMap<>();
    for (String pair : (mark < 0 ? "" : address.substring(mark + 1)).split("&")) {
      int equals = pair.indexOf('=');
      String name = equals < 0 ? pair : pair.substring(0, equals);
      if (names.contains(name) && !DEFAULTS.getOrDefault(page, Set.of()).contains(pair)) {
        values.put(name, decoded(equals < 0 ? "" : pair.substring(equals + 1)));
      }
    }
    return page.equals("timeline") && !values.isEmpty()
        ? Optional.empty()
        : Optional.of(new ReportAddress(page, values));
  }

  /**
   * The part of a link that names a place on its page, with its {@code #}; empty if it has none.
   */
  static String fragment(String href) {
    return href.substring(fragmentAt(href));
  }

  private static int fragmentAt(String href) {
    int at = href.indexOf('#');
    return at < 0 ? href.length() : at;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  @Nullable String value(String name) {
    return values.get(name);
  }

  /** The same without one of its values. */
  ReportAddress without(String name) {
    Map<String, String> others = new HashMap<>(values);
    others.remove(name);
    return new ReportAddress(page, others);
  }
}

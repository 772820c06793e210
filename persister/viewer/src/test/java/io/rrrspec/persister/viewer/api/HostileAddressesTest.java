package io.rrrspec.persister.viewer.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.testing.sql.TestDatabase;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whatever stands in an address, the answer is a page or says what is wrong with the address: 503
 * is for a Redis or database that is away. Routes and parameters are those of the sources.
 */
class HostileAddressesTest extends ApiContract {
  private static final List<String> VALUES =
      List.of(
          "",
          " ",
          "0",
          "-1",
          "1",
          "99999999999999999999",
          "9223372036854775807",
          "-9223372036854775808",
          "2147483647",
          "1e308",
          "NaN",
          "Infinity",
          "+999999999-12-31",
          "-999999999-01-01",
          "9999-12-31",
          "0000-01-01",
          "2026-02-30",
          "9223372036854775807-9223372036854775807",
          "-1-0",
          "a\0b",
          "\n\r\t",
          "'; DROP TABLE taskset; --",
          "%",
          "%_\\",
          "../../etc/passwd",
          "<script>",
          "\ud83d\ude00",
          "\ufffe",
          "rrrspec:worker",
          "rrrspec:taskset:x:log",
          ":::",
          "x".repeat(5_000));

  private static final List<String> ALONE =
      List.of("a\0b", "+999999999-12-31", "99999999999999999999", "-1", "NaN", "\ud83d\ude00");

  private static final Pattern ROUTE = Pattern.compile("routes\\s*\\.get\\(\\s*\"(/[^\"]*)\"");
  private static final Pattern NAME =
      Pattern.compile(
          "(?:queryParam\\(|query\\(ctx, |number\\(ctx, |\\b(?:find|get|number)\\()\"([a-z_]+)\"");

  private static Set<String> inSources(Pattern pattern) throws IOException {
    Set<String> found = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of("src/main/java/io/rrrspec/persister/viewer"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        Matcher matcher = pattern.matcher(Files.readString(file));
        while (matcher.find()) {
          found.add(matcher.group(1));
        }
      }
    }
    return found;
  }

  private static Set<String> routes() throws IOException {
    Set<String> routes = inSources(ROUTE);
    // They ask for a header, and have a test of their own.
    routes.remove("/runs/{id}/events");
    assertThat(routes).hasSizeGreaterThan(25).contains("/history", "/v2/tasksets/{run}");
    return routes;
  }

  private static Set<String> names() throws IOException {
    Set<String> names = inSources(NAME);
    names.addAll(List.of("name", "user", "class", "status", "since", "until", "after"));
    assertThat(names).contains("page", "per_page", "show", "trial", "from", "to", "key", "test");
    return names;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private void ask(String path, List<String> wrong) throws Exception {
    int status = viewer.get(path).statusCode();
    if (status >= 500 || status == 0) {
      wrong.add(status + " " + path.substring(0, Math.min(path.length(), 300)));
    }
  }

  /** A third of all pairs of route and value, so that each route and each value is among them. */
  @Test
  void inAllParametersAtOnce() throws Exception {
    assertThat(wrongInParameters(3)).isEmpty();
  }

  @Test
  @Tag("nightly")
  void eachValueInAllParametersAtOnce() throws Exception {
    assertThat(wrongInParameters(1)).isEmpty();
  }

  /** Each alone, so that none hides behind another one's refusal, with one of the values. */
  @Test
  void inOneParameterAlone() throws Exception {
    assertThat(wrongAlone(ALONE.size())).isEmpty();
  }

  @Test
  @Tag("nightly")
  void eachValueInOneParameterAlone() throws Exception {
    assertThat(wrongAlone(1)).isEmpty();
  }

  /** Asks each route with every {@code step}-th value, beginning one further each time. */
  private List<String> wrongInParameters(int step) throws Exception {
    List<String> wrong = new ArrayList<>();
    int first = 0;
    for (String path : ofARun()) {
      for (int i = first++ % step; i < VALUES.size(); i += step) {
        String value = VALUES.get(i);
        // A line of this length is refused before anybody looks at it.
        if (value.length() < 100) {
          String all =
              names().stream()
                  .map(name -> name + "=" + encoded(value))
                  .collect(Collectors.joining("&", path + "?", "&"));
          ask(all, wrong);
        }
      }
    }
    return wrong;
  }

  /** Asks each route for each parameter with every {@code step}-th value, beginning in turn. */
  private List<String> wrongAlone(int step) throws Exception {
    // What is asked of the database is the same as above.
    assumeThat(kind).isEqualTo(TestDatabase.H2);
    List<String> wrong = new ArrayList<>();
    int route = 0;
    for (String path : ofARun()) {
      int first = route++;
      for (String name : names()) {
        for (int i = first++ % step; i < ALONE.size(); i += step) {
          ask(path + "?" + name + "=" + encoded(ALONE.get(i)), wrong);
        }
      }
    }
    return wrong;
  }

  /** The routes, of a run that is there where they are of a run. */
  private List<String> ofARun() throws Exception {
    PlayedRun run = new PlayedRun(records, redis);
    run.goOn();
    String id = Keys.lastPart(run.key);
    return routes().stream().map(route -> route.replaceAll("\\{[a-z]+}", id)).toList();
  }

  @Test
  void inThePath() throws Exception {
    List<String> wrong = new ArrayList<>();
    for (String route : routes()) {
      if (!route.contains("{")) {
        continue;
      }
      for (String value : VALUES) {
        ask(route.replaceAll("\\{[a-z]+}", Matcher.quoteReplacement(encoded(value))), wrong);
        ask(
            route.replaceAll("\\{[a-z]+}", Matcher.quoteReplacement(encoded(value) + "-1-0")),
            wrong);
      }
    }
    assertThat(wrong).isEmpty();
  }
}

package io.rrrspec.acceptance.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.testing.RealParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The examples of docs/requests.md, as they are written there, from the first to the last; then
 * each status of each route.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RequestsPageIT {
  private static final Pattern CONSOLE = Pattern.compile("(?s)```console\n(.*?)```");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `([A-Z]+ /[^`]+)` \\| ([^|]*) \\| ([^|]*) \\| ([^|]*) \\|$");
  private static final Pattern STATUS = Pattern.compile("\\b[2-5]\\d\\d\\b");
  private static final Pattern HEADER = Pattern.compile("[A-Za-z-]+(?=: )");
  private static final String MARK = "@@@ next";

  /** Test classes of docs/example. */
  private static final int CLASSES = 9;

  private RequestsPage page;

  @BeforeAll
  void start(@TempDir Path home) throws Exception {
    RealParts.require("mvn");
    RealParts.require("curl");
    RealParts.require("jq");
    page = new RequestsPage(home);
    page.start();
  }

  @AfterAll
  void end() throws Exception {
    page.close();
  }

  /**
   * What somebody types, and what the page says is answered.
   *
   * @param shown with the words that stand for those of the page
   */
  private record Example(String command, String shown) {}

  private List<Example> examples() {
    List<Example> examples = new ArrayList<>();
    Matcher block = CONSOLE.matcher(page.text());
    while (block.find()) {
      for (String part : Objects.requireNonNull(block.group(1)).split("(?m)^\\$ ")) {
        if (!part.isBlank()) {
          int end = part.indexOf('\n');
          examples.add(new Example(part.substring(0, end), part.substring(end + 1)));
        }
      }
    }
    return examples;
  }

  @Test
  @Order(1)
  void everyExampleIsAnsweredAsThePageSays() throws Exception {
    List<Example> examples = examples();
    StringBuilder script = new StringBuilder();
    examples.forEach(one -> script.append(one.command() + "\nprintf '\\n" + MARK + "\\n'\n"));
    String printed = page.fleet().run(script.toString());
    String[] answers = printed.split("\n" + MARK + "\n");
    assertThat(answers).hasSameSizeAs(examples);
    SoftAssertions softly = new SoftAssertions();
    for (int i = 0; i < answers.length; i++) {
      Example example = examples.get(i);
      softly
          .assertThat(alike(shownHeaders(answers[i], example.shown())))
          .as(example.command() + "\n" + answers[i])
          .isEqualTo(alike(example.shown()));
    }
    softly.assertAll();
    assertThat(page.file("report.txt")).exists();
    assertEachClassOnce();
  }

  /** An answer without the headers that the page does not show. */
  private static String shownHeaders(String answer, String shown) {
    if (!answer.startsWith("HTTP/")) {
      return answer;
    }
    int body = answer.indexOf("\r\n\r\n");
    StringBuilder kept = new StringBuilder();
    answer
        .substring(0, body)
        .lines()
        .filter(
            line -> {
              Matcher header = HEADER.matcher(line);
              return !header.lookingAt() || shown.contains(header.group() + ": ");
            })
        .forEach(line -> kept.append(line).append('\n'));
    return kept + answer.substring(body);
  }

  /** A text without blanks, ids and times. */
  private static String alike(String text) {
    return text.replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}", "ID")
        .replaceAll("20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,18}Z", "TIME")
        .replaceAll("\\s+", "");
  }

  /** The job {@code test} has run each class of the example, in one run. */
  private void assertEachClassOnce() {
    Keys keys = new Keys("rrrspec");
    try (RedisConnection redis = RedisConnection.open(page.fleet().redis().url(), 1)) {
      List<String> runs =
          redis.commands().keys(keys.taskset("*")).stream()
              .filter(key -> key.matches(".*:[0-9a-f-]{36}"))
              .filter(run -> redis.commands().llen(Keys.tasks(run)) > 1)
              .toList();
      assertThat(runs).hasSize(1);
      List<String> tasks = redis.commands().lrange(Keys.tasks(runs.get(0)), 0, -1);
      assertThat(tasks).hasSize(CLASSES);
      assertThat(tasks)
          .extracting(task -> redis.commands().hget(task, "status"))
          .allMatch(status -> status.equals("passed") || status.equals("pending"));
    }
  }

  /** The statuses that the table of routes has, such as {@code GET /request/{id} 404}. */
  private Set<String> documented() {
    Set<String> statuses = new TreeSet<>();
    Matcher row = ROW.matcher(page.text());
    while (row.find()) {
      String route = row.group(1);
      STATUS
          .matcher(row.group(3) + " " + row.group(4))
          .results()
          .forEach(status -> statuses.add(route + " " + status.group()));
    }
    return statuses;
  }

  @Test
  @Order(2)
  void everyStatusOfEveryRouteComes() throws Exception {
    String printed =
        page.fleet().run("server=" + page.url() + "\n" + Files.readString(script("statuses.sh")));
    List<String> seen = printed.lines().toList();
    assertThat(seen).as("route, wanted, seen").allMatch(line -> line.matches(".* (\\d+) \\1"));
    assertThat(seen.stream().map(line -> line.replaceAll(" \\d+$", "")))
        .containsAll(documented())
        .hasSizeGreaterThan(30);
  }

  private static Path script(String name) throws IOException {
    try {
      return Path.of(Objects.requireNonNull(RequestsPageIT.class.getResource(name), name).toURI());
    } catch (java.net.URISyntaxException e) {
      throw new IOException(e);
    }
  }

  @Test
  @Order(3)
  void whoLacksTheTokenOrAsksWithoutRedisIsTold(@TempDir Path home) throws Exception {
    try (RequestsPage other = new RequestsPage(home)) {
      Process server =
          other
              .fleet()
              .builder("bash", "-c", "RRRSPEC_TOKEN=secret exec rrrspec-java -c server.yml server")
              .redirectOutput(home.resolve("server.log").toFile())
              .start();
      try {
        Files.createDirectories(other.file("sent"));
        other.awaitServer();
        String ask = "curl -s -o answer.json -w '%{http_code}\\n' -d @parking.json ";
        String url = other.url() + "/request";
        assertThat(other.fleet().run(ask + url)).isEqualTo("401\n");
        assertThat(other.fleet().run(ask + "-H 'Authorization: Bearer secret' " + url))
            .isEqualTo("303\n");
        other.fleet().redis().close();
        assertThat(other.fleet().run(ask + "-H 'Authorization: Bearer secret' " + url))
            .isEqualTo("503\n");
        assertThat(Files.readString(other.file("answer.json")).toLowerCase(Locale.ROOT))
            .contains("redis does not answer");
      } finally {
        server.destroyForcibly().waitFor();
      }
    }
  }
}

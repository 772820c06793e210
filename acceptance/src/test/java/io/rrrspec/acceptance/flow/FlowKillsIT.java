package io.rrrspec.acceptance.flow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rrrspec.acceptance.page.DocPage;
import io.rrrspec.acceptance.page.KilledServer;
import io.rrrspec.acceptance.page.PageFleet;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.testing.RealParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The server is killed again and again during the first worked example of docs/flows.md. {@code
 * -Drrrspec.flow.kills=50} is the whole, and {@code -Drrrspec.flow.seed} changes the moments.
 */
class FlowKillsIT {
  private static final int KILLS = Integer.getInteger("rrrspec.flow.kills", 8);
  private static final long SEED = Long.getLong("rrrspec.flow.seed", 1);
  private static final int CLASSES = 12;

  private static final Pattern RUN = Pattern.compile(" run ([0-9a-f-]{36})");
  private static final String SERVER = "rrrspec-java -c server.yml server &\n";

  @TempDir Path home;

  private static String replace(String text, String old, String by) {
    assertThat(text).contains(old);
    return text.replace(old, by);
  }

  /** Each class waits for its share of the kills, and the report for all: so all come in time. */
  private String slow(String classes) {
    return replace(
        classes,
        "Thread.sleep(500);",
        String.format(
            "while (Integer.parseInt(Files.readString(Path.of(\"%s\")))"
                + " < (Files.readAllLines(Path.of(\"%s\")).size() + 1) * %d / %d)"
                + " Thread.sleep(50);",
            home.resolve("kills"), seenFile(), KILLS, CLASSES + 1));
  }

  private void slowReport(Path flow) throws IOException {
    Files.writeString(
        flow,
        replace(
            Files.readString(flow),
            "shell: sort",
            "shell: while [ $(cat "
                + home.resolve("kills")
                + ") -lt "
                + KILLS
                + " ]; do sleep 0.1; done; sort"));
  }

  private void note(int kills) throws IOException {
    Path draft = Files.writeString(home.resolve("kills.draft"), Integer.toString(kills));
    Files.move(draft, home.resolve("kills"), StandardCopyOption.ATOMIC_MOVE);
  }

  @Test
  void noClassIsCountedTwice() throws Exception {
    RealParts.require("mvn");
    note(0);
    DocPage page = new DocPage("flows.md", "## Worked examples", home, FlowsPageIT.jdks(null));
    try (PageFleet fleet = new PageFleet(home);
        RedisConnection redis = RedisConnection.open(fleet.redis().url(), 2)) {
      Files.writeString(seenFile(), "");
      List<String> commands = page.save("The project and the fleet");
      fleet.run(slow(commands.get(0)));
      String flow = page.save("Build, the tests").get(0);
      slowReport(home.resolve("shop/shop.yml"));
      fleet.start(replace(commands.get(1), SERVER, ""));
      Path out = home.resolve("flow.txt");
      try (KilledServer server = new KilledServer(fleet, home, SEED)) {
        fleet.awaitWorkers(2);
        Process client = fleet.begin(flow, out);
        Awaitility.await().atMost(Duration.ofMinutes(5)).until(() -> Files.size(out) > 0);
        for (int kill = 1; kill <= KILLS; kill++) {
          String moment = server.awaitMoment();
          assertThat(client.isAlive()).as(PageFleet.said(out)).isTrue();
          server.kill();
          System.out.printf(
              "seed %d: kill %d %s; %d classes done%n", SEED, kill, moment, seen().size());
          note(kill);
          server.startNext();
        }
        assertThat(client.waitFor(10, TimeUnit.MINUTES)).as(PageFleet.said(out)).isTrue();
        assertThat(client.exitValue()).as(PageFleet.said(out)).isZero();
        System.out.println(Files.readString(out));
        assertOnce(fleet, redis, Files.readString(out));
      }
    }
  }

  private Path seenFile() {
    return home.resolve("rrrspec/seen.txt");
  }

  private List<String> seen() throws IOException {
    return Files.readAllLines(seenFile());
  }

  private void assertOnce(PageFleet fleet, RedisConnection redis, String printed) throws Exception {
    assertThat(seen()).as("executions").hasSize(CLASSES).doesNotHaveDuplicates();
    assertThat(Files.readAllLines(home.resolve("rrrspec/report.txt")))
        .as("lines of the report")
        .hasSize(CLASSES)
        .allMatch(line -> line.strip().startsWith("1 "));

    Keys keys = new Keys("rrrspec");
    List<String> runs =
        RUN.matcher(printed).results().map(run -> keys.taskset(run.group(1))).toList();
    assertThat(runs).as("one run for each step").hasSize(6).doesNotHaveDuplicates();
    for (String run : runs) {
      List<String> tasks = redis.commands().lrange(Keys.tasks(run), 0, -1);
      assertThat(redis.commands().hget(run, "succeeded_count"))
          .isEqualTo(Integer.toString(tasks.size()));
      assertThat(tasks).allMatch(task -> redis.commands().llen(Keys.trials(task)) == 1);
    }

    Map<String, Integer> recorded = new TreeMap<>();
    Awaitility.await("all runs are in the database")
        .atMost(Duration.ofMinutes(5))
        .until(
            () -> {
              recorded.clear();
              recorded.putAll(recorded(fleet));
              return recorded.size() == CLASSES;
            });
    assertThat(recorded.keySet()).containsExactlyInAnyOrderElementsOf(seen());
    assertThat(recorded.values()).as("runs in the database").containsOnly(1);
  }

  private static Map<String, Integer> recorded(PageFleet fleet) throws Exception {
    String json =
        fleet.run("rrrspec-java client history --slowest --limit 100 --taskset-class shop --json");
    return new ObjectMapper()
        .readTree(json)
        .get("classes")
        .valueStream()
        .collect(
            Collectors.toMap(
                (JsonNode one) -> one.get("spec_file").asText(),
                (JsonNode one) -> one.get("runs").asInt()));
  }
}

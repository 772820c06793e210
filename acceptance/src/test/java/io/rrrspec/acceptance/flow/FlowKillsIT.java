package io.rrrspec.acceptance.flow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import java.util.Random;
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

  /** While it starts, or when it has just begun to work. */
  private static final int SOON = 2_000;

  /** It has the lead by then, which was the one's before it for 8 s. */
  private static final int LATE = 10_000;

  private static final Pattern RUN = Pattern.compile(" run ([0-9a-f-]{36})");
  private static final String SERVER = "rrrspec-java -c server.yml server &\n";

  @TempDir Path home;

  private final Random random = new Random(SEED);

  private static String replace(String text, String old, String by) {
    assertThat(text).contains(old);
    return text.replace(old, by);
  }

  /** Each class waits for its share of the kills, and the report for all: so all come in time. */
  private String slow(String classes) {
    return replace(
        replace(
            classes,
            "for name in First Second Third; do\n",
            "for name in First Second Third; do\n    n=$((n + 1))\n"),
        "Thread.sleep(500);",
        "while (Integer.parseInt(Files.readString(Path.of(\""
            + home.resolve("kills")
            + "\"))) < $((n * "
            + KILLS
            + " / "
            + (CLASSES + 1)
            + "))) Thread.sleep(50);");
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
    FlowsPage page = new FlowsPage(home, null);
    try (PageFleet fleet = new PageFleet(home);
        RedisConnection redis = RedisConnection.open(fleet.redis().url(), 2)) {
      List<String> commands = page.save("The project and the fleet");
      fleet.run(slow(commands.get(0)));
      String flow = page.save("Build, the tests").get(0);
      slowReport(home.resolve("shop/shop.yml"));
      fleet.start(replace(commands.get(1), SERVER, ""));
      Path out = home.resolve("flow.txt");
      Process client;
      Process server = server(fleet, 0);
      try {
        fleet.awaitWorkers(2);
        client = fleet.begin(flow, out);
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> Files.size(out) > 0);
        for (int kill = 1; kill <= KILLS; kill++) {
          int after = random.nextInt(random.nextBoolean() ? SOON : LATE);
          // The moment is what is tried; nothing waits for it.
          TimeUnit.MILLISECONDS.sleep(after);
          assertThat(client.isAlive()).as(PageFleet.said(out)).isTrue();
          server.destroyForcibly().waitFor();
          System.out.printf(
              "seed %d: kill %d after %d ms; %d classes done%n", SEED, kill, after, seen().size());
          note(kill);
          server = server(fleet, kill);
        }
        assertThat(client.waitFor(3, TimeUnit.MINUTES)).as(PageFleet.said(out)).isTrue();
        assertThat(client.exitValue()).as(PageFleet.said(out)).isZero();
        System.out.println(Files.readString(out));
        assertOnce(fleet, redis, Files.readString(out));
      } finally {
        server.destroyForcibly().waitFor();
      }
    }
  }

  private Process server(PageFleet fleet, int number) throws IOException {
    return fleet
        .builder("bash", "-c", "exec rrrspec-java -c server.yml server")
        .redirectOutput(home.resolve("server-" + number + ".log").toFile())
        .start();
  }

  private List<String> seen() throws IOException {
    Path seen = home.resolve("rrrspec/seen.txt");
    return Files.exists(seen) ? Files.readAllLines(seen) : List.of();
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
        .atMost(Duration.ofMinutes(1))
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

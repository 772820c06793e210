package io.rrrspec.acceptance.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.acceptance.page.KilledServer;
import io.rrrspec.testing.RealParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The server is killed again and again while requests go on. {@code -Drrrspec.request.kills=50} is
 * the whole, and {@code -Drrrspec.request.seed} changes the moments.
 */
class RequestKillsIT {
  private static final int KILLS = Integer.getInteger("rrrspec.request.kills", 5);
  private static final long SEED = Long.getLong("rrrspec.request.seed", 1);
  private static final int REQUESTS = 3;

  /** Of each request. */
  private static final int JOBS = Math.max(4, KILLS / 2);

  private static final String SETTINGS =
      """
      request_jobs:
        note:
          command: bash note.sh {job} {kills} {pause}
          args: {job: number, kills: number, pause: number}
      """;

  private static final String NOTE =
      """
      set -e
      echo "$REQUEST_ID $1" >> noted.txt
      while [ "$(cat kills)" -lt "$2" ]; do sleep 0.1; done
      sleep "$3"
      """;

  @TempDir Path home;

  private void note(RequestsPage page, int kills) throws IOException {
    Path draft = Files.writeString(home.resolve("kills.draft"), Integer.toString(kills));
    Files.move(draft, page.file("kills"), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Each job waits for its share of the kills, the last ones for all: so all come in time. */
  private static String runList(int request) {
    return IntStream.rangeClosed(1, JOBS)
        .mapToObj(
            job ->
                String.format(
                    "{\"name\": \"note\", \"args\": {\"job\": %d, \"kills\": %d, \"pause\": %d}}",
                    job, KILLS * job / JOBS, request))
        .collect(Collectors.joining(",", "[", "]"));
  }

  @Test
  void eachJobIsCarriedOutOnce() throws Exception {
    RealParts.require("curl");
    try (RequestsPage page = new RequestsPage(home)) {
      String directory = page.file("").toString();
      Files.writeString(
          page.file("server.yml"), SETTINGS.replace("note.sh", directory + "/note.sh"));
      Files.writeString(
          page.file("note.sh"),
          NOTE.replace("noted.txt", directory + "/noted.txt")
              .replace("cat kills", "cat " + directory + "/kills"));
      note(page, 0);
      for (int worker = 1; worker <= REQUESTS; worker++) {
        page.fleet()
            .start(
                String.format(
                    "rrrspec-java worker --name worker-%d --slaves 1 --working-dir work/%d &%n",
                    worker, worker));
      }
      try (KilledServer server = new KilledServer(page.fleet(), home, SEED)) {
        page.fleet().awaitWorkers(REQUESTS);
        page.awaitServer();
        List<String> requests = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
          requests.add(page.ask(runList(i)));
        }
        for (int kill = 1; kill <= KILLS; kill++) {
          String moment = server.awaitMoment();
          server.kill();
          System.out.printf(
              "seed %d: kill %d %s; %d jobs begun%n", SEED, kill, moment, noted(page).size());
          note(page, kill);
          server.startNext();
        }
        page.awaitServer();
        List<String> wanted = new ArrayList<>();
        for (String request : requests) {
          assertOnce(page, request);
          String id = request.replaceAll(".*/", "");
          IntStream.rangeClosed(1, JOBS).forEach(job -> wanted.add(id + " " + job));
        }
        assertThat(noted(page)).containsExactlyInAnyOrderElementsOf(wanted);
      }
    }
  }

  private static List<String> noted(RequestsPage page) throws IOException {
    Path file = page.file("noted.txt");
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  private static void assertOnce(RequestsPage page, String request) throws Exception {
    JsonNode over = page.awaitOver(request);
    assertThat(over.get("state").asText()).as(over.toPrettyString()).isEqualTo("complete");
    assertThat(over.get("run_list")).isEmpty();
    assertThat(over.get("ran_list").valueStream().map(job -> job.at("/args/job").asInt()))
        .containsExactlyElementsOf(IntStream.rangeClosed(1, JOBS).boxed().toList());
    assertThat(over.get("ran_list").valueStream().map(job -> job.get("run").asText()))
        .doesNotHaveDuplicates()
        .doesNotContain("null");
    List<String> steps = page.steps(request);
    for (String step : List.of("queued note", "started note", "ended note")) {
      assertThat(steps).as(steps.toString()).filteredOn(step::equals).hasSize(JOBS);
    }
    assertThat(steps).filteredOn("complete"::equals).hasSize(1);
  }
}

package io.rrrspec.acceptance.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rrrspec.testing.DaemonProcess;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Flows that servers start: for somebody who asks over HTTP, and at times. */
class FlowOrdersTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path directory;

  private final HttpClient client = HttpClient.newHttpClient();
  private Path seen;
  private Path project;

  @BeforeEach
  void makeProject() throws IOException {
    seen = Files.createFile(directory.resolve("seen.txt"));
    project = Files.createDirectory(directory.resolve("project"));
    Files.writeString(project.resolve("data.txt"), "of the sources\n");
  }

  private static int port(DaemonProcess server) {
    return Integer.parseInt(
        server.awaitLog("health and metrics are at http://127.0.0.1:([0-9]+)").group(1));
  }

  private JsonNode ask(DaemonProcess server, String method, String path, Map<String, ?> body)
      throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port(server) + path))
            .method(
                method,
                body.isEmpty()
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofString(JSON.writeValueAsString(body)))
            .build();
    HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isLessThan(300);
    return JSON.readTree(answer.body());
  }

  private JsonNode awaitEnd(DaemonProcess server, String id) {
    return Awaitility.await()
        .atMost(JobFleet.LIMIT)
        .until(
            () -> ask(server, "GET", "/flows/" + id, Map.of()),
            flow -> !List.of("starts", "waits", "runs").contains(flow.path("status").asText()));
  }

  private String flow() {
    return "name: shop\nvariables: {TO: nobody}\nsteps:\n  - {name: one, shell: 'cat data.txt >> "
        + seen
        + "; echo \"$TO\" >> "
        + seen
        + "'}\n";
  }

  @Test
  void aFlowThatSomebodyPostsRunsWithTheSourcesOfTheServer() throws Exception {
    try (JobFleet fleet = new JobFleet(redis, directory, "job_roots: [" + directory + "]\n")) {
      DaemonProcess server = fleet.server();
      fleet.worker("one");
      String id =
          ask(
                  server,
                  "POST",
                  "/flows",
                  Map.of(
                      "flow",
                      flow(),
                      "sources",
                      project.toString(),
                      "variables",
                      Map.of("TO", "me")))
              .path("id")
              .asText();
      JsonNode flow = awaitEnd(server, id);
      assertThat(flow.path("status").asText()).as(flow.toString()).isEqualTo("succeeded");
      assertThat(flow.path("steps").path(0).path("run").asText()).isNotEmpty();
      assertThat(Files.readAllLines(seen)).containsExactly("of the sources", "me");
      assertThat(ask(server, "GET", "/flows", Map.of()).path("flows")).hasSize(1);
    }
  }

  @Test
  void whatCannotBeStartedSaysWhy() throws Exception {
    try (JobFleet fleet = new JobFleet(redis, directory, "job_roots: [" + directory + "]\n")) {
      DaemonProcess server = fleet.server();
      String id =
          ask(
                  server,
                  "POST",
                  "/flows",
                  Map.of(
                      "flow",
                      "steps: [{shell: 'true', queue: nowhere, sources: false}]",
                      "sources",
                      project.toString()))
              .path("id")
              .asText();
      JsonNode flow = awaitEnd(server, id);
      assertThat(flow.path("status").asText()).isEqualTo("failed");
      assertThat(flow.path("error").asText()).contains("nowhere");
    }
  }

  @Test
  void twoServersStartAFlowOfTheScheduleOnceAtATime() throws Exception {
    Path file = directory.resolve("often.yml");
    Files.writeString(file, flow());
    String schedule =
        "schedule:\n  often: {cron: '*/5 * * * * *', flow: often.yml, sources: "
            + project
            + ", variables: {TO: you}}\n";
    try (JobFleet fleet = new JobFleet(redis, directory, schedule)) {
      DaemonProcess first = fleet.server();
      DaemonProcess second = fleet.server();
      fleet.worker("one");
      Awaitility.await().atMost(JobFleet.LIMIT).until(() -> Files.readAllLines(seen).size() >= 4);
      first.kill();
      int before = Files.readAllLines(seen).size();
      Awaitility.await()
          .atMost(JobFleet.LIMIT)
          .until(() -> Files.readAllLines(seen).size() >= before + 2);
      JsonNode flows = ask(second, "GET", "/flows", Map.of()).path("flows");
      List<String> times = flows.findValuesAsText("started_at");
      assertThat(flows.findValuesAsText("user")).containsOnly("schedule:often");
      // Each is of another time; the clients need theirs, so that no more can be said of these.
      assertThat(flows.findValuesAsText("id")).doesNotHaveDuplicates();
      assertThat(new HashSet<>(times)).hasSameSizeAs(times);
      assertThat(Files.readAllLines(seen)).contains("you");
    }
  }

  @Test
  void whenAServerDiesItsClientEndsAndAnotherServerStartsTheFlowOnce() throws Exception {
    Path gate = directory.resolve("gate");
    Path clients = Files.createFile(directory.resolve("clients.txt"));
    Files.writeString(
        project.resolve(".rrrspec.yml"),
        "runner: command\nsetup_command: 'true'\nspec_files:\n  command: \"echo $PPID >> "
            + clients
            + "; while [ ! -e "
            + gate
            + " ]; do sleep 0.2; done; echo 'echo once >> "
            + seen
            + "'\"\n");
    try (JobFleet fleet = new JobFleet(redis, directory, "job_roots: [" + directory + "]\n")) {
      DaemonProcess first = fleet.server();
      fleet.worker("one");
      String id =
          ask(
                  first,
                  "POST",
                  "/flows",
                  Map.of("flow", "steps: [{tests: '**'}]", "sources", project.toString()))
              .path("id")
              .asText();
      Awaitility.await().atMost(JobFleet.LIMIT).until(() -> !Files.readAllLines(clients).isEmpty());
      first.kill();
      long client = Long.parseLong(Files.readAllLines(clients).get(0).strip());
      Awaitility.await("the client of the dead server ends")
          .atMost(JobFleet.LIMIT)
          .until(() -> ProcessHandle.of(client).filter(ProcessHandle::isAlive).isEmpty());
      DaemonProcess second = fleet.server();
      Files.createFile(gate);
      JsonNode flow = awaitEnd(second, id);
      assertThat(flow.path("status").asText()).as(flow.toString()).isEqualTo("succeeded");
      assertThat(Files.readAllLines(seen)).containsExactly("once");
    }
  }
}

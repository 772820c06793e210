package io.rrrspec.acceptance.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rrrspec.testing.RealParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The worker in shell of docs/requests.md, as it is written there, and others that die, report
 * twice, or report late.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ForeignWorkerIT {
  private static final int MOST_LINES = 30;

  /** External jobs besides those of the page; each is a queue of its own. */
  private static final String JOBS =
      """
        twice: {external: true, queue: twice, args: {file: text}, max_trials: 2, timeout_sec: 10}
        once: {external: true, queue: once, args: {file: text}, timeout_sec: 3}
        late: {external: true, queue: late, args: {file: text}, max_trials: 100, timeout_sec: 3}
        mine: {external: true, queue: mine, args: {file: text}}
      """;

  private final List<Process> workers = new ArrayList<>();
  private RequestsPage page;

  @BeforeAll
  void start(@TempDir Path home) throws Exception {
    RealParts.require("curl");
    RealParts.require("jq");
    page = new RequestsPage(home);
    Path settings = page.file("server.yml");
    Files.writeString(settings, Files.readString(settings) + JOBS);
    page.start();
  }

  @AfterEach
  void endWorkers() throws Exception {
    for (Process worker : workers) {
      kill(worker);
    }
    workers.clear();
  }

  @AfterAll
  void end() throws Exception {
    page.close();
  }

  private static void kill(Process worker) throws InterruptedException {
    // A worker that outlives what it has started would go on without it.
    List<ProcessHandle> children = worker.descendants().toList();
    worker.destroyForcibly().waitFor();
    children.forEach(ProcessHandle::destroyForcibly);
  }

  private Process worker(String script, String queue) throws IOException {
    ProcessBuilder builder = page.fleet().builder("bash", page.file(script).toString(), queue);
    builder.environment().put("SERVER", page.url());
    Process worker = builder.redirectOutput(page.file(script + ".log").toFile()).start();
    workers.add(worker);
    return worker;
  }

  /** A worker that gets stuck in the first job that it takes, and says so by a file. */
  private Process stuckWorker(String queue) throws IOException {
    Path stuck = page.file("stuck-in-" + queue);
    String script = Files.readString(page.file("shell-worker.sh"));
    String other = script.replace("work() {\n", "work() {\n  touch " + stuck + "; sleep 1000\n");
    assertThat(other).isNotEqualTo(script);
    Files.writeString(page.file("stuck-worker.sh"), other);
    Process worker = worker("stuck-worker.sh", queue);
    Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> Files.exists(stuck));
    return worker;
  }

  private String job(String name, String file) {
    return String.format("{\"name\": \"%s\", \"args\": {\"file\": \"%s\"}}", name, page.file(file));
  }

  private String sum(String file) throws Exception {
    byte[] bytes = Files.readAllBytes(page.file(file));
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  private String status(String arguments) throws Exception {
    return page.fleet().run("curl -s -o answer.json -w '%{http_code}' " + arguments);
  }

  /** Takes the job of a queue. */
  private String lease(String queue) throws Exception {
    String job = page.fleet().run("curl -s " + page.url() + "/job/" + queue);
    return job.isEmpty() ? "" : new ObjectMapper().readTree(job).get("lease").asText();
  }

  private static List<String> names(JsonNode entries) {
    return entries.valueStream().map(entry -> entry.get("name").asText()).toList();
  }

  @Test
  void theWorkerOfThePageCarriesOutItsJobsOfAPipeline() throws Exception {
    assertThat(Files.readAllLines(page.file("shell-worker.sh")))
        .hasSizeLessThanOrEqualTo(MOST_LINES);
    worker("shell-worker.sh", "files");
    String report = "{\"name\": \"report\", \"args\": {\"title\": \"Sums\"}}";
    String request =
        page.ask(
            "["
                + job("checksum", "server.yml")
                + ","
                + job("checksum", "build.sh")
                + ","
                + report
                + "]");

    JsonNode over = page.awaitOver(request);
    assertThat(over.get("state").asText()).as(over.toPrettyString()).isEqualTo("complete");
    JsonNode ran = over.get("ran_list");
    assertThat(names(ran)).containsExactly("checksum", "checksum", "report");
    assertThat(ran.at("/0/output/checksum").asText()).isEqualTo(sum("server.yml"));
    assertThat(ran.at("/1/output/checksum").asText()).isEqualTo(sum("build.sh"));
    assertThat(ran.at("/0/worker").asText()).isNotEmpty();
    assertThat(over.at("/output/checksum").asText()).isEqualTo(sum("build.sh"));
    assertThat(over.at("/run_args/checksum").asText()).isEqualTo(sum("build.sh"));
    assertThat(page.steps(request))
        .containsSubsequence("taken checksum", "ended checksum", "taken checksum", "complete")
        .filteredOn(step -> step.startsWith("queued"))
        .containsExactly("queued checksum", "queued checksum", "queued report");
  }

  @Test
  void aJobWhoseWorkerIsKilledIsOfferedAgain() throws Exception {
    String request = page.ask("[" + job("twice", "server.yml") + "]");
    kill(stuckWorker("twice"));
    assertThat(page.show(request).get("running_job").asText()).isEqualTo("twice");
    worker("shell-worker.sh", "twice");

    JsonNode over = page.awaitOver(request);
    assertThat(over.get("state").asText()).as(over.toPrettyString()).isEqualTo("complete");
    assertThat(over.at("/ran_list/0/output/checksum").asText()).isEqualTo(sum("server.yml"));
    assertThat(page.steps(request)).filteredOn("queued twice"::equals).hasSize(2);
  }

  @Test
  void withOneTrialARequestFailsWhenItsWorkerIsKilled() throws Exception {
    String request = page.ask("[" + job("once", "server.yml") + "]");
    kill(stuckWorker("once"));

    JsonNode over = page.awaitOver(request);
    assertThat(over.get("state").asText()).as(over.toPrettyString()).isEqualTo("failed");
    assertThat(over.get("reason").asText()).contains("'once'", "has not reported in time");
    assertThat(names(over.get("run_list"))).containsExactly("once");
    assertThat(page.steps(request)).filteredOn("queued once"::equals).hasSize(1);
  }

  @Test
  void aSecondReportOfTheEndEnqueuesNothing() throws Exception {
    String two = "[" + job("mine", "a") + "," + job("mine", "b") + "]";
    String request = page.ask(two);
    String lease = "-H 'Lease: " + lease("mine") + "' ";
    String running = request + "/running_job";
    assertThat(status("-X PUT -d '\"mine\"' " + lease + running)).isEqualTo("200");
    assertThat(status("-X DELETE " + lease + running)).isEqualTo("303");
    assertThat(status("-X DELETE " + lease + running)).isEqualTo("404");
    assertThat(status("-X DELETE " + running)).isEqualTo("404");

    JsonNode shown = page.show(request);
    assertThat(names(shown.get("run_list"))).containsExactly("mine");
    assertThat(names(shown.get("ran_list"))).containsExactly("mine");
    worker("shell-worker.sh", "mine");
    Files.writeString(page.file("b"), "b");
    assertThat(page.awaitOver(request).get("state").asText()).isEqualTo("complete");
    assertThat(page.steps(request))
        .filteredOn("queued mine"::equals)
        .isEqualTo(Collections.nCopies(2, "queued mine"));
  }

  @Test
  void aReportThatComesLateIsRefused() throws Exception {
    String request = page.ask("[" + job("late", "server.yml") + "]");
    String old = "-H 'Lease: " + lease("late") + "' ";
    String running = request + "/running_job";
    // It may be over its time here already.
    status("-X PUT -d '\"late\"' " + old + running);
    Awaitility.await("it is offered again")
        .atMost(Duration.ofMinutes(2))
        .until(() -> page.show(request).at("/job/trial").asInt() > 1);

    for (String lease : List.of(old, "")) {
      assertThat(status("-X PUT -d '\"late\"' " + lease + running)).isEqualTo("409");
      assertThat(status("-X PUT -d '{\"checksum\": \"old\"}' " + lease + request + "/output"))
          .isEqualTo("409");
      assertThat(status("-X DELETE " + lease + running)).isEqualTo("409");
    }
    worker("shell-worker.sh", "late");
    JsonNode over = page.awaitOver(request);
    assertThat(over.get("state").asText()).as(over.toPrettyString()).isEqualTo("complete");
    assertThat(over.at("/output/checksum").asText()).isEqualTo(sum("server.yml"));
    assertThat(names(over.get("ran_list"))).containsExactly("late");
    assertThat(status("-X DELETE " + old + running)).isEqualTo("404");
  }
}

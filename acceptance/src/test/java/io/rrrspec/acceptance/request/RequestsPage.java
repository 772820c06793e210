package io.rrrspec.acceptance.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rrrspec.acceptance.page.DocPage;
import io.rrrspec.acceptance.page.PageFleet;
import io.rrrspec.testing.Checkout;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;

/** The examples of docs/requests.md, and a fleet for them. */
final class RequestsPage implements AutoCloseable {
  private static final String EXAMPLE = "Example: build, test, report";

  private static final List<String> OVER = List.of("complete", "failed", "cancelled");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path home;
  private final int port;
  private final DocPage page;
  private final PageFleet fleet;
  private final List<String> commands;

  /**
   * Saves the files of the page, and starts nothing but a Redis.
   *
   * @param home what stands for /srv
   */
  RequestsPage(Path home) throws IOException {
    this.home = home;
    this.port = freePort();
    this.page = new DocPage("requests.md", "# Requests", home, Map.of("8380", "" + port));
    this.fleet = new PageFleet(home, port);
    this.commands = page.save(EXAMPLE);
    page.save("Changing, cancelling, retrying");
    page.save("A worker in shell");
    copy(Checkout.doc("example"), home.resolve("parking"));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
              throws IOException {
            boolean built = directory.endsWith("target") || directory.endsWith(".rrrspec");
            if (!built) {
              Files.createDirectories(to.resolve(from.relativize(directory).toString()));
            }
            return built ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Path copy = to.resolve(from.relativize(file).toString());
            Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  PageFleet fleet() {
    return fleet;
  }

  /** A file below what stands for /srv/rrrspec. */
  Path file(String name) {
    return home.resolve("rrrspec").resolve(name);
  }

  String url() {
    return "http://127.0.0.1:" + port;
  }

  /** The page with the words that stand for those that are written there. */
  String text() {
    return page.text();
  }

  /** Starts the server and the worker of the page. */
  void start() throws IOException {
    fleet.start(commands.get(0));
    fleet.awaitWorkers(1);
    awaitServer();
  }

  void awaitServer() {
    Awaitility.await("the server answers")
        .atMost(Duration.ofMinutes(5))
        .until(() -> fleet.run("curl -s " + url() + "/request/jobs || true").contains("jobs"));
  }

  /**
   * Asks for a request.
   *
   * @param runList its jobs, JSON
   * @return its URL
   */
  String ask(String runList) throws IOException, InterruptedException {
    Path body = Files.createTempFile(home, "ask", ".json");
    Files.writeString(
        body, "{\"requester\": \"it\", \"program\": null, \"run_list\": " + runList + "}");
    JsonNode answer = JSON.readTree(fleet.run("curl -sS -d @" + body + " " + url() + "/request"));
    assertThat(answer.has("id")).as(answer.toString()).isTrue();
    return url() + "/request/" + answer.get("id").asText();
  }

  /** A request, as the server answers it. */
  JsonNode show(String request) throws IOException, InterruptedException {
    return JSON.readTree(fleet.run("curl -sS " + request));
  }

  /** Waits until a request is over, and gives it. */
  JsonNode awaitOver(String request) {
    return Awaitility.await("it is over")
        .atMost(Duration.ofMinutes(10))
        .pollInterval(Duration.ofMillis(500))
        .until(() -> show(request), shown -> OVER.contains(shown.path("state").asText()));
  }

  /** The names of the steps of a request that is over, with their jobs: {@code queued checksum}. */
  List<String> steps(String request) throws IOException, InterruptedException {
    List<String> steps = new ArrayList<>();
    for (String line : fleet.run("curl -sSN " + request + "/events").lines().toList()) {
      if (line.startsWith("data: ")) {
        JsonNode step = JSON.readTree(line.substring("data: ".length()));
        steps.add((step.get("event").asText() + " " + step.path("job").asText()).strip());
      }
    }
    return steps;
  }

  @Override
  public void close() throws IOException, InterruptedException {
    fleet.close();
  }
}

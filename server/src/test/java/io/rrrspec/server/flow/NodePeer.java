package io.rrrspec.server.flow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.flow.JsonText;
import io.rrrspec.testing.Checkout;
import io.rrrspec.testing.RealParts;
import io.rrrspec.testing.TestRedis;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A real Node process with the other implementation: {@code src/test/node/peer.js}. */
final class NodePeer implements AutoCloseable {
  static final Duration LIMIT = Duration.ofSeconds(60);

  private static final Path SOURCES = Checkout.root().resolve("server/src/test/node");
  private static final Path INSTALLED = Checkout.root().resolve("server/target/node");

  private final Process process;
  private final List<JsonNode> said = new CopyOnWriteArrayList<>();
  private int read;

  /** Begins, and waits until it is ready. */
  static NodePeer start(TestRedis redis, String namespace, String pools) throws Exception {
    install();
    NodePeer peer =
        new NodePeer(
            new ProcessBuilder(
                "node",
                INSTALLED.resolve("peer.js").toString(),
                redis.url() + "",
                namespace,
                pools));
    peer.await("ready");
    return peer;
  }

  private NodePeer(ProcessBuilder program) throws IOException {
    process = program.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Thread reader =
        new Thread(
            () -> {
              try (BufferedReader lines =
                  new BufferedReader(
                      new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                lines.lines().forEach(line -> said.add(JsonText.parse(line)));
              } catch (IOException e) {
                // It is dead.
              }
            });
    reader.setDaemon(true);
    reader.start();
  }

  /** Once for all: the exact versions of the lock file. */
  private static synchronized void install() throws IOException, InterruptedException {
    RealParts.require("node");
    RealParts.require("npm");
    Files.createDirectories(INSTALLED);
    Path done = INSTALLED.resolve("node_modules/.package-lock.json");
    boolean same =
        Files.exists(done)
            && Files.exists(INSTALLED.resolve("package-lock.json"))
            && Files.mismatch(
                    SOURCES.resolve("package-lock.json"), INSTALLED.resolve("package-lock.json"))
                < 0;
    for (String file : List.of("package.json", "package-lock.json", "peer.js")) {
      Files.copy(
          SOURCES.resolve(file), INSTALLED.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
    if (same) {
      return;
    }
    Process npm =
        new ProcessBuilder("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts")
            .directory(INSTALLED.toFile())
            .redirectErrorStream(true)
            .start();
    npm.getOutputStream().close();
    String output = new String(npm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(npm.waitFor(5, TimeUnit.MINUTES)).as(output).isTrue();
    assertThat(npm.exitValue()).as(output).isZero();
  }

  /** Sends an order, and gives what answers it. */
  String order(String json, String answer) throws IOException {
    OutputStream input = process.getOutputStream();
    input.write((json + "\n").getBytes(StandardCharsets.UTF_8));
    input.flush();
    return await(answer).asText();
  }

  /** Starts a graph, and gives the id of its root. */
  String start(String step) throws IOException {
    return order("{\"start\":" + step + "}", "started");
  }

  /** The next line that has a field. */
  private JsonNode await(String field) {
    return Awaitility.await(field)
        .atMost(LIMIT)
        .until(
            () -> {
              while (read < said.size()) {
                JsonNode line = said.get(read++);
                if (line.has("refused")) {
                  throw new AssertionError(line.toString());
                }
                if (line.has(field)) {
                  return line.get(field);
                }
              }
              return null;
            },
            line -> line != null);
  }

  /** All that it has said with a field. */
  List<JsonNode> said(String field) {
    return said.stream().filter(line -> line.has(field)).toList();
  }

  /** As a power cut does. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(5, TimeUnit.SECONDS)) {
      kill();
    }
  }
}

package io.rrrspec.experiments.flow;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.flow.JsonText;
import io.rrrspec.testing.Checkout;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The program with the npm package that the tests of flows use, too, installed by {@code npm}. */
final class NodeProgram {
  private static final Path SOURCES = Checkout.root().resolve("server/src/test/node");
  private static final Path INSTALLED = Checkout.root().resolve("experiments/target/node");

  private NodeProgram() {}

  /** Installs it; empty if there is no {@code npm}, or no way to the package. */
  static Optional<NodeProgram> install() throws IOException, InterruptedException {
    Files.createDirectories(INSTALLED);
    for (String file : List.of("package.json", "package-lock.json", "peer.js")) {
      Files.copy(
          SOURCES.resolve(file), INSTALLED.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
    try {
      Process npm =
          new ProcessBuilder("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts")
              .directory(INSTALLED.toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      npm.getOutputStream().close();
      if (!npm.waitFor(5, TimeUnit.MINUTES)) {
        npm.destroyForcibly();
        return Optional.empty();
      }
      return npm.exitValue() == 0 ? Optional.of(new NodeProgram()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Begins to serve the pool {@code bench}. */
  Running start(URI redis, String namespace) throws IOException {
    ProcessBuilder program =
        new ProcessBuilder(
            "node", INSTALLED.resolve("peer.js").toString(), redis.toString(), namespace, "bench");
    // Its tasks say nothing, as ours do.
    program.environment().put("PEER_QUIET", "1");
    Running running = new Running(program.redirectError(ProcessBuilder.Redirect.INHERIT).start());
    running.await("ready");
    return running;
  }

  /** The process. */
  static final class Running implements AutoCloseable {
    private final Process process;
    private final BufferedReader lines;

    private Running(Process process) {
      this.process = process;
      this.lines = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts a graph, and gives the id of its root. */
    String run(String step) throws IOException {
      process
          .getOutputStream()
          .write(("{\"start\":" + step + "}\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
      return await("started").asText();
    }

    private JsonNode await(String field) throws IOException {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode said = JsonText.parse(line);
        if (said.has(field)) {
          return said.get(field);
        }
        if (said.has("refused") || said.has("error")) {
          throw new IOException("the Node program: " + line);
        }
      }
      throw new IOException("the Node program has ended");
    }

    @Override
    public void close() throws InterruptedException {
      process.destroy();
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    }
  }
}

package io.rrrspec.acceptance.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.redis.EmbeddedRedis;
import io.rrrspec.testing.Checkout;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** The fleet of a page's examples: Redis, and what the commands of the page start. */
public final class PageFleet implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final Path home;
  private final int httpPort;
  private final EmbeddedRedis redis;
  private final List<Process> services = new ArrayList<>();
  private final List<Process> begun = new ArrayList<>();

  /** Starts its Redis; servers take any free port. */
  public PageFleet(Path home) throws IOException {
    this(home, 0);
  }

  /**
   * Starts its Redis.
   *
   * @param home what stands for /srv
   * @param httpPort of the server; 0: any
   */
  public PageFleet(Path home, int httpPort) throws IOException {
    this.home = home;
    this.httpPort = httpPort;
    Path script = Checkout.distribution().resolve("bin/rrrspec-java");
    if (!script.toFile().setExecutable(true)) {
      throw new IOException("cannot make " + script + " executable: build it first");
    }
    Files.createDirectories(home.resolve("shop"));
    Files.createDirectories(home.resolve("rrrspec"));
    this.redis = EmbeddedRedis.start(Files.createDirectories(home.resolve("redis")));
  }

  /** Where the fleet keeps its state. */
  public EmbeddedRedis redis() {
    return redis;
  }

  /** Starts services with commands of a shell; they end with this fleet. */
  public void start(String commands) throws IOException {
    Path log = home.resolve("services-" + services.size() + ".log");
    services.add(
        builder("bash", "-c", commands + "read -r\nkill $(jobs -p)\nwait\n")
            .redirectOutput(log.toFile())
            .start());
  }

  /** Waits until workers are there. */
  public void awaitWorkers(int count) {
    Awaitility.await()
        .atMost(LIMIT)
        .until(() -> run("rrrspec-java client nodes").split("worker-").length > count);
  }

  /** Runs commands of a shell to their end, and returns what they print. */
  public String run(String commands) throws IOException, InterruptedException {
    Path out = Files.createTempFile(home, "out", ".txt");
    Process process = begin(commands, out);
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(said(out)).isZero();
    return Files.readString(out);
  }

  /** Starts commands of a shell. */
  public Process begin(String commands, Path out) throws IOException {
    Process process =
        builder("bash", "-ec", commands)
            .redirectErrorStream(false)
            .redirectOutput(out.toFile())
            .redirectError(Path.of(out + ".err").toFile())
            .start();
    process.getOutputStream().close();
    begun.add(process);
    return process;
  }

  /** What a program that was begun has written, errors last. */
  public static String said(Path out) throws IOException {
    return Files.readString(out) + Files.readString(Path.of(out + ".err"));
  }

  /** A program in the directory of the services, with what the page takes for granted. */
  public ProcessBuilder builder(String... command) {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(home.resolve("rrrspec").toFile())
            .redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("RRRSPEC_"));
    Path bin = Checkout.distribution().resolve("bin");
    builder.environment().put("PATH", bin + ":" + System.getenv("PATH"));
    builder.environment().put("RRRSPEC_REDIS", redis.url().toString());
    builder.environment().put("RRRSPEC_HTTP_PORT", Integer.toString(httpPort));
    builder.environment().put("RRRSPEC_COMMAND_PORT", "0");
    builder.environment().put("XDG_DATA_HOME", home.resolve("data").toString());
    return builder;
  }

  @Override
  public void close() throws IOException, InterruptedException {
    for (Process process : begun) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    for (Process service : services) {
      try (OutputStream end = service.getOutputStream()) {
        end.write('\n');
      }
    }
    for (Process service : services) {
      assertThat(service.waitFor(3, TimeUnit.MINUTES)).isTrue();
    }
    redis.close();
  }
}

package io.rrrspec.acceptance.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * The server of a fleet, with the settings of its file {@code server.yml}. It is killed at moments
 * that a seed chooses: while it starts, soon after that, and later.
 */
public final class KilledServer implements AutoCloseable {
  /** Of eight servers so many are killed while they start, and so many soon after that. */
  private static final int STARTING = 2;

  private static final int SOON = 3;

  /** The lead belongs to the server before it for 8 s. */
  private static final int WITH_LEAD_MS = 8_500;

  private final PageFleet fleet;
  private final Path home;
  private final Random random;
  private int number;
  private Process process;

  /**
   * Starts the first one.
   *
   * @param home where its logs go
   */
  public KilledServer(PageFleet fleet, Path home, long seed) throws IOException {
    this.fleet = fleet;
    this.home = home;
    this.random = new Random(seed);
    this.process = server();
  }

  private Process server() throws IOException {
    return fleet
        .builder("bash", "-c", "exec rrrspec-java -c server.yml server")
        .redirectOutput(log().toFile())
        .start();
  }

  private Path log() {
    return home.resolve("server-" + number + ".log");
  }

  /** Waits until it is ready. */
  public void awaitReady() {
    Awaitility.await("a server is ready")
        .atMost(Duration.ofMinutes(5))
        .until(() -> Files.readString(log()).contains("server is ready"));
  }

  /** Waits until it is to be killed. Nothing depends on the length of the pause. */
  public String awaitMoment() throws InterruptedException {
    int kind = random.nextInt(8);
    boolean starting = kind < STARTING;
    int after = random.nextInt(starting || kind < STARTING + SOON ? 1_000 : WITH_LEAD_MS);
    if (!starting) {
      awaitReady();
    }
    TimeUnit.MILLISECONDS.sleep(after);
    return after + " ms after " + (starting ? "its start" : "it was ready");
  }

  /** Kills it. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Starts the next one. */
  public void startNext() throws IOException {
    number++;
    process = server();
  }

  @Override
  public void close() throws InterruptedException {
    kill();
  }
}

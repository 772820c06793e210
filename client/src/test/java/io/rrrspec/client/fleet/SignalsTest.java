package io.rrrspec.client.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rrrspec.client.ClientMain;
import io.rrrspec.common.model.RsyncInfo;
import io.rrrspec.common.store.RsyncInfoStore;
import io.rrrspec.common.store.ServerStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.testing.RealParts;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A client as a process of its own, and what signals do to it. */
class SignalsTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  @TempDir Path directory;
  private TasksetStore tasksets;
  private @Nullable Process client;

  @BeforeEach
  void start() throws IOException {
    RealParts.require("rsync");
    Path published = Files.createDirectory(directory.resolve("published"));
    Files.createDirectory(directory.resolve("sources"));
    new RsyncInfoStore(redis.connection(), redis.keys())
        .publish(new RsyncInfo(published.toString(), "--recursive --times"));
    new ServerStore(redis.connection(), redis.keys())
        .beat(redis.keys().server("server-0"), Duration.ofMinutes(10));
    tasksets = new TasksetStore(redis.connection(), redis.keys());
    Path file = directory.resolve("client.yml");
    Files.writeString(
        file,
        "redis: '"
            + redis.url()
            + "'\nnamespace: test\nrunner: command\nspec_files: ['true']\npackaging_dir: sources\n");
    ProcessBuilder builder =
        // ShutdownSignals have their usual effect, however this test was started.
        new ProcessBuilder(
            "env",
            "--default-signal=INT,TERM",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            ClientMain.class.getName(),
            "-c",
            file.toString(),
            "client",
            "start",
            "--wait");
    builder.redirectErrorStream(true).redirectOutput(directory.resolve("said").toFile());
    client = builder.start();
    // It says so last before it waits, and serves a signal then.
    await().atMost(Duration.ofSeconds(60)).until(() -> said().contains(":taskset:"));
  }

  @AfterEach
  void end() {
    if (client != null) {
      client.destroyForcibly();
    }
  }

  private Process client() {
    if (client == null) {
      throw new AssertionError("not started");
    }
    return client;
  }

  private String said() throws IOException {
    return Files.readString(directory.resolve("said"));
  }

  private void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(client().pid())).start().waitFor();
  }

  private boolean cancelAsked() {
    return redis.connection().commands().llen(redis.keys().arbiterQueue()) == 1;
  }

  @Test
  void theFirstCancelsAndTheEndOfTheRunEndsIt() throws Exception {
    signal("TERM");
    await().atMost(Duration.ofSeconds(20)).until(this::cancelAsked);
    assertThat(client().isAlive()).isTrue();
    tasksets.active().forEach(key -> tasksets.cancel(key, "cancelled"));
    assertThat(client().waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(client().exitValue()).isEqualTo(130);
    assertThat(said()).contains("CANCELLED");
  }

  @Test
  void theSecondEndsItAtOnce() throws Exception {
    // Both in one go. Of two alike the second is lost while the first waits to be delivered.
    signal("INT");
    signal("TERM");
    assertThat(client().waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(client().exitValue()).isEqualTo(130);
    assertThat(said()).doesNotContain("CANCELLED", "\tat ");
    assertThat(cancelAsked()).as("the run does not go on without its client").isTrue();
  }
}

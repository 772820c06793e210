package io.rrrspec.client.remote;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.report.terminal.Style;
import io.rrrspec.client.report.terminal.Terminal;
import io.rrrspec.client.source.TestChoice;
import io.rrrspec.common.ExitCode;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsSources;
import io.rrrspec.common.model.CollectRequest;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.testing.Forwarder;
import io.rrrspec.testing.TestRedis;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A run goes on without its client, which may be without Redis at any moment. */
class RunWithoutRedisTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  @RegisterExtension static final TestRedis redis = new TestRedis();

  private final TasksetStore tasksets = new TasksetStore(redis.connection(), redis.keys());
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  @TempDir Path dir;

  private Forwarder door;
  private Fleet fleet;
  private String key;
  private Taskset taskset;

  @BeforeEach
  void start() throws IOException {
    door = new Forwarder(redis.url().getPort());
    String url =
        redis.url().toString().replaceFirst(":" + redis.url().getPort() + "\\b", ":" + door.port());
    Map<String, String> variables = Map.of("RRRSPEC_REDIS", url, "RRRSPEC_NAMESPACE", "test");
    fleet =
        Fleet.open(Settings.load(new SettingsSources(null, variables, dir, dir, "jane", Map.of())));
    key = aTaskset().withTasks(1).activatedIn(tasksets);
    taskset = fleet.stores().tasksets().find(key).orElseThrow();
  }

  @AfterEach
  void end() throws IOException {
    fleet.close();
    door.close();
  }

  private Console console() {
    PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(false, Style.plain());
    return new Console(out, out, terminal, terminal, Map.of());
  }

  private void closeTheDoor() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      door.leadTo(socket.getLocalPort());
    }
  }

  private void awaitThatItTriesOn(CompletableFuture<?> end) {
    await()
        .atMost(LONG)
        .until(() -> end.isDone() || said.toString(StandardCharsets.UTF_8).contains("trying on"));
    assertThat(end).isNotDone();
  }

  @Test
  void waitMayBeginWithoutRedis() throws IOException {
    closeTheDoor();
    CompletableFuture<Optional<Taskset>> end =
        CompletableFuture.supplyAsync(
            () ->
                new RunWait(fleet, console(), new EndRequests())
                    .untilOver(taskset, null, Duration.ofMillis(100)));
    awaitThatItTriesOn(end);

    tasksets.cancel(key, "by somebody");
    door.leadTo(redis.url().getPort());

    assertThat(end).succeedsWithin(LONG);
    assertThat(end.join().orElseThrow().status()).isEqualTo(TasksetStatus.CANCELLED);
  }

  @Test
  void endIsToldWhenRedisIsBack() throws IOException {
    tasksets.cancel(key, "by somebody");
    Taskset over = fleet.stores().tasksets().find(key).orElseThrow();
    RunEnding ending =
        new RunEnding(
            dir,
            WantedReports.NONE,
            null,
            CollectRequest.NONE,
            () -> false,
            new TestChoice(List.of(), Map.of(), List.of()),
            null);
    closeTheDoor();
    CompletableFuture<ExitCode> end =
        CompletableFuture.supplyAsync(() -> ending.tell(over, fleet, console()));
    awaitThatItTriesOn(end);

    door.leadTo(redis.url().getPort());

    assertThat(end).succeedsWithin(LONG).isEqualTo(ExitCode.CANCELLED);
  }

  @Test
  void nameThatCannotBeGivenBackDoesNotMakeARunThatHasBegunLookFailed() throws IOException {
    NameLock lock = NameLock.take(fleet.stores().nameLocks(), "app", "jane");
    closeTheDoor();
    lock.close();

    door.leadTo(redis.url().getPort());
    await()
        .atMost(LONG)
        .ignoreExceptions()
        .untilAsserted(() -> NameLock.take(fleet.stores().nameLocks(), "app", "joe").close());
  }
}

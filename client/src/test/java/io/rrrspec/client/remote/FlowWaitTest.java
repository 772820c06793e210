package io.rrrspec.client.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rrrspec.client.report.progress.Console;
import io.rrrspec.client.report.terminal.Style;
import io.rrrspec.client.report.terminal.Terminal;
import io.rrrspec.client.source.Preparer;
import io.rrrspec.common.ExitCode;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsSources;
import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.store.FlowStore;
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
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class FlowWaitTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  @RegisterExtension static final TestRedis redis = new TestRedis();

  private final FlowKeys keys = FlowKeys.ofService(redis.keys());
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  @TempDir Path dir;

  private Console console() {
    PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(false, Style.plain());
    return new Console(out, out, terminal, terminal, Map.of());
  }

  private Settings settings(int port) {
    String url =
        redis.url().toString().replaceFirst(":" + redis.url().getPort() + "\\b", ":" + port);
    return Settings.load(
        new SettingsSources(
            null,
            Map.of(
                "RRRSPEC_REDIS",
                url,
                "RRRSPEC_NAMESPACE",
                "test",
                "RRRSPEC_FLOW_NAMESPACE",
                keys.namespace()),
            dir,
            dir,
            "jane",
            Map.of()));
  }

  private static int nobodysPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Test
  void redisMayBeAwayForAWhile() throws IOException {
    String id = new FlowStore(redis.connection(), keys).start(FlowStep.task("taskset"));
    try (Forwarder door = new Forwarder(redis.url().getPort())) {
      Settings settings = settings(door.port());
      try (Fleet fleet = Fleet.open(settings)) {
        FlowWait wait =
            new FlowWait(fleet, FlowStart.flows(fleet, settings), console(), new EndRequests());
        CompletableFuture<ExitCode> end = CompletableFuture.supplyAsync(() -> wait.untilOver(id));

        door.leadTo(nobodysPort());
        await()
            .atMost(LONG)
            .until(
                () -> end.isDone() || said.toString(StandardCharsets.UTF_8).contains("trying on"));
        assertThat(end).isNotDone();

        redis.connection().commands().hset(keys.task(id), "state", "\"finished\"");
        door.leadTo(redis.url().getPort());
        assertThat(end).succeedsWithin(LONG).isEqualTo(ExitCode.SUCCEEDED);
      }
    }
  }

  @Test
  void whatIsLeftAfterTheStartWaitsForRedis() throws IOException {
    String id = new FlowStore(redis.connection(), keys).start(FlowStep.task("taskset"));
    try (Forwarder door = new Forwarder(redis.url().getPort())) {
      Settings settings = settings(door.port());
      try (Fleet fleet = Fleet.open(settings)) {
        Preparer never =
            (project, chosen, progress) -> {
              throw new AssertionError("nothing is to be prepared");
            };
        FlowStart start = new FlowStart(never, console(), new EndRequests());
        door.leadTo(nobodysPort());
        CompletableFuture<Void> end =
            CompletableFuture.runAsync(
                () -> start.settle(fleet, FlowStart.flows(fleet, settings), id));
        await()
            .atMost(LONG)
            .until(
                () -> end.isDone() || said.toString(StandardCharsets.UTF_8).contains("trying on"));
        assertThat(end).isNotDone();

        door.leadTo(redis.url().getPort());

        assertThat(end).succeedsWithin(LONG);
      }
    }
  }
}

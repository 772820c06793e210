package io.rrrspec.acceptance.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.redis.EmbeddedRedis;
import io.rrrspec.testing.Checkout;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The worked example of docs/queues.md, as it is written there. */
class QueuesPageIT {
  private static final Pattern BLOCK = Pattern.compile("(?s)```\\w+\n(.*?)```");
  private static final Pattern USED = Pattern.compile(" used (\\d+) guaranteed 3 most 10 ");
  private static final int WORKERS = 10;
  private static final int GUARANTEED = 3;

  /** Seconds of load; the page has 60. */
  private static final int LOAD = 30;

  @TempDir Path shop;

  private final int port = freePort();

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void thePurgeQueueHasItsShareAtEverySecond() throws Exception {
    String page = Files.readString(Checkout.doc("queues.md"));
    String example = page.substring(page.indexOf("## A worked example"));
    List<String> blocks =
        BLOCK
            .matcher(example.replace("/srv/shop", shop.toString()))
            .results()
            .map(MatchResult::group)
            .map(block -> block.replaceFirst("```\\w+\n", "").replace("```", ""))
            .toList();
    assertThat(Checkout.distribution().resolve("bin/rrrspec-java").toFile().setExecutable(true))
        .isTrue();
    Files.writeString(shop.resolve("rrrspec.yml"), blocks.get(0));
    Files.writeString(shop.resolve("jobs.rb"), blocks.get(1));
    Files.writeString(shop.resolve("load.rb"), blocks.get(4));

    try (EmbeddedRedis redis = EmbeddedRedis.start(Files.createDirectory(shop.resolve("redis")))) {
      String address = redis.url().toString();
      Process services = bash(address, blocks.get(2) + "read -r\nkill $(jobs -p)\nwait\n");
      try {
        Awaitility.await()
            .atMost(Duration.ofMinutes(2))
            .until(() -> run(address, "rrrspec-java client nodes").split("ruby-").length > WORKERS);
        run(address, blocks.get(3));
        String history = run(address, blocks.get(5).replace("load.rb 60", "load.rb " + LOAD));
        List<Integer> used =
            USED.matcher(history).results().map(m -> Integer.parseInt(m.group(1))).toList();
        // Until the first JVMs of all workers have started, nobody can give anything back.
        List<Integer> served = used.stream().dropWhile(workers -> workers < GUARANTEED).toList();
        assertThat(served).as(history).hasSizeGreaterThan(LOAD / 3);
        // On a busy machine a worker may be between two jobs when the second is counted.
        List<Integer> less = served.stream().filter(workers -> workers < GUARANTEED).toList();
        assertThat(less).as(history).hasSizeLessThanOrEqualTo(served.size() / 20);
        assertThat(less).as(history).allMatch(workers -> workers == GUARANTEED - 1);
      } finally {
        try (OutputStream end = services.getOutputStream()) {
          end.write('\n');
        }
        assertThat(services.waitFor(60, TimeUnit.SECONDS)).isTrue();
      }
    }
  }

  private String run(String redis, String text) throws IOException, InterruptedException {
    Process process = bash(redis, "set -e\n" + text);
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(out).isZero();
    return out;
  }

  private Process bash(String redis, String text) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("bash", "-c", text).directory(shop.toFile()).redirectErrorStream(true);
    builder
        .environment()
        .put("PATH", Checkout.distribution().resolve("bin") + ":" + System.getenv("PATH"));
    builder.environment().put("RRRSPEC_REDIS", redis);
    builder.environment().put("RRRSPEC_HTTP_PORT", "0");
    builder.environment().put("RRRSPEC_COMMAND_PORT", Integer.toString(port));
    builder.environment().put("XDG_DATA_HOME", shop.resolve("data").toString());
    if (text.contains("read -r")) {
      builder.redirectOutput(shop.resolve("services.log").toFile());
    }
    return builder.start();
  }
}

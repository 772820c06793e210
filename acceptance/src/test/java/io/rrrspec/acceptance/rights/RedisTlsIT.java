package io.rrrspec.acceptance.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rrrspec.testing.Certificates;
import io.rrrspec.testing.Certificates.Pair;
import io.rrrspec.testing.RedisProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An installation whose Redis speaks only TLS and requires certificates of a private CA. */
class RedisTlsIT {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @TempDir Path place;
  private Certificates ca;
  private RedisProgram redis;
  private Parts parts;

  @BeforeEach
  void start() throws Exception {
    Path made = Files.createDirectory(place.resolve("certificates"));
    ca = Certificates.ca(made, "ca");
    Pair server = ca.sign("redis", "IP:127.0.0.1");
    redis =
        RedisProgram.startTls(
            place,
            "redis",
            "requirepass secret",
            "maxmemory-policy noeviction",
            "tls-cert-file " + server.file(),
            "tls-key-file " + server.key(),
            "tls-ca-cert-file " + ca.file(),
            "tls-auth-clients yes");
    parts = new Parts(place);
    Files.createDirectories(place.resolve("project"));
    for (String part : List.of("server", "worker", "client")) {
      settings(part, ca.file(), ca.sign(part, "DNS:" + part));
    }
  }

  @AfterEach
  void stop() throws Exception {
    parts.close();
    redis.close();
  }

  private void settings(String part, Path trusted, Pair pair) throws IOException {
    parts.settings(
        part,
        "redis: rediss://:secret@127.0.0.1:" + redis.port(),
        "redis_ca_file: " + trusted,
        "redis_certificate_file: " + pair.file(),
        "redis_key_file: " + pair.key(),
        "rsync_remote_path: " + Files.createDirectories(place.resolve("sent")),
        "http_port: 0",
        "command_port: 0",
        "runner: command",
        "packaging_dir: project",
        "rsync_name: tls",
        "setup_command: 'true'",
        "spec_files: [echo one, echo two]");
  }

  @Test
  void serverWorkerSlaveAndClientMeetThere() throws Exception {
    parts.start("server", "server", "server");
    parts.start("worker", "worker", "worker", "--name", "w", "--working-dir", place + "/work");
    await()
        .atMost(LIMIT)
        .until(() -> parts.run("client", "client", "nodes").out().contains("default"));

    String shown = parts.run(0, "client", "client", "start", "--wait");

    assertThat(shown).contains("2 passed");
  }

  @Test
  void eachPartSaysInOneLineWhatItLacks() throws Exception {
    parts.start("server", "server", "server");
    parts.await("server", "server is ready");
    Certificates other = Certificates.ca(Files.createDirectory(place.resolve("other")), "other");
    for (String part : List.of("server", "worker", "client")) {
      String[] words =
          part.equals("client") ? new String[] {"client", "nodes"} : new String[] {part};
      settings(part, other.file(), ca.sign(part, "DNS:" + part));
      assertThat(refusal(3, part, words)).contains("no CA of redis_ca_file " + other.file());
      settings(part, ca.file(), ca.signExpired(part, "DNS:" + part));
      assertThat(refusal(2, part, words)).contains("has a certificate that expired at ");
    }
  }

  private String refusal(int code, String part, String... words) throws Exception {
    Parts.Result result = parts.run(part, words);
    assertThat(result.err()).hasLineCount(1);
    assertThat(result.code()).as(result.err()).isEqualTo(code);
    return result.err();
  }
}

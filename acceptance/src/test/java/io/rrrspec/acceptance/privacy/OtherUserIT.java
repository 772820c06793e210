package io.rrrspec.acceptance.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.redis.EmbeddedRedis;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real second user of the machine, while ours run tests: which files and ports there are is found
 * by looking, so what is added some day is tried, too.
 */
class OtherUserIT {
  /** What a monitoring of another user may ask of a server: it holds no name and no output. */
  private static final List<String> FOR_ALL = List.of("/healthz", "/metrics");

  @TempDir Path place;

  private OtherUser other;

  @BeforeEach
  void anotherUser() throws Exception {
    OtherUser.require();
    Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-xr-x"));
    other = new OtherUser(place);
    Path readable = Files.writeString(place.resolve("readable"), "for all");
    assertThat(other.tryAll(List.of("path " + readable)))
        .as("what is open is found open")
        .containsExactly("path " + readable + " -> reads 7 bytes");
  }

  @Test
  void seesNothingOfARun() throws Exception {
    try (Commands commands = new Commands(place)) {
      Process run = commands.start("run", "run", "--slaves", "1");
      try (FileChannel gate = commands.awaitTest()) {
        String id = commands.await("run", "watch it at http://127.0.0.1:\\d+/runs/([0-9a-f-]+)");
        assertThat(gate.isOpen()).isTrue();
        assertThat(commands.processes().ports())
            .as("Redis, H2, pages")
            .hasSizeGreaterThanOrEqualTo(3);
        assertNothingIsSeen(commands, id);
      }
      assertThat(commands.awaitEnd(run)).as(commands.said("run")).isZero();
      commands.awaitArchives();
      assertNothingIsSeen(commands, "none");
    }
  }

  @Test
  void seesNothingOfAFleet() throws Exception {
    Path executable = Files.createDirectory(place.resolve("redis"));
    Path work = Files.createDirectory(place.resolve("work"));
    Files.setPosixFilePermissions(work, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (EmbeddedRedis redis = EmbeddedRedis.start(executable);
        Commands commands = new Commands(place)) {
      commands.set("RRRSPEC_REDIS", redis.url().toString());
      commands.set("RRRSPEC_RSYNC_REMOTE_PATH", Files.createDirectory(place.resolve("f")) + "");
      commands.set("RRRSPEC_HTTP_PORT", "0");
      commands.set("RRRSPEC_COMMAND_PORT", "0");
      commands.set("RRRSPEC_HTTP_JOBS_PORT", "0");
      commands.set("RRRSPEC_HTTP_JOBS", "{/: {queue: default, to: 'http://127.0.0.1:9'}}");
      commands.set("RRRSPEC_HTTP_JOBS_TIMEOUT_SEC", "2");
      commands.set("RRRSPEC_WEB_PORT", "0");
      commands.set("RRRSPEC_WORKING_DIR", work.toString());
      commands.start("server", "server");
      commands.start("persister", "persister");
      commands.await("server", "server (\\S+) uses");
      commands.await("persister", "persister (\\S+) uses");
      commands.start("web", "web");
      commands.start("worker", "worker", "--slaves", "1");
      commands.await("web", "the viewer is at (\\S+)");
      Process client = commands.start("client", "client", "start", "--wait");
      try (FileChannel gate = commands.awaitTest()) {
        assertThat(gate.isOpen()).isTrue();
        assertThat(commands.processes().ports())
            .as("server, commands, HTTP jobs, H2, pages")
            .hasSizeGreaterThanOrEqualTo(5);
        assertNothingIsSeen(commands, "none");
        assertNoneShows(commands, password(redis.url()));
      }
      assertThat(commands.awaitEnd(client)).as(commands.said("client")).isZero();
      assertNothingIsSeen(commands, "none");
    }
  }

  private void assertNothingIsSeen(Commands commands, String run) throws Exception {
    List<String> attempts = new ArrayList<>();
    List<Path> made = commands.made();
    assertThat(made).hasSizeGreaterThan(10);
    made.forEach(path -> attempts.add("path " + path));
    Set<Integer> ports = commands.processes().ports();
    for (int port : ports) {
      attempts.add("port " + port);
      for (String page : List.of("/", "/active", "/runs/" + run, "/v2/tasksets/recents")) {
        attempts.add("http " + port + " GET " + page);
      }
      attempts.add("http " + port + " POST /runs/" + run + "/cancel");
      FOR_ALL.forEach(page -> attempts.add("http " + port + " GET " + page));
    }
    for (Path file : made) {
      if (file.toString().endsWith(".mv.db")) {
        attempts.addAll(attacks(file));
      }
    }
    assertThat(attempts).anyMatch(attempt -> attempt.startsWith("h2 "));
    List<String> worked = other.tryAll(attempts);
    assertThat(worked).noneMatch(line -> !isForAll(line));
    assertThat(String.join("\n", worked)).doesNotContain(Commands.PRINTED, "GateTest");
    for (Path file : made) {
      String name = file.getFileName().toString();
      String text = name.matches(".*\\.password|slave.*\\.json") ? textOf(file) : "";
      if (name.endsWith(".password") && !text.isEmpty()) {
        assertNoneShows(commands, text.lines().findFirst().orElseThrow());
      } else if (!text.isEmpty()) {
        String redis = text.replaceFirst("(?s).*\"(redis://[^\"]+)\".*", "$1");
        assertNoneShows(commands, password(URI.create(redis)));
      }
    }
  }

  private static boolean isForAll(String worked) {
    return FOR_ALL.stream().anyMatch(page -> worked.matches("http \\d+ GET " + page + " -> .*"));
  }

  /** By its name, and, as if the lock file could be read, by port and key. */
  private static List<String> attacks(Path database) throws IOException {
    String file = database.toString().replaceFirst("\\.mv\\.db$", "");
    List<String> attacks = new ArrayList<>();
    attacks.add("h2 jdbc:h2:file:" + file + ";AUTO_SERVER=TRUE;IFEXISTS=TRUE");
    Properties properties = new Properties();
    properties.load(new StringReader(textOf(Path.of(file + ".lock.db"))));
    if (properties.containsKey("server")) {
      attacks.add(
          "h2 jdbc:h2:tcp://"
              + properties.getProperty("server")
              + "/"
              + properties.getProperty("id"));
    }
    return attacks;
  }

  /** Every user of the machine sees the arguments of every process. */
  private static void assertNoneShows(Commands commands, String secret) throws IOException {
    assertThat(secret).hasSizeGreaterThan(20);
    assertThat(commands.processes().commandLines())
        .as("arguments of processes")
        .noneMatch(line -> line.contains(secret));
  }

  /** Empty if the file is gone: the launcher preloads a run in a directory that it deletes. */
  private static String textOf(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }

  private static String password(URI redis) {
    return redis.getUserInfo().replaceFirst("^[^:]*:", "");
  }
}

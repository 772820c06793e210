package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.files.Removal;
import io.rrrspec.common.redis.EmbeddedRedis;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.EstimateStore;
import io.rrrspec.testing.CommandLines;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files come back from two workers, also from tests that failed or took too long. */
class CollectIT {
  @TempDir Path scratch;

  private final List<Process> services = new ArrayList<>();
  private EmbeddedRedis redis;
  private RealRun client;

  @BeforeEach
  void redisAndProject() throws Exception {
    redis = EmbeddedRedis.start(Files.createDirectory(scratch.resolve("redis")));
    client = new RealRun(scratch, "covered-modules");
  }

  private void fleet(int meeting) throws Exception {
    Files.writeString(
        scratch.resolve("fleet.yml"),
        """
        redis: %s
        http_port: 0
        command_port: 0
        rsync_remote_path: %s
        taskset_class: collect
        least_timeout_sec: 1
        unknown_spec_timeout_sec: 600
        env: {MEETING: '%s', MEETING_OF: '%d'}
        """
            .formatted(
                redis.url(),
                Files.createDirectory(scratch.resolve("sent")),
                Files.createDirectory(scratch.resolve("meeting")),
                meeting));
    client.settings(scratch.resolve("fleet.yml"));
    // What somebody knows a duration of is served last, and ends after twice that time. So the
    // others are on a worker each, and have all the time to meet.
    try (RedisConnection connection = RedisConnection.open(redis.url(), 2)) {
      new EstimateStore(connection, new Keys("rrrspec"))
          .save("collect", Map.of("core:core.HangsTest", Duration.ofSeconds(10)));
    }
    service("server");
    worker("one");
    worker("two");
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () -> {
              String nodes = client.command("client", "nodes").out();
              return nodes.contains("one") && nodes.contains("two");
            });
  }

  @AfterEach
  void end() throws Exception {
    for (Process process : services) {
      process.destroy();
      process.waitFor();
    }
    redis.close();
  }

  private void worker(String name) throws IOException {
    service(
        "worker",
        "--name",
        name,
        "--slaves",
        "1",
        "--working-dir",
        scratch.resolve("work-" + name).toString());
  }

  private void service(String... words) throws IOException {
    RealRun place = client.beside(Files.createTempDirectory(scratch, words[0]));
    place.settings(scratch.resolve("fleet.yml"));
    services.add(place.startCommand(List.of(words)));
  }

  @Test
  void coverageIsThatOfMavenAndFilesOfAllTestsComeBack() throws Exception {
    fleet(2);
    List<String> expected = mavenReports("verify", "-Dmaven.test.failure.ignore");
    assertThat(expected).anyMatch(line -> line.contains(",Prices,"));
    for (String module : List.of("core", "shop")) {
      Files.delete(client.project().resolve(module + "/target/jacoco.exec"));
      // The durations in them would be time limits.
      Removal.of(client.project().resolve(module + "/target/surefire-reports"));
    }
    deleteShots();

    RealRun.Result run =
        client.command(
            "client",
            "start",
            "--wait",
            "--collect",
            "**/target/jacoco*.exec",
            "--collect",
            "**/target/shots/**",
            "--collect",
            "**/notes.txt");

    assertThat(run.code()).as(run.err() + run.out()).isEqualTo(1);
    assertThat(run.err())
        .contains(" files, ", "(jacoco.exec of 1 module merged)")
        .contains(
            "not collected: core/notes.txt: it is a file of the sources here, and stays as it is");
    assertThat(shots())
        .containsExactly("hangs.png", "reduced.png", "same.one.txt", "same.two.txt", "total.png");
    assertThat(client.project().resolve("core/notes.txt")).hasContent("A file of the sources.");
    assertThat(mavenReports()).isEqualTo(expected);
    // Nothing is left where it was fetched.
    try (Stream<Path> sent = Files.list(scratch.resolve("sent"))) {
      assertThat(sent.map(Path::getFileName).map(Path::toString))
          .noneMatch(name -> name.startsWith("collected-"));
    }
  }

  @Tag("nightly")
  @Test
  void aWorkerThatDiesIsNamedAndTheFilesOfTheOtherComeBack() throws Exception {
    fleet(3);
    Process run =
        client.startCommand(
            List.of(
                "client",
                "start",
                "--wait",
                "--collect",
                "**/target/shots/*.png",
                "core.TotalTest",
                "core.ReducedTest"));
    Path meeting = scratch.resolve("meeting");
    Awaitility.await()
        .atMost(Duration.ofMinutes(3))
        .until(() -> meeting.toFile().list().length == 2 || !run.isAlive());
    // The script has become the worker itself.
    Process second = services.get(services.size() - 1);
    second.destroyForcibly().waitFor();
    // Its slave, which lives a little longer, would pass the test and take the file with it.
    // The JVM that makes an archive of classes has the lowest priority, and may take minutes.
    String workspaces = scratch.resolve("work-two").toString();
    Awaitility.await()
        .atMost(Duration.ofMinutes(5))
        .until(() -> CommandLines.all().stream().noneMatch(line -> line.contains(workspaces)));
    Files.createFile(meeting.resolve("third"));

    assertThat(run.waitFor()).as(client.err()).isEqualTo(1);
    assertThat(client.err())
        .contains("Collected 2 files, 1 kB")
        .contains("worker two: it ended before it sent its files: they are lost");
    assertThat(shots()).containsExactly("reduced.png", "total.png");
  }

  private List<String> shots() throws IOException {
    try (Stream<Path> files = Files.list(client.project().resolve("core/target/shots"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private void deleteShots() throws IOException {
    Path shots = client.project().resolve("core/target/shots");
    try (Stream<Path> files = Files.list(shots)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.writeString(client.project().resolve("core/notes.txt"), "A file of the sources.\n");
  }

  /** The counters of all classes of both modules, after some goals. */
  private List<String> mavenReports(String... goals) throws Exception {
    List<String> command = new ArrayList<>(List.of("mvn", "-B", "-q"));
    command.addAll(List.of(goals));
    command.add("jacoco:report");
    Process process =
        new ProcessBuilder(command)
            .directory(client.project().toFile())
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    List<String> lines = new ArrayList<>();
    for (String module : List.of("core", "shop")) {
      Path csv = client.project().resolve(module + "/target/site/jacoco/jacoco.csv");
      lines.addAll(Files.readAllLines(csv));
      Files.delete(csv);
    }
    return lines;
  }
}

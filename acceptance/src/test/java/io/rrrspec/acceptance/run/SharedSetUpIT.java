package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.redis.EmbeddedRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code setup_artifact} on a real fleet: a run on several workers has one set-up. */
class SharedSetUpIT {
  @TempDir Path scratch;

  private final List<Process> services = new ArrayList<>();
  private EmbeddedRedis redis;
  private RealRun client;

  @BeforeEach
  void fleet() throws Exception {
    redis = EmbeddedRedis.start(Files.createDirectory(scratch.resolve("redis")));
    client = new RealRun(scratch, "jupiter-5.14");
    Files.writeString(
        scratch.resolve("fleet.yml"),
        "redis: "
            + redis.url()
            + "\nhttp_port: 0\ncommand_port: 0\nsetup_artifact: true\nrsync_remote_path: "
            + Files.createDirectory(scratch.resolve("sent"))
            + "\n");
    client.settings(scratch.resolve("fleet.yml"));
    service("server");
    worker("one");
    worker("two");
    awaitWorker("two");
  }

  /** Classes that pass only if all of them run at the same time: so each worker has one. */
  private void meeting(int classes) throws IOException {
    Path place = Files.createTempDirectory(scratch, "meeting");
    for (int i = 0; i < classes; i++) {
      Files.writeString(
          client.project().resolve("src/test/java/example/Meeting" + i + "Test.java"),
          """
          package example;

          import static org.junit.jupiter.api.Assertions.assertTrue;

          import java.nio.file.*;
          import org.junit.jupiter.api.Test;

          class Meeting%dTest {
            @Test
            void meetsTheOthers() throws Exception {
              Path place = Path.of("%s");
              Files.createFile(place.resolve("%d"));
              for (int i = 0; i < 600 && place.toFile().list().length < %d; i++) {
                Thread.sleep(100);
              }
              assertTrue(place.toFile().list().length >= %d);
            }
          }
          """
              .formatted(i, place, i, classes, classes));
    }
  }

  @Test
  void oneWorkerSetsUpAndTheOthersFetchTheWorkspace() throws Exception {
    meeting(2);
    String log = log(client.command("client", "start", "--wait", "Meeting*"));
    assertThat(count(log, "set-up begins")).as(log).isEqualTo(1);
    assertThat(count(log, "gives its workspace to other workers: ")).as(log).isEqualTo(1);
    assertThat(count(log, "has fetched the workspace that ")).as(log).isEqualTo(1);
    assertThat(log).containsPattern("set-up is skipped: (one|two) has done it");

    // A third worker joins, which has nothing; the classes are others now.
    worker("three");
    awaitWorker("three");
    meeting(3);
    log = log(client.command("client", "start", "--wait", "Meeting*"));
    assertThat(count(log, "is given the run: it has an earlier state of the workspace"))
        .as(log)
        .isEqualTo(2);
  }

  private String log(RealRun.Result run) throws Exception {
    assertThat(run.code()).as(run.err() + run.out()).isZero();
    String key = run.out().lines().findFirst().orElseThrow();
    return client.command("client", "show", key, "--verbose").out();
  }

  private static long count(String log, String text) {
    return log.lines().filter(line -> line.contains(text)).count();
  }

  private void awaitWorker(String name) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> client.command("client", "nodes").out().contains(name));
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

  @AfterEach
  void end() throws Exception {
    services.forEach(Process::destroy);
    for (Process service : services) {
      service.waitFor();
    }
    redis.close();
  }
}

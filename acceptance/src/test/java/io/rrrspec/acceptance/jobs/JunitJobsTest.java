package io.rrrspec.acceptance.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.queue.Job;
import io.rrrspec.common.store.JobStore.Push;
import io.rrrspec.testing.DaemonProcess;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Jobs whose runs a server starts. */
class JunitJobsTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  @TempDir Path directory;
  private Path project;

  @BeforeEach
  void project() throws IOException {
    project = Files.createDirectories(directory.resolve("root/project"));
    Files.writeString(
        project.resolve(".rrrspec.yml"),
        "rsync_name: project\nrunner: command\nspec_files: ['true', 'echo hello']\n"
            + "setup_command: 'true'\n");
  }

  private JobFleet fleet() throws IOException {
    JobFleet fleet =
        new JobFleet(redis, directory, "job_roots: ['" + directory.resolve("root") + "']\n");
    fleet.queues(setup -> setup.create("nightly"));
    return fleet;
  }

  private static long push(JobFleet fleet, Path of) {
    return fleet.stores.jobs().push(new Push("nightly", Job.JUNIT, of.toString(), "ann")).number();
  }

  private String field(String key, String name) {
    return String.valueOf(redis.connection().commands().hget(key, name));
  }

  @Test
  void theNumberStandsForTheRunThatIsServedFromTheSameQueue() throws Exception {
    try (JobFleet fleet = fleet()) {
      fleet.server();
      fleet.worker("one");
      long number = push(fleet, project);
      Job job = fleet.awaitStatus(number, Job.Status.SUCCEEDED);
      assertThat(field(job.taskset(), "job")).isEqualTo(Long.toString(number));
      assertThat(field(job.taskset(), "queue")).isEqualTo("nightly");
      assertThat(field(job.taskset(), "user")).isEqualTo("ann");
      assertThat(fleet.stores.tasksets().find(job.taskset()).orElseThrow().succeededCount())
          .isEqualTo(2);
      assertThat(fleet.stores.jobs().starting()).isEmpty();
    }
  }

  @Test
  void whatIsNotBelowTheRootsOrCannotBeStartedFailsWithAReason() throws Exception {
    Path outside = Files.createDirectories(directory.resolve("outside"));
    Files.copy(project.resolve(".rrrspec.yml"), outside.resolve(".rrrspec.yml"));
    Path link = Files.createSymbolicLink(directory.resolve("root/link"), outside);
    Path empty = Files.createDirectories(directory.resolve("root/empty"));
    Path wrong = Files.createDirectories(directory.resolve("root/wrong"));
    Files.writeString(wrong.resolve(".rrrspec.yml"), "max_workers: many\n");
    try (JobFleet fleet = fleet()) {
      fleet.server();
      fleet.worker("one");
      assertThat(reason(fleet, link)).isEqualTo(outside + " is not below job_roots of the server");
      assertThat(reason(fleet, empty)).isEqualTo("there is no .rrrspec.yml in " + empty);
      assertThat(reason(fleet, empty.resolve("none")))
          .isEqualTo("there is no directory " + empty.resolve("none") + " on the server");
      assertThat(reason(fleet, wrong)).contains("max_workers").hasLineCount(1);
    }
  }

  private String reason(JobFleet fleet, Path of) {
    return String.valueOf(fleet.awaitStatus(push(fleet, of), Job.Status.FAILED).reason());
  }

  @Test
  void aServerThatIsKilledWhileItStartsARunLeadsToOneRun() throws Exception {
    try (JobFleet fleet = fleet()) {
      Path go = directory.resolve("go");
      // The first one waits; as a child it would not end with the server by itself.
      fleet.launcher(
          "echo $$ >> '" + directory + "/begun'; until [ -e '" + go + "' ]; do sleep .05; done");
      DaemonProcess first = fleet.server();
      fleet.worker("one");
      long number = push(fleet, project);
      awaitBegun(1);
      assertThat(fleet.job(number).status()).isEqualTo(Job.Status.STARTING);
      first.kill();
      fleet.server();
      awaitBegun(2);
      Files.createFile(go);
      Job job = fleet.awaitStatus(number, Job.Status.SUCCEEDED);
      assertThat(fleet.stores.tasksets().status(job.taskset())).contains(TasksetStatus.SUCCEEDED);
      List<String> activated =
          redis.connection().commands().keys(redis.keys().taskset("*")).stream()
              .filter(key -> key.matches(".*:taskset:[^:]+"))
              .filter(key -> redis.connection().commands().hexists(key, "activated_ms"))
              .toList();
      assertThat(activated).containsExactly(job.taskset());
    }
  }

  private void awaitBegun(int count) {
    Path begun = directory.resolve("begun");
    Awaitility.await(count + " clients")
        .atMost(JobFleet.LIMIT)
        .until(() -> Files.exists(begun) && Files.readAllLines(begun).size() >= count);
  }

  @Test
  void aJobThatIsCancelledWhileItStartsEndsItsClient() throws Exception {
    try (JobFleet fleet = fleet()) {
      fleet.launcher("echo $$ >> '" + directory + "/begun'; sleep 1000");
      fleet.server();
      fleet.worker("one");
      long number = push(fleet, project);
      awaitBegun(1);
      fleet.stores.jobs().cancel(number);
      assertThat(fleet.job(number).status()).isEqualTo(Job.Status.CANCELLED);
      long client = Long.parseLong(Files.readAllLines(directory.resolve("begun")).get(0).strip());
      Awaitility.await("the client is gone")
          .atMost(JobFleet.LIMIT)
          .until(() -> ProcessHandle.of(client).isEmpty());
      assertThat(fleet.stores.tasksets().active()).isEmpty();
    }
  }
}

package io.rrrspec.acceptance.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.testing.DaemonProcess;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Flows from a file, with real servers, a worker and the client. */
class FlowRunTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  @TempDir Path directory;

  private Path place;
  private Path seen;

  @BeforeEach
  void makePlace() throws IOException {
    place = Files.createDirectory(directory.resolve("place"));
    seen = directory.resolve("seen.txt");
    Files.writeString(seen, "");
  }

  private static String shell(String name, String command, String more) {
    return "  - {name: " + name + ", shell: '" + command + "', sources: false" + more + "}\n";
  }

  private Process run(JobFleet fleet, String steps) throws IOException {
    Files.writeString(
        place.resolve("flow.yml"), "name: shop\nvariables: {SEEN: none}\nsteps:\n" + steps);
    return fleet.client(place, "flow", "run", "flow.yml", "--wait", "-v", "SEEN=" + seen);
  }

  private int awaitEnd(Process client) throws Exception {
    assertThat(client.waitFor(JobFleet.LIMIT.toSeconds(), TimeUnit.SECONDS)).as(said()).isTrue();
    return client.exitValue();
  }

  private String said() throws IOException {
    return Files.readString(place.resolve("out.txt")) + Files.readString(place.resolve("err.txt"));
  }

  @Test
  void stepsRunOneAfterTheOtherWithTheValuesOfTheVariables() throws Exception {
    try (JobFleet fleet = new JobFleet(redis, directory, "")) {
      fleet.server();
      fleet.worker("one");
      Process client =
          run(
              fleet,
              shell("one", "echo one >> \"$SEEN\"", "")
                  + shell("two", "echo two >> \"$SEEN\"", "")
                  + shell("last", "echo last >> \"$SEEN\"", ", when: always")
                  + shell("never", "echo never >> \"$SEEN\"", ", when: failed"));
      assertThat(awaitEnd(client)).as(said()).isZero();
      assertThat(Files.readAllLines(seen)).containsExactly("one", "two", "last");
      assertThat(Files.readString(place.resolve("out.txt")))
          .matches("(?s)[0-9a-f-]{36}\nsucceeded +[0-9.]+ s  shop\n.*not run +never\n");
    }
  }

  @Test
  void afterAFailureOnlyTheStepsRunThatSaySo() throws Exception {
    try (JobFleet fleet = new JobFleet(redis, directory, "")) {
      fleet.server();
      fleet.worker("one");
      Process client =
          run(
              fleet,
              shell("bad", "echo bad >> \"$SEEN\"; exit 3", ", retries: 1")
                  + shell("two", "echo two >> \"$SEEN\"", "")
                  + shell("last", "echo last >> \"$SEEN\"", ", when: always"));
      assertThat(awaitEnd(client)).as(said()).isEqualTo(1);
      assertThat(Files.readAllLines(seen)).containsExactly("bad", "bad", "last");
    }
  }

  @Test
  void anotherServerGoesOnWithAFlowWhenOneIsKilled() throws Exception {
    Path gate = directory.resolve("gate");
    try (JobFleet fleet = new JobFleet(redis, directory, "")) {
      DaemonProcess first = fleet.server();
      fleet.worker("one");
      Process client =
          run(
              fleet,
              shell(
                      "waits",
                      "echo one >> \"$SEEN\"; while [ ! -e " + gate + " ]; do sleep 0.1; done",
                      "")
                  + shell("two", "echo two >> \"$SEEN\"", ""));
      Awaitility.await().atMost(JobFleet.LIMIT).until(() -> Files.size(seen) > 0);
      first.kill();
      fleet.server();
      Files.createFile(gate);
      assertThat(awaitEnd(client)).as(said()).isZero();
      assertThat(Files.readAllLines(seen)).isEqualTo(List.of("one", "two"));
    }
  }
}

package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.redis.EmbeddedRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The options of {@code run} that {@code client start} has, too, on a fleet of two workers. */
class FleetOptionsIT {
  @TempDir Path scratch;

  private final List<Process> services = new ArrayList<>();
  private EmbeddedRedis redis;
  private RealRun local;
  private RealRun fleet;

  @BeforeEach
  void fleet() throws Exception {
    redis = EmbeddedRedis.start(Files.createDirectory(scratch.resolve("redis")));
    local = new RealRun(scratch, "jupiter-5.14");
    Files.writeString(
        local.project().resolve("src/test/java/example/RedTest.java"),
        """
        package example;

        import static org.junit.jupiter.api.Assertions.fail;

        import org.junit.jupiter.api.Tag;
        import org.junit.jupiter.api.Test;

        class RedTest {
          @Test
          void green() {}

          @Tag("broken")
          @Test
          void red() {
            fail("on purpose");
          }
        }
        """);
    Path work = Files.createDirectory(scratch.resolve("work"));
    fleet = local.beside(Files.createDirectory(scratch.resolve("fleet")));
    Path settings =
        Files.writeString(
            scratch.resolve("fleet.yml"),
            "redis: "
                + redis.url()
                + "\nhttp_port: 0\ncommand_port: 0\nrsync_remote_path: "
                + Files.createDirectory(scratch.resolve("sent"))
                + "\n");
    fleet.settings(settings);
    services.add(service("server"));
    for (String name : List.of("one", "two")) {
      services.add(
          service(
              "worker", "--name", name, "--slaves", "1", "--working-dir", work.resolve(name) + ""));
    }
  }

  private Process service(String... words) throws IOException {
    RealRun place = local.beside(Files.createTempDirectory(scratch, words[0]));
    place.settings(scratch.resolve("fleet.yml"));
    return place.startCommand(List.of(words));
  }

  @AfterEach
  void end() throws Exception {
    services.forEach(Process::destroy);
    for (Process service : services) {
      service.waitFor();
    }
    redis.close();
  }

  @Test
  void theVerdictsAreThoseOfARunOnOneMachine() throws Exception {
    awaitWorkers();

    assertAlike(0, "CalculatorTest#adds*+refuses*", "RedTest#green");
    assertAlike(1, "RedTest");
    assertAlike(0, "RedTest", "--exclude-tag", "broken");
    assertAlike(1, "--tag", "broken");
    assertAlike(2, "RedTest#nope");
    assertAlike(2, "--tag", "nobody");
    assertAlike(1, "--order", "as-is", "--fail-fast=9");
    assertAlike(0, "DynamicTests", "--", "-Dsome=value");
    assertAlike(2, "RedTest", "--", "-Dgroups=broken");
    assertAlike(2, "--order", "sideways");
    assertAlike(2, "--fail-fast=none");

    RealRun.Result first = start("--fail-fast", "RedTest");
    assertThat(first.code()).as(first.err()).isEqualTo(1);
    assertThat(first.out()).contains(" FAILED    1 failed, 1 passed  of 2 tests");
    for (String option : List.of("--repeat", "--until-fail", "--debug", "--failed")) {
      RealRun.Result refused = start(option);
      assertThat(refused.code()).as(option).isEqualTo(2);
      assertThat(refused.err().lines().filter(line -> line.contains(option)))
          .as(refused.err())
          .hasSize(1);
    }
  }

  @Test
  void classesOfATagNeverRunAtOnceOnTwoWorkers() throws Exception {
    awaitWorkers();
    Path lock = Files.createFile(scratch.resolve("lock"));
    Path log = scratch.resolve("log");
    // They come first, and end when each worker has one: then both look for the next class.
    meeting("MeetingTest", scratch.resolve("one-is-there"), scratch.resolve("other-is-there"));
    meeting("OtherMeetingTest", scratch.resolve("other-is-there"), scratch.resolve("one-is-there"));
    for (String name : List.of("FirstDbTest", "SecondDbTest", "ThirdDbTest", "FourthDbTest")) {
      test(
          name,
          1,
          """
          @org.junit.jupiter.api.Tag("database")
          @org.junit.jupiter.api.Test
          void alone() throws Exception {
            try (var channel = java.nio.channels.FileChannel.open(Path.of("%s"), WRITE)) {
              if (channel.tryLock() == null) {
                throw new AssertionError("a class on the other worker has the database");
              }
              Thread.sleep(700);
              Files.writeString(Path.of("%s"), "ran\\n", CREATE, APPEND);
            }
          }
          """
              .formatted(lock, log));
    }
    Files.writeString(
        scratch.resolve("fleet.yml"),
        "resources: {database: {tags: [database]}}\n",
        StandardOpenOption.APPEND);

    RealRun.Result result = start("*DbTest", "*MeetingTest");

    assertThat(result.code()).as(result.err() + result.out()).isZero();
    assertThat(result.err()).doesNotContain("resources");
    assertThat(Files.readAllLines(log)).hasSize(4).containsOnly("ran");
  }

  private void awaitWorkers() {
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> fleet.command("client", "nodes").out().contains("two"));
  }

  private void meeting(String name, Path here, Path other) throws IOException {
    test(
        name,
        100,
        """
        @org.junit.jupiter.api.Test
        void meet() throws Exception {
          Files.createFile(Path.of("%s"));
          for (int i = 0; i < 600 && !Files.exists(Path.of("%s")); i++) {
            Thread.sleep(100);
          }
        }
        """
            .formatted(here, other));
  }

  /** A class, and how long it took under Surefire. */
  private void test(String name, int seconds, String method) throws IOException {
    Files.writeString(
        local.project().resolve("src/test/java/example/" + name + ".java"),
        """
        package example;

        import static java.nio.file.StandardOpenOption.*;

        import java.nio.file.*;

        class %s {
        %s}
        """
            .formatted(name, method));
    Path reports = Files.createDirectories(local.project().resolve("target/surefire-reports"));
    Files.writeString(
        reports.resolve("TEST-example." + name + ".xml"),
        "<testsuite name='example.%s' time='%d'/>".formatted(name, seconds));
  }

  /** The exit code, the counts and each line on standard error that says what is wrong. */
  private void assertAlike(int code, String... options) throws Exception {
    RealRun.Result here = local.runBare(options);
    RealRun.Result there = start(options);
    String what = String.join(" ", options);
    assertThat(here.code()).as(what + here.err() + here.out()).isEqualTo(code);
    assertThat(there.code()).as(what + there.err() + there.out()).isEqualTo(code);
    assertThat(verdict(there)).as(what).isEqualTo(verdict(here));
  }

  private static List<String> verdict(RealRun.Result result) {
    return (result.out() + result.err())
        .lines()
        .filter(
            line ->
                line.matches(" (PASSED|FAILED|NO TESTS) .*")
                    || line.startsWith("no test matches")
                    || line.startsWith("rrrspec-java: "))
        .toList();
  }

  private RealRun.Result start(String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of("client", "start", "--wait"));
    words.addAll(List.of(options));
    return fleet.command(words.toArray(String[]::new));
  }
}

package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.PassStreak;
import io.rrrspec.common.model.QuarantinedTest;
import io.rrrspec.common.model.TestMethod;
import io.rrrspec.common.redis.EmbeddedRedis;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.Stores;
import io.rrrspec.persister.record.database.JdbcUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests in quarantine on a fleet of two workers, by its list. */
class FleetQuarantineIT {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String CLASS = "shaky";
  private static final String SHAKY = "example.ShakyTest#shaky";
  private final LocalDate today = LocalDate.now(ZoneOffset.UTC);

  @TempDir Path scratch;

  private final List<Process> services = new ArrayList<>();
  private EmbeddedRedis redis;
  private RedisConnection connection;
  private Stores stores;
  private RealRun client;
  private Process persister;

  @BeforeEach
  void fleet() throws Exception {
    redis = EmbeddedRedis.start(Files.createDirectory(scratch.resolve("redis")));
    connection = RedisConnection.open(redis.url(), 2);
    stores = new Stores(connection, new Keys("rrrspec"));
    client = new RealRun(scratch, "jupiter-5.14");
    Path luck = scratch.resolve("luck");
    test(
        "ShakyTest",
        """
          @Test void green() {}

          @Test void shaky() {
            if (!java.nio.file.Files.exists(java.nio.file.Path.of("%s"))) {
              Assertions.fail("no luck");
            }
          }
        """
            .formatted(luck));
    test("RedTest", "@Test void red() { Assertions.fail(\"on purpose\"); }");
    Files.writeString(
        scratch.resolve("fleet.yml"),
        """
        redis: %s
        http_port: 0
        command_port: 0
        taskset_class: %s
        max_trials: 2
        database_url: %s
        rsync_remote_path: %s
        """
            .formatted(
                redis.url(),
                CLASS,
                JdbcUrl.ofFile(scratch.resolve("record")),
                Files.createDirectory(scratch.resolve("sent"))));
    client.settings(scratch.resolve("fleet.yml"));
    service("server");
    persister = service("persister");
    for (String name : List.of("one", "two")) {
      service(
          "worker", "--name", name, "--slaves", "1", "--working-dir", scratch.resolve(name) + "");
    }
    Awaitility.await()
        .atMost(LIMIT)
        .until(() -> client.command("client", "nodes").out().contains("two"));
  }

  private void test(String name, String body) throws IOException {
    Files.writeString(
        client.project().resolve("src/test/java/example/" + name + ".java"),
        """
        package example;

        import org.junit.jupiter.api.*;

        class %s {
        %s}
        """
            .formatted(name, body));
  }

  private Process service(String... words) throws IOException {
    RealRun place = client.beside(Files.createTempDirectory(scratch, words[0]));
    place.settings(scratch.resolve("fleet.yml"));
    Process service = place.startCommand(List.of(words));
    services.add(service);
    return service;
  }

  @AfterEach
  void end() throws Exception {
    services.forEach(Process::destroy);
    for (Process service : services) {
      service.waitFor();
    }
    connection.close();
    redis.close();
  }

  private RealRun.Result quarantine(String... words) throws Exception {
    List<String> all = new ArrayList<>(List.of("client", "quarantine"));
    all.addAll(List.of(words));
    return client.command(all.toArray(String[]::new));
  }

  private RealRun.Result start(String... patterns) throws Exception {
    List<String> words = new ArrayList<>(List.of("client", "start", "--wait"));
    words.addAll(List.of(patterns));
    return client.command(words.toArray(String[]::new));
  }

  private void awaitStreak(PassStreak wanted) {
    Awaitility.await()
        .atMost(LIMIT)
        .untilAsserted(() -> assertThat(stores.passStreaks().find(CLASS)).contains(wanted));
  }

  @Test
  void aTestIsMutedUntilItIsReleased() throws Exception {
    TestMethod shaky = TestMethod.parse(SHAKY);
    RealRun.Result added = quarantine("add", SHAKY, "--reason", "SHOP-1", "--owner", "ann");
    assertThat(added.code()).as(added.err()).isZero();
    assertThat(added.out())
        .isEqualTo(
            SHAKY
                + " is quarantined until "
                + today.plusDays(30)
                + " (ann: SHOP-1), for "
                + CLASS
                + "\n");
    assertThat(added.err()).contains("warning: no run of the taskset_class shaky has had ");
    RealRun.Result again = quarantine("add", SHAKY, "--reason", "mine", "--owner", "bob");
    assertThat(again.code()).isEqualTo(2);
    assertThat(again.err()).contains("is in quarantine already", "(ann: SHOP-1)");

    RealRun.Result muted = start("ShakyTest");
    assertThat(muted.code()).as(muted.err() + muted.out()).isZero();
    assertThat(muted.out())
        .contains(
            " PASSED    1 passed, 1 failed in quarantine  of 2 tests",
            "example.ShakyTest › shaky",
            "(ann: SHOP-1)",
            "no luck");
    awaitStreak(new PassStreak(shaky, 0, true));

    RealRun.Result mixed = start("ShakyTest", "RedTest");
    assertThat(mixed.code()).isEqualTo(1);
    assertThat(mixed.out())
        .contains("1 failed in quarantine", " Classes   2, 1 of them failed", "on purpose");

    Files.createFile(scratch.resolve("luck"));
    RealRun.Result lucky = start("ShakyTest");
    assertThat(lucky.code()).isZero();
    assertThat(lucky.out()).contains(" PASSED    2 passed  of 2 tests");
    awaitStreak(new PassStreak(shaky, 1, true));

    // A test that is gone, and one that is ready.
    assertThat(quarantine("add", "example.GoneTest#gone", "--reason", "r").code()).isZero();
    // It must not count again before the client has looked.
    persister.destroy();
    persister.waitFor();
    stores.passStreaks().save(CLASS, List.of(new PassStreak(shaky, PassStreak.RELEASE, true)));
    RealRun.Result proposing = start("ShakyTest");
    assertThat(proposing.err())
        .contains(
            "quarantine: "
                + SHAKY
                + " has passed 50 times in a row; release it: rrrspec-java client"
                + " quarantine remove "
                + SHAKY);
    persister = service("persister");
    awaitStreak(new PassStreak(TestMethod.parse("example.GoneTest#gone"), 0, false));
    awaitStreak(new PassStreak(shaky, 2, true));
    assertThat(quarantine("list").out())
        .containsPattern("fleet +0 +example.GoneTest#gone +no such test in the last 50 runs")
        .containsPattern("ann +fleet +2 +" + SHAKY);

    assertThat(quarantine("remove", SHAKY).code()).isZero();
    assertThat(quarantine("remove", SHAKY).code()).isEqualTo(2);
    Files.delete(scratch.resolve("luck"));
    RealRun.Result red = start("ShakyTest");
    assertThat(red.code()).isEqualTo(1);
    assertThat(red.out()).contains("no luck").doesNotContain("quarantine");
  }

  @Tag("nightly")
  @Test
  void theDayAfterItsLastOneAFailureIsRedAndTheFileOfTheProjectMutesOnAFleetToo() throws Exception {
    stores
        .quarantine()
        .add(
            CLASS,
            new QuarantinedTest(TestMethod.parse(SHAKY), "ann", "SHOP-1", today.minusDays(1)),
            today);
    RealRun.Result ended = start("ShakyTest");
    assertThat(ended.code()).as(ended.err() + ended.out()).isEqualTo(1);
    assertThat(ended.out())
        .contains("its quarantine ended on " + today.minusDays(1) + " (ann: SHOP-1)", "no luck");
    assertThat(quarantine("list").out()).contains("ended: its failures count");

    RealRun.Result inFile = quarantine("add", SHAKY, "--reason", "SHOP-2", "--file");
    assertThat(inFile.code()).as(inFile.err()).isZero();
    assertThat(client.project().resolve(".rrrspec-quarantine.yml")).exists();
    RealRun.Result muted = start("ShakyTest");
    assertThat(muted.code()).as(muted.err() + muted.out()).isZero();
    assertThat(muted.out()).contains("1 failed in quarantine", "SHOP-2");
  }
}

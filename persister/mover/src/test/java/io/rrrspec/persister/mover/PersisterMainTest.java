package io.rrrspec.persister.mover;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.JudgementStore;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.WorkerStore;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.database.JdbcUrl;
import io.rrrspec.persister.record.run.RunReader;
import io.rrrspec.persister.record.save.TasksetArchive;
import io.rrrspec.testing.DaemonProcess;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The persister as a process of its own, with the file that it takes by default. */
class PersisterMainTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  @TempDir Path directory;

  private final RedisConnection redis = testRedis.connection();
  private final Keys keys = testRedis.keys();
  private final TasksetStore tasksets = new TasksetStore(redis, keys);
  private final WorkerStore workers = new WorkerStore(redis, keys);
  private final String worker = keys.worker("w");

  private DaemonProcess persister(Map<String, String> more) throws IOException {
    Map<String, String> environment = new HashMap<>();
    environment.put("RRRSPEC_REDIS", testRedis.url().toString());
    environment.put("RRRSPEC_NAMESPACE", keys.namespace());
    environment.putAll(more);
    return DaemonProcess.start(PersisterMain.class.getName(), directory, environment, "persister");
  }

  @ParameterizedTest
  @CsvSource({"--set-aside", "--retry=all"})
  void that_no_run_is_set_aside_is_said_beside_the_empty_answer(String option) throws Exception {
    Map<String, String> environment =
        Map.of("RRRSPEC_REDIS", testRedis.url().toString(), "RRRSPEC_NAMESPACE", keys.namespace());
    try (DaemonProcess asked =
        DaemonProcess.start(
            PersisterMain.class.getName(), directory, environment, "persister", option)) {
      assertThat(asked.awaitExit()).isZero();
      assertThat(asked.output()).isEmpty();
      assertThat(asked.log()).isEqualTo("no run is set aside\n");
    }
  }

  /** Of one task that passed; its worker has not left yet. */
  private String finishedTaskset() {
    String key = aTaskset().withTasks("good").activatedIn(tasksets);
    workers.announce(worker, "default", "host", Duration.ofMinutes(5));
    workers.assign(key, worker, 0, 1, Duration.ofMinutes(1));
    workers.take(worker, key);
    String slave = Keys.slave(worker, "4711");
    long life = new SlaveStore(redis).register(slave, key, "host", true).orElseThrow();
    TrialStore trials = new TrialStore(redis, keys);
    TrialStore.Claim.Run run = (TrialStore.Claim.Run) trials.claim(key, slave, life);
    trials.finish(
        run.trial(),
        slave,
        key,
        new TrialResult(TrialStatus.PASSED, "", "", 1, 0, 0, List.of(), null, 0));
    MessageQueue arbiter = MessageQueue.arbiter(redis, keys, keys.server("judge"));
    new JudgementStore(redis, keys).judge(arbiter.processing(), 5, arbiter.take(10));
    return key;
  }

  @Test
  void stoppedBetweenItsTwoStepsItGivesTheTasksetBackAndTheNextOneFinishes() throws Exception {
    String key = finishedTaskset();
    try (DaemonProcess first = persister(Map.of())) {
      first.awaitLog("persister is ready");
      first.awaitLog("taskset " + key + ": succeeded and persisted");
      first.terminate();
      assertThat(first.awaitExit()).isZero();
      first.awaitLog("1 taskset given back that was taken and not done");
      assertThat(first.output()).isEmpty();
    }
    assertThat(redis.commands().lrange(keys.persisterQueue(), 0, -1)).containsExactly(key);
    assertThat(redis.commands().keys("test:server*")).isEmpty();

    workers.leave(worker, key, "", true, Duration.ofDays(1));
    try (DaemonProcess second = persister(Map.of())) {
      second.awaitLog("taskset " + key + ": logs persisted");
      second.terminate();
      assertThat(second.awaitExit()).isZero();
      second.awaitLog("0 tasksets given back");
    }
    Path file = directory.resolve(".local/share/rrrspec-java/history");
    try (Database database = Database.open(JdbcUrl.ofFile(file))) {
      assertThat(new RunReader(database).recent(10)).hasSize(1);
      assertThat(new TasksetArchive(database).areLogsSaved(Keys.lastPart(key))).isTrue();
    }
  }

  @Test
  void killedInBetweenItsMessagesStayInItsHandsForAServerToTakeOver() throws Exception {
    String key = finishedTaskset();
    try (DaemonProcess persister = persister(Map.of())) {
      persister.awaitLog("taskset " + key + ": succeeded and persisted");
      persister.kill();
      persister.awaitExit();
    }
    String dead = redis.commands().smembers(keys.servers()).iterator().next();
    assertThat(dead).startsWith(keys.server("persister-"));
    redis.commands().del(Keys.heartbeat(dead));
    MessageQueue queue = MessageQueue.persister(redis, keys, keys.server("heir"));
    assertThat(queue.takeOverFrom(dead)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "REDIS | redis://127.0.0.1:1 | 3 | no Redis answers at 127.0.0.1:1: start it, or correct `redis`",
        "DATABASE_URL | jdbc:postgresql://u:secret@db/x | 2 | database_url jdbc:postgresql://u:***@db/x"
            + " cannot be understood: write"
            + " jdbc:postgresql://HOST/NAME?user=USER&password=PASSWORD",
        "DATABASE_URL | jdbc:oracle:x | 2 | database_url jdbc:oracle:x names no known database: write"
            + " jdbc:h2:..., jdbc:postgresql:..., jdbc:mariadb:... or jdbc:mysql:...",
      })
  void a_wrong_setting_is_one_line(String key, String value, int code, String message)
      throws Exception {
    try (DaemonProcess persister = persister(Map.of("RRRSPEC_" + key, value))) {
      assertThat(persister.awaitExit()).isEqualTo(code);
      assertThat(persister.log()).isEqualTo("rrrspec-java: " + message + "\n");
      assertThat(redis.commands().keys("test:server*")).isEmpty();
    }
  }
}

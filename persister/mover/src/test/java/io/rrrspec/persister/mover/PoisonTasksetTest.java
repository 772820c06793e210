package io.rrrspec.persister.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.SetAsideStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.database.JdbcUrl;
import io.rrrspec.persister.record.history.ClassHistory;
import io.rrrspec.persister.record.save.TasksetArchive;
import io.rrrspec.testing.TestRedis;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.UnifiedJedis;

/** A taskset that cannot be persisted keeps no other out of the history. */
class PoisonTasksetTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  @TempDir Path directory;
  private final Keys keys = redis.keys();
  private final AtomicLong now = new AtomicLong(1_700_000_000_000L);
  private UnifiedJedis raw;
  private Database database;
  private TasksetArchive archive;
  private Persister persister;

  @BeforeEach
  void open() {
    var connection = redis.connection();
    raw = connection.commands();
    database = Database.open(JdbcUrl.ofFile(directory.resolve("history")));
    archive = new TasksetArchive(database);
    persister =
        new Persister(
            new Stores(connection, keys),
            MessageQueue.persister(connection, keys, keys.server("p1")),
            archive,
            new ClassHistory(database),
            () -> Instant.ofEpochMilli(now.get()));
  }

  @AfterEach
  void close() {
    database.close();
  }

  private String finished() {
    String key = keys.taskset(UUID.randomUUID().toString());
    String task = Keys.task(key, "FooTest");
    raw.hset(
        key,
        Map.of(
            "status", "succeeded",
            "rsync_name", "x",
            "taskset_class", "c",
            "succeeded_count", "1",
            "task_count", "1",
            "created_ms", "1700000000000",
            "finished_ms", "1700000001000"));
    raw.hset(task, Map.of("taskset", key, "spec_file", "FooTest", "status", "passed"));
    raw.rpush(Keys.tasks(key), task);
    return key;
  }

  private boolean saved(String key) {
    return archive.isSaved(Keys.lastPart(key));
  }

  @ParameterizedTest
  @ValueSource(strings = {":tasks", ":worker_log", ":slave", ":log"})
  void one_that_fails_again_and_again_is_set_aside_and_the_others_are_persisted(String part) {
    String poison = finished();
    raw.del(poison + part);
    raw.hset(poison + part, "wrong", "type");
    String good = finished();
    raw.rpush(keys.persisterQueue(), poison, good);

    persister.step();
    assertThat(saved(good)).isTrue();
    for (int second = 0; second < 60; second++) {
      persister.step();
      now.addAndGet(1_000);
    }

    assertThat(archive.areLogsSaved(Keys.lastPart(good))).isTrue();
    SetAsideStore aside = new SetAsideStore(redis.connection(), keys);
    assertThat(aside.all()).singleElement().extracting("key").isEqualTo(poison);
    assertThat(aside.all().get(0).why()).as("why").contains("WRONGTYPE");
    assertThat(raw.llen(Keys.processing(keys.server("p1"), "persister_queue"))).isZero();
    assertThat(raw.ttl(poison))
        .as("lives as long as it is listed, and not for ever")
        .isBetween(SetAsideStore.LIFE.toSeconds() - 100, SetAsideStore.LIFE.toSeconds());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "estimate_ms",
        "cpu_estimate_ms",
        "wait_estimate_ms",
        "culprits",
        "affinity",
        "part_times"
      })
  void estimates_that_are_damaged_keep_no_run_out_of_the_history(String name) {
    raw.set("test:" + name + ":c", "text");
    String good = finished();
    raw.rpush(keys.persisterQueue(), good);

    for (int second = 0; second < 60; second++) {
      persister.step();
      now.addAndGet(1_000);
    }

    assertThat(archive.areLogsSaved(Keys.lastPart(good))).isTrue();
    assertThat(new SetAsideStore(redis.connection(), keys).all()).isEmpty();
  }

  @Test
  void oneThatWasMendedIsTriedAgainWhenAPersonSaysSo() {
    String poison = finished();
    raw.rename(poison + ":tasks", "test:mended");
    raw.hset(poison + ":tasks", "wrong", "type");
    raw.rpush(keys.persisterQueue(), poison);
    for (int second = 0; second < 60; second++) {
      persister.step();
      now.addAndGet(1_000);
    }
    SetAsideRuns runs = new SetAsideRuns(new Stores(redis.connection(), keys));
    assertThat(listed(runs)).matches("(?s)" + poison + "  20\\S+Z  .*WRONGTYPE.*\\R");
    assertThatThrownBy(() -> runs.retry(List.of("test:taskset:other"), out()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("no run test:taskset:other is set aside");

    raw.rename("test:mended", poison + ":tasks");
    runs.retry(List.of(SetAsideRuns.ALL), out());
    persister.step();
    persister.step();

    assertThat(listed(runs)).isEmpty();
    assertThat(archive.areLogsSaved(Keys.lastPart(poison))).isTrue();
    assertThat(raw.exists(keys.setAsideRuns(), keys.setAsideReasons())).isZero();
    runs.retry(List.of(SetAsideRuns.ALL), out());
  }

  private static PrintWriter out() {
    return new PrintWriter(Writer.nullWriter());
  }

  private static String listed(SetAsideRuns runs) {
    StringWriter text = new StringWriter();
    runs.list(new PrintWriter(text));
    return text.toString();
  }

  @Test
  void whatFailsForNoKnownReasonIsTriedForHours() {
    Tries tries = new Tries();
    long at = 0;
    int count = 1;
    while (tries.failedForUnknownReason("x", at)) {
      assertThat(tries.mayTry("x", at)).isFalse();
      at += 300_000;
      assertThat(tries.mayTry("x", at)).isTrue();
      count++;
    }
    assertThat(count).isEqualTo(80);
  }

  @Test
  void thePausesBetweenTriesGrow() {
    Tries tries = new Tries();
    long at = 0;
    for (long pause : List.of(1_000L, 2_000L, 4_000L, 8_000L)) {
      assertThat(tries.failed("x", at)).isTrue();
      assertThat(tries.mayTry("x", at + pause - 1)).isFalse();
      assertThat(tries.mayTry("y", at)).isTrue();
      at += pause;
      assertThat(tries.mayTry("x", at)).isTrue();
    }
    assertThat(tries.failed("x", at)).isFalse();
    assertThat(tries.keys()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nonsense", "test:taskset:gone", "test:text", "test:list"})
  void what_is_no_taskset_is_set_aside(String message) {
    raw.set("test:text", "text");
    raw.rpush("test:list", "entry");
    String good = finished();
    raw.rpush(keys.persisterQueue(), message, good);

    for (int second = 0; second < 60; second++) {
      persister.step();
      now.addAndGet(1_000);
    }

    assertThat(archive.areLogsSaved(Keys.lastPart(good))).isTrue();
    assertThat(raw.lrange(keys.setAside(), 0, -1)).containsExactly("persister_queue " + message);
    assertThat(raw.type("test:list")).isEqualTo("list");
  }

  @Test
  void tasksAndTrialsWithNonsenseInTheirFieldsArePersistedAsFarAsTheyGo() {
    String key = finished();
    String odd = Keys.task(key, "OddTest");
    String trial = odd + ":trial:1";
    raw.hset(
        odd,
        Map.of("taskset", key, "spec_file", "OddTest", "status", "?", "estimate_ms", "-99999999"));
    raw.hset(
        trial,
        Map.of(
            "task",
            odd,
            "status",
            "?",
            "verdict",
            "?",
            "passed",
            "many",
            "cases",
            "[{",
            "started_ms",
            "9223372036854775807",
            "finished_at",
            "yesterday"));
    raw.set(odd + ":trial:2", "text");
    raw.rpush(Keys.trials(odd), trial, odd + ":trial:2", "nonsense");
    raw.rpush(Keys.tasks(key), odd, "nonsense", "");
    raw.hset(key, Map.of("created_ms", "soon", "finished_ms", "-5", "max_trials", "x"));
    raw.rpush(keys.persisterQueue(), key);

    persister.step();

    assertThat(saved(key)).isTrue();
  }

  @Test
  void keysThatDoNotBelongToATasksetDoNotExpireWithIt() {
    String key = finished();
    raw.sadd(keys.workers(), "test:worker:w1");
    raw.hset("test:worker:w1", "worker_type", "default");
    for (String list : List.of(":tasks", ":slave", ":worker_log", ":task:FooTest:trial")) {
      raw.rpush(key + list, keys.workers(), "test:worker:w1");
    }
    raw.set(key + ":task:odd:trial", "text");
    raw.rpush(Keys.tasks(key), key + ":task:odd");
    raw.rpush(keys.persisterQueue(), key);

    persister.step();
    persister.step();

    assertThat(archive.areLogsSaved(Keys.lastPart(key))).isTrue();
    assertThat(raw.ttl(key)).isPositive();
    assertThat(raw.ttl(Keys.task(key, "FooTest"))).isPositive();
    assertThat(raw.ttl(keys.workers())).isEqualTo(-1);
    assertThat(raw.ttl("test:worker:w1")).isEqualTo(-1);
  }

  @Test
  void nobodyIsSetAsideBecauseTheDatabaseDoesNotServe() {
    String good = finished();
    raw.rpush(keys.persisterQueue(), good);
    database.close();

    for (int second = 0; second < 60; second++) {
      assertThatThrownBy(persister::step).isInstanceOf(RuntimeException.class);
      now.addAndGet(1_000);
    }

    assertThat(raw.exists(keys.setAside())).isFalse();
    assertThat(raw.lrange(Keys.processing(keys.server("p1"), "persister_queue"), 0, -1))
        .containsExactly(good);
  }
}

package io.rrrspec.persister.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rrrspec.common.loop.Loop;
import io.rrrspec.common.redis.Edge;
import io.rrrspec.common.redis.Fate;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.redis.SimulatedRedis;
import io.rrrspec.common.store.AffinityStore;
import io.rrrspec.common.store.CulpritStore;
import io.rrrspec.common.store.EstimateStore;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.PartTimesStore;
import io.rrrspec.common.store.PassStreakStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.persister.record.HeldBack;
import io.rrrspec.persister.record.SqlRows;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.history.ClassHistory;
import io.rrrspec.persister.record.save.TasksetArchive;
import io.rrrspec.testing.RedisRuns;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Several tasksets at once, by one persister and by two. */
@ParameterizedClass(name = "{0}")
@EnumSource(TestDatabase.class)
class DrainTest {
  private static final int AT_ONCE = 4;

  @RegisterExtension static final TestRedis redisServer = new TestRedis();

  @TempDir Path dir;

  @Parameter TestDatabase kind = TestDatabase.H2;

  private final RedisConnection redis = redisServer.connection();
  private final Keys keys = redisServer.keys();
  private final EstimateStore estimates = new EstimateStore(redis, keys);
  private final RedisRuns runs = new RedisRuns(redis, keys);
  private final List<AutoCloseable> open = new ArrayList<>();
  private String url = "";
  private Database database;
  private TasksetArchive archive;

  @BeforeEach
  void openDatabase() throws Exception {
    url = kind.newUrl(dir);
    database = Database.open(url);
    open.add(database);
    archive = new TasksetArchive(database);
  }

  @AfterEach
  void close() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }

  private Persister persister(String id, EstimateStore estimateStore, KeyedJobs jobs) {
    // Each has connections of its own, as processes have.
    Database own = Database.open(url);
    open.add(own);
    return new Persister(
        new Stores(redis, keys),
        MessageQueue.persister(redis, keys, keys.server(id)),
        new TasksetArchive(own),
        new ClassEstimates(
            estimateStore,
            new CulpritStore(redis, keys),
            new AffinityStore(redis, keys),
            new PartTimesStore(redis, keys),
            new PassStreakStore(redis, keys),
            new ClassHistory(own)),
        InstantSource.system(),
        jobs);
  }

  /** Starts one with several hands; it ends with the test, before the database. */
  private void start(String id) {
    Persister persister = persister(id, estimates, KeyedJobs.inThreads(AT_ONCE));
    Loop loop = Loop.start(persister, Duration.ofMillis(100));
    open.add(
        () -> {
          assertThat(loop.finish(Duration.ofSeconds(30))).isTrue();
          assertThat(persister.finish(Duration.ofSeconds(30))).isTrue();
        });
  }

  /** Whether a transaction may be held back while others go on: not in an H2 file. */
  private boolean writesAtOnce() {
    return kind != TestDatabase.H2;
  }

  private HeldBack heldBack(String key) {
    return new HeldBack(url, new TasksetStore(redis, keys).find(key).orElseThrow());
  }

  /** One whose UUID comes before those that are drawn by lot. */
  private String early(int number, int tasks) {
    return runs.end("00000000-0000-4000-8000-00000000000" + number, "c", tasks, i -> Map.of());
  }

  private boolean saved(String key) {
    return archive.isSaved(Keys.lastPart(key));
  }

  private long held(String persister) {
    return redis.commands().llen(Keys.processing(keys.server(persister), "persister_queue"));
  }

  private static void await(String what, Callable<Boolean> condition) {
    Awaitility.await(what).atMost(Duration.ofMinutes(1)).until(condition);
  }

  @Test
  void aSmallTasksetDoesNotWaitForOneThatTakesLong() {
    assumeTrue(writesAtOnce(), "one transaction at a time writes into an H2 file");
    String large = early(0, 50);
    try (HeldBack held = heldBack(large)) {
      start("p");
      await("it is at work", () -> held("p") == 1);
      String small = runs.end("c", 1, 100);
      await("the small one is there", () -> archive.areLogsSaved(Keys.lastPart(small)));
      assertThat(saved(large)).isFalse();
    }
    await("the large one is there", () -> archive.areLogsSaved(Keys.lastPart(large)));
    assertThat(SqlRows.count(database, "task")).isEqualTo(51);
  }

  @Test
  void twoShareWhatIsThereAndEachIsThereOnce() {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      all.add(i < AT_ONCE ? early(i, 5) : runs.end("class-" + i % 3, 5, 100));
    }
    if (writesAtOnce()) {
      theFreeOneDoesWhatTheBusyOneCannot(all);
    } else {
      start("busy");
      start("free");
    }
    // Of those that were held back MariaDB may send some back, which are tried again.
    await(
        "all is done",
        () -> all.stream().allMatch(this::saved) && held("busy") + held("free") == 0);
    assertThat(all).allMatch(this::saved);
    assertThat(SqlRows.count(database, "taskset")).isEqualTo(40);
    assertThat(SqlRows.count(database, "task")).isEqualTo(200);
    assertThat(SqlRows.count(database, "trial")).isEqualTo(200);
  }

  private void theFreeOneDoesWhatTheBusyOneCannot(List<String> all) {
    List<HeldBack> held = all.subList(0, AT_ONCE).stream().map(this::heldBack).toList();
    try {
      start("busy");
      await("its hands are full", () -> held("busy") == AT_ONCE);
      assertThat(redis.commands().llen(keys.persisterQueue())).isEqualTo(40 - AT_ONCE);
      start("free");
      await("the other one does the rest", () -> all.stream().filter(this::saved).count() == 36);
      assertThat(held("busy")).isEqualTo(AT_ONCE);
    } finally {
      held.forEach(HeldBack::close);
    }
  }

  @Test
  void whoeverWritesEstimatesLastWritesThoseOfTheNewestRuns() {
    AtomicInteger writes = new AtomicInteger();
    Persister other = persister("other", estimates, KeyedJobs.inCaller(AT_ONCE));
    Edge edge =
        commands -> {
          if (commands.contains("HSET") && writes.getAndIncrement() == 0) {
            // The first one has read what it is about to write: now a newer run comes, and passes.
            runs.end("c", 1, 900);
            other.step();
          }
          return Fate.ARRIVES;
        };
    try (SimulatedRedis slow = new SimulatedRedis(redisServer.url(), edge)) {
      EstimateStore late = new EstimateStore(slow.connection(), keys);
      Persister first = persister("first", late, KeyedJobs.inCaller(AT_ONCE));
      runs.end("c", 1, 100);
      first.step();
    }
    assertThat(writes.get()).as("it has written again").isGreaterThan(1);
    assertThat(estimates.find("c")).containsEntry("Spec0", Duration.ofMillis(900));
  }
}

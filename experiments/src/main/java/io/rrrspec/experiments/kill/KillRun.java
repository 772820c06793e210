package io.rrrspec.experiments.kill;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.ServerStore;
import io.rrrspec.persister.mover.PersisterMain;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.testing.DaemonProcess;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.SqlServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * Kills a persister, and the database under it, again and again at random moments while tasksets
 * end; then lets everything come to rest and compares.
 */
final class KillRun {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** A persister looks every tenth of a second whether workers have left. */
  private static final int LONGEST_PAUSE_MILLIS = 150;

  private final String databaseUrl;
  private final @Nullable SqlServer server;
  private final Path directory;
  private final Random random;
  private final RedisConnection redis;
  private final Keys keys;
  private final String redisUrl;
  private final ServerStore members;
  private final MessageQueue queue;
  private final Feeder feeder;
  private final Hands persisterKills;
  private final Hands databaseKills;

  /** With a database that dies with the persister. */
  KillRun(String databaseUrl, TestRedis testRedis, Path directory, long seed) {
    this(databaseUrl, null, testRedis, directory, seed);
  }

  /** With a server. */
  KillRun(SqlServer server, TestRedis testRedis, Path directory, long seed) throws Exception {
    this(server.url(server.newDatabase()), server, testRedis, directory, seed);
  }

  private KillRun(
      String databaseUrl,
      @Nullable SqlServer server,
      TestRedis testRedis,
      Path directory,
      long seed) {
    this.databaseUrl = databaseUrl;
    this.server = server;
    this.directory = directory;
    this.random = new Random(seed);
    this.redis = testRedis.connection();
    this.keys = testRedis.keys();
    this.redisUrl = testRedis.url().toString();
    this.members = new ServerStore(redis, keys);
    this.queue = MessageQueue.persister(redis, keys, keys.server("heir"));
    this.feeder = new Feeder(redis, keys, random);
    this.persisterKills = new Hands(redis, keys);
    this.databaseKills = new Hands(redis, keys);
  }

  /**
   * Runs all of it and prints the figures.
   *
   * @param persisters how often a persister is killed
   * @param databases how often the server of the database is killed; ignored without one
   */
  Complaints run(int persisters, int databases) throws Exception {
    for (int kill = 0; kill < persisters; kill++) {
      killPersister();
    }
    try (DaemonProcess last = persister()) {
      last.awaitLog("persister is ready");
      SqlServer killed = server;
      for (int kill = 0; killed != null && kill < databases; kill++) {
        killDatabase(killed);
      }
      feeder.leave();
      await("everything is persisted", () -> queue.size() == 0 && persisterKills.all().isEmpty());
      last.terminate();
      last.awaitExit();
    }
    // Only now: of an H2 file the first one that opens it is the server, and that is to be killed.
    try (Database database = Database.open(databaseUrl)) {
      Whole whole = new Whole(redis, keys, database);
      Complaints complaints = whole.compare(feeder.ended());
      print(persisters, databases, whole.counted(), complaints);
      return complaints;
    }
  }

  private void print(int persisters, int databases, String counted, Complaints complaints) {
    System.out.printf("%s: persister killed %d times: %s%n", kind(), persisters, persisterKills);
    if (server == null) {
      System.out.printf("%s: the database is killed with the persister%n", kind());
    } else {
      System.out.printf("%s: database killed %d times: %s%n", kind(), databases, databaseKills);
    }
    System.out.printf(
        "%s: %d tasksets compared, %s: %s%n", kind(), feeder.ended().size(), counted, complaints);
  }

  private String kind() {
    return List.of(databaseUrl.split(":")).get(1);
  }

  private DaemonProcess persister() throws IOException {
    return DaemonProcess.start(
        PersisterMain.class.getName(),
        directory,
        Map.of(
            "RRRSPEC_REDIS", redisUrl,
            "RRRSPEC_NAMESPACE", keys.namespace(),
            "RRRSPEC_DATABASE_URL", databaseUrl),
        "persister");
  }

  private void killPersister() throws Exception {
    try (DaemonProcess persister = persister()) {
      // What the last one has left is for both steps, too.
      feeder.leave();
      feeder.feed(2);
      persister.awaitLog("persister is ready");
      aRandomMoment();
      persister.kill();
      persister.awaitExit();
    }
    persisterKills.note();
    takeOver();
  }

  private void killDatabase(SqlServer killed) throws Exception {
    aRandomMoment();
    killed.kill();
    databaseKills.note();
    feeder.feed(random.nextInt(3));
    Thread.sleep(random.nextInt(500));
    killed.startAgain();
  }

  /**
   * In two of four cases one in which step one has work to do, in one of four step two; in the last
   * one all that is held waits for its workers.
   */
  private void aRandomMoment() throws InterruptedException {
    feeder.feed(1 + random.nextInt(4));
    int kind = random.nextInt(4);
    if (kind >= 2) {
      await("step one is done", () -> queue.size() == 0 && persisterKills.stepOneIsDone());
    }
    if (kind == 2) {
      feeder.leave();
    }
    Thread.sleep(random.nextInt(LONGEST_PAUSE_MILLIS));
  }

  /** What a watchdog does when the heartbeat has ended, without the wait for that. */
  private void takeOver() {
    for (String dead : members.all()) {
      members.silence(dead);
      queue.takeOverFrom(dead);
      members.retire(dead);
    }
  }

  private static void await(String what, Callable<Boolean> condition) {
    Awaitility.await(what)
        .atMost(LIMIT)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(10))
        .until(condition);
  }
}

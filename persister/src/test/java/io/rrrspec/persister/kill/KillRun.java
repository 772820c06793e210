package io.rrrspec.persister.kill;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.ServerStore;
import io.rrrspec.common.testing.DaemonProcess;
import io.rrrspec.common.testing.TestRedis;
import io.rrrspec.persister.PersisterMain;
import io.rrrspec.persister.db.Database;
import io.rrrspec.persister.db.TasksetArchive;
import io.rrrspec.persister.testing.SqlServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.awaitility.Awaitility;

/**
 * Kills a persister, and the database under it, again and again at random moments while tasksets
 * end; then lets everything come to rest and counts.
 */
final class KillRun {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final SqlServer server;
  private final Path directory;
  private final Random random;
  private final RedisConnection redis;
  private final Keys keys;
  private final String redisUrl;
  private final ServerStore members;
  private final MessageQueue queue;
  private final Feeder feeder;
  private final String databaseUrl;
  private final TasksetArchive archive;
  private final Database database;
  private int inHand;
  private int notSaved;
  private int betweenSteps;

  KillRun(SqlServer server, TestRedis testRedis, Path directory, long seed) throws Exception {
    this.server = server;
    this.directory = directory;
    this.random = new Random(seed);
    this.redis = testRedis.connection();
    this.keys = testRedis.keys();
    this.redisUrl = testRedis.url().toString();
    this.members = new ServerStore(redis, keys);
    this.queue = MessageQueue.persister(redis, keys, keys.server("heir"));
    this.feeder = new Feeder(redis, keys, random);
    this.databaseUrl = server.url(server.newDatabase());
    this.database = Database.open(databaseUrl);
    this.archive = new TasksetArchive(database);
  }

  /** Runs all of it; returns what is not there once and whole. */
  List<String> run(int persisterKills, int databaseKills) throws Exception {
    try (database) {
      for (int kill = 0; kill < persisterKills; kill++) {
        killPersister();
      }
      try (DaemonProcess last = persister()) {
        last.awaitLog("persister is ready");
        for (int kill = 0; kill < databaseKills; kill++) {
          killDatabase();
        }
        feeder.end();
        Awaitility.await("everything is persisted").atMost(LIMIT).until(this::isAtRest);
        last.terminate();
        last.awaitExit();
      }
      Whole whole = new Whole(redis, keys, database);
      List<String> complaints = whole.compare(feeder.ended());
      System.out.printf(
          "%s: persister killed %d times (with %d tasksets in hand: %d before or in step one, %d"
              + " after it), database killed %d times: %d tasksets, %s: %d complaints%n",
          databaseUrl.split(":")[1],
          persisterKills,
          inHand,
          notSaved,
          betweenSteps,
          databaseKills,
          feeder.ended().size(),
          whole.counted(),
          complaints.size());
      return complaints;
    }
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
      // Something to do from its first moment on.
      feed(3);
      persister.awaitLog("persister is ready");
      feed(random.nextInt(8));
      Thread.sleep(random.nextInt(60));
      persister.kill();
      persister.awaitExit();
    }
    takeOver();
  }

  /** What a watchdog does when the heartbeat has ended, without the wait for that. */
  private void takeOver() {
    for (String dead : members.all()) {
      for (String key : redis.commands().lrange(Keys.processing(dead, "persister_queue"), 0, -1)) {
        inHand++;
        if (archive.isSaved(Keys.lastPart(key))) {
          betweenSteps++;
        } else {
          notSaved++;
        }
      }
      members.silence(dead);
      queue.takeOverFrom(dead);
      members.retire(dead);
    }
  }

  private void killDatabase() throws Exception {
    feed(1 + random.nextInt(5));
    Thread.sleep(random.nextInt(60));
    server.kill();
    feed(random.nextInt(3));
    Thread.sleep(random.nextInt(500));
    server.startAgain();
  }

  private void feed(int tasksets) {
    for (int i = 0; i < tasksets; i++) {
      feeder.feed();
    }
  }

  private boolean isAtRest() {
    return queue.size() == 0
        && members.all().stream()
            .allMatch(
                member ->
                    redis.commands().llen(Keys.processing(member, "persister_queue")) == 0);
  }
}

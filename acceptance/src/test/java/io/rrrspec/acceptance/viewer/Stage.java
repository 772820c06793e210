package io.rrrspec.acceptance.viewer;

import io.rrrspec.common.config.RedisAddress;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.model.TasksetRequest;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.Stores;
import io.rrrspec.persister.mover.Persister;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.database.JdbcUrl;
import io.rrrspec.persister.record.history.ClassHistory;
import io.rrrspec.persister.record.save.TasksetArchive;
import io.rrrspec.persister.viewer.Viewer;
import io.rrrspec.persister.viewer.run.EndedRun;
import io.rrrspec.persister.viewer.run.Records;
import io.rrrspec.testing.TestRedis;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;

/** A viewer with a real Redis and a real database, on which runs are played step by step. */
final class Stage implements AutoCloseable {
  /** Steps without an end after which something is wrong. */
  static final int PATIENCE = 200;

  private final TestRedis testRedis = new TestRedis();
  private final RedisConnection redis = testRedis.connection();
  private final Keys keys = testRedis.keys();
  private final Database database;
  private final Viewer viewer;
  private final Persister persister;

  /** Begins with nothing in Redis and nothing in the database. */
  Stage(Path directory) {
    this(directory, "");
  }

  /** The same, with a token that changes something. */
  Stage(Path directory, String token) {
    redis.commands().flushAll();
    database = Database.open(JdbcUrl.ofFile(directory.resolve("history")));
    persister =
        new Persister(
            new Stores(redis, keys),
            MessageQueue.persister(redis, keys, keys.server("persister")),
            new TasksetArchive(database),
            new ClassHistory(database),
            InstantSource.system());
    viewer =
        new Viewer(
            new SharedSettings(
                RedisAddress.parse(testRedis.url().toString()),
                keys.namespace(),
                "",
                0,
                0,
                0,
                "127.0.0.1",
                token,
                URI.create("http://127.0.0.1")),
            Records.of(redis, keys, database));
    viewer.start();
  }

  /** The viewer's address, without a slash at its end. */
  String address() {
    return "http://127.0.0.1:" + viewer.port();
  }

  /** What is in Redis. */
  Stores stores() {
    return new Stores(redis, keys);
  }

  /** A run that waits for a worker. */
  PlayedRun play(TasksetRequest request) {
    return new PlayedRun(redis, keys, request);
  }

  /** A flow that is not started yet. */
  PlayedFlow flow(String id) {
    return new PlayedFlow(redis, keys, id);
  }

  /** Puts a run that is over into the database, with its logs. */
  void persist(PlayedRun run) {
    TasksetArchive archive = new TasksetArchive(database);
    for (int step = 0; step < PATIENCE; step++) {
      persister.step();
      if (archive.areLogsSaved(run.id())) {
        return;
      }
    }
    throw new IllegalStateException(run.id() + " is not saved");
  }

  /**
   * Reads a run that is over, for its report: from the database if it is there, else from Redis.
   */
  EndedRun ended(String id) {
    return EndedRun.inDatabase(database, id)
        .orElseGet(
            () ->
                EndedRun.inRedis(
                    stores().tasksets().find(keys.taskset(id)).orElseThrow(), redis, keys));
  }

  /** Takes the viewer away from those who look. */
  void closeViewer() {
    viewer.close();
  }

  @Override
  public void close() {
    viewer.close();
    database.close();
  }
}

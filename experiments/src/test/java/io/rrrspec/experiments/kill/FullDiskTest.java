package io.rrrspec.experiments.kill;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.OutageException;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.Stores;
import io.rrrspec.persister.mover.Persister;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.database.JdbcUrl;
import io.rrrspec.persister.record.history.ClassHistory;
import io.rrrspec.persister.record.save.TasksetArchive;
import io.rrrspec.testing.SmallDisk;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.MariaDbServer;
import io.rrrspec.testing.sql.PostgresServer;
import io.rrrspec.testing.sql.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that end while the disk of the database is full: all of them get into the record, once. */
class FullDiskTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final int STEPS_WHILE_FULL = 30;
  private static final int MOST_STEPS = 2_000;

  @TempDir Path directory;

  private final Keys keys = redis.keys();
  private final AtomicLong now = new AtomicLong(System.currentTimeMillis());
  private final Set<String> said = new TreeSet<>();
  private Feeder feeder;

  @BeforeEach
  void feeder() {
    feeder = new Feeder(redis.connection(), keys, new Random(3));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ";AUTO_SERVER=TRUE"})
  void h2ClosesItsFileAndIsOpenedAgain(String options) throws Exception {
    try (SmallDisk disk = disk(32)) {
      String url = JdbcUrl.ofFile(disk.directory().resolve("history"));
      nothingIsLost(url.replace(";AUTO_SERVER=TRUE", "") + options, disk, () -> {});
    }
  }

  @Test
  void postgresqlHasNoRoomForTables() throws Exception {
    try (SmallDisk disk = disk(64);
        PostgresServer server =
            PostgresServer.start(Files.createDirectory(directory.resolve("sql")))) {
      String database = server.newDatabaseIn(Files.createDirectory(disk.directory().resolve("t")));
      nothingIsLost(server.url(database), disk, () -> {});
    }
  }

  @Test
  void mariadbHasNoRoom() throws Exception {
    TestDatabase.MARIADB.require();
    try (SmallDisk disk = disk(64);
        MariaDbServer server =
            MariaDbServer.start(Files.createDirectory(directory.resolve("sql")))) {
      // 10.11 ends itself when it cannot take an insert back.
      nothingIsLost(
          server.url(server.newDatabaseIn(disk.directory())), disk, server::startAgainIfItEnded);
    }
  }

  private SmallDisk disk(int megabytes) throws Exception {
    return SmallDisk.mount(Files.createDirectory(directory.resolve("disk")), megabytes);
  }

  /** Brings a server back that does not come back by itself. */
  @FunctionalInterface
  private interface Recovery {
    void run() throws Exception;
  }

  private void nothingIsLost(String url, SmallDisk disk, Recovery recovery) throws Exception {
    try (Database database = Database.open(url)) {
      Persister persister =
          new Persister(
              new Stores(redis.connection(), keys),
              MessageQueue.persister(redis.connection(), keys, keys.server("p")),
              new TasksetArchive(database),
              new ClassHistory(database),
              () -> Instant.ofEpochMilli(now.get()));
      feeder.feed(3);
      feeder.leave();
      persistAll(persister);

      disk.fill();
      feeder.feed(20);
      feeder.leave();
      for (int second = 0; second < STEPS_WHILE_FULL; second++) {
        step(persister);
        disk.fill();
        if (said.stream().anyMatch(line -> line.contains(" is out of reach"))) {
          break; // each further step would wait for a connection
        }
      }
      System.out.println("a full disk says: " + said);
      assertThat(said).as("it was full").isNotEmpty();
      assertThat(said).allSatisfy(line -> assertThat(line).startsWith("OutageException"));
      assertThat(unpersisted()).as("nobody can have written all of them").isPositive();

      disk.free();
      recovery.run();
      persistAll(persister);
      assertThat(redis.connection().commands().exists(keys.setAside(), keys.setAsideRuns()))
          .as("set aside")
          .isZero();
      assertThat(new Whole(redis.connection(), keys, database).compare(feeder.ended()).lines())
          .isEmpty();
    }
  }

  private long unpersisted() {
    return redis.connection().commands().llen(keys.persisterQueue())
        + redis
            .connection()
            .commands()
            .llen(Keys.processing(keys.server("p"), Keys.lastPart(keys.persisterQueue())));
  }

  private void persistAll(Persister persister) {
    for (int step = 0; unpersisted() > 0; step++) {
      assertThat(step).as("steps; it said %s", said).isLessThan(MOST_STEPS);
      step(persister);
    }
  }

  private void step(Persister persister) {
    try {
      persister.step();
    } catch (RuntimeException e) {
      String kind = e instanceof OutageException ? "OutageException" : e.getClass().getName();
      said.add(kind + " " + String.valueOf(e.getMessage()).replaceAll("[0-9@]{2,}[0-9a-f]*", "#"));
    }
    now.addAndGet(1_000);
  }
}

package io.rrrspec.experiments.kill;

import io.rrrspec.experiments.ScriptOptions;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.MariaDbServer;
import io.rrrspec.testing.sql.PostgresServer;
import io.rrrspec.testing.sql.SqlServer;
import io.rrrspec.testing.sql.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code scripts/kill-persister PERSISTERS DATABASES SEED}. */
public final class KillMain {
  private static final int SHOWN = 20;

  private final int persisters;
  private final int databases;
  private final long seed;

  private KillMain(int persisters, int databases, long seed) {
    this.persisters = persisters;
    this.databases = databases;
    this.seed = seed;
  }

  public static void main(String[] args) throws Exception {
    KillMain main =
        new KillMain(
            ScriptOptions.argument("PERSISTERS", args[0], 0),
            ScriptOptions.argument("DATABASES", args[1], 0),
            ScriptOptions.argument("SEED", args[2], 0));
    boolean whole = true;
    for (TestDatabase kind : TestDatabase.values()) {
      if (kind.missing().isPresent()) {
        System.err.println("kill-persister: " + kind.missing().get());
        System.exit(3);
      }
      whole &= main.isWholeOn(kind);
    }
    System.exit(whole ? 0 : 1);
  }

  private boolean isWholeOn(TestDatabase kind) throws Exception {
    TestRedis redis = new TestRedis();
    redis.connection().commands().flushAll();
    Path directory = Files.createTempDirectory("rrrspec-kill");
    try {
      Complaints complaints = run(kind, redis, directory);
      complaints.lines().stream().limit(SHOWN).forEach(System.out::println);
      return complaints.lines().isEmpty();
    } finally {
      TestDatabase.delete(directory);
    }
  }

  private Complaints run(TestDatabase kind, TestRedis redis, Path directory) throws Exception {
    if (kind == TestDatabase.H2) {
      return new KillRun(kind.newUrl(directory), redis, directory, seed).run(persisters, 0);
    }
    Path files = Files.createDirectory(directory.resolve("sql"));
    try (SqlServer server =
        kind == TestDatabase.POSTGRESQL
            ? PostgresServer.start(files)
            : MariaDbServer.start(files)) {
      return new KillRun(server, redis, directory, seed).run(persisters, databases);
    }
  }
}

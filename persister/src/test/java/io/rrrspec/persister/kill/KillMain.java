package io.rrrspec.persister.kill;

import io.rrrspec.common.testing.TestRedis;
import io.rrrspec.persister.testing.MariaDbServer;
import io.rrrspec.persister.testing.PostgresServer;
import io.rrrspec.persister.testing.SqlServer;
import io.rrrspec.persister.testing.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code scripts/kill-persister PERSISTERS DATABASES SEED}. */
public final class KillMain {
  private KillMain() {}

  public static void main(String[] args) throws Exception {
    int persisters = Integer.parseInt(args[0]);
    int databases = Integer.parseInt(args[1]);
    long seed = Long.parseLong(args[2]);
    boolean whole = true;
    for (TestDatabase kind : List.of(TestDatabase.POSTGRESQL, TestDatabase.MARIADB)) {
      if (kind.missing().isPresent()) {
        System.err.println("kill-persister: " + kind.missing().get());
        System.exit(3);
      }
      TestRedis redis = new TestRedis();
      redis.connection().commands().flushAll();
      Path directory = Files.createTempDirectory("rrrspec-kill");
      Path files = Files.createDirectory(directory.resolve("sql"));
      try (SqlServer server =
          kind == TestDatabase.POSTGRESQL
              ? PostgresServer.start(files)
              : MariaDbServer.start(files)) {
        List<String> complaints =
            new KillRun(server, redis, directory, seed).run(persisters, databases);
        complaints.stream().limit(20).forEach(System.out::println);
        whole &= complaints.isEmpty();
      } finally {
        TestDatabase.delete(directory);
      }
    }
    System.exit(whole ? 0 : 1);
  }
}

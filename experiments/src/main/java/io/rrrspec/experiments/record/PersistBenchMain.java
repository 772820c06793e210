package io.rrrspec.experiments.record;

import io.rrrspec.experiments.ScriptOptions;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** {@code scripts/persist-bench TASKS REPEATS [DATABASE]}. */
public final class PersistBenchMain {
  private PersistBenchMain() {}

  public static void main(String[] args) throws Exception {
    int tasks = ScriptOptions.argument("TASKS", args[0], 1);
    int repeats = ScriptOptions.argument("REPEATS", args[1], 1);
    TestRedis redis = new TestRedis();
    Path directory = Files.createTempDirectory("rrrspec-bench");
    System.out.println(
        "load at the start: "
            + Files.readString(Path.of("/proc/loadavg")).strip()
            + "; JDK "
            + Runtime.version());
    System.out.println(PersistBench.HEAD);
    for (TestDatabase kind : TestDatabase.values()) {
      if (args.length > 2 && !kind.name().equalsIgnoreCase(args[2])) {
        continue;
      }
      if (kind.missing().isPresent()) {
        System.err.println("persist-bench: " + kind.missing().get());
      } else {
        String url = kind.newUrl(directory);
        PersistBench bench = new PersistBench(redis.connection(), redis.keys(), url, tasks);
        System.out.println(bench.run(repeats).row(kind.name().toLowerCase(Locale.ROOT)));
      }
    }
    TestDatabase.delete(directory);
    System.exit(0);
  }
}

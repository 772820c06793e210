package io.rrrspec.experiments.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.experiments.record.FlakyBench.Score;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.database.JdbcUrl;
import io.rrrspec.testing.TestRedis;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A smaller version of scripts/flaky-bench. */
class FlakyBenchTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  @TempDir Path directory;

  @Test
  void whatShowsItselfIsFoundAndNothingElse() {
    try (Database database = Database.open(JdbcUrl.ofFile(directory.resolve("history")))) {
      FlakyBench bench = new FlakyBench(redis.connection(), redis.keys(), database);
      Score score = bench.run(1, 12, 3, null);
      System.out.println("flaky tests, 12 runs: " + score);
      assertThat(score.accused()).isEmpty();
      assertThat(score.shown()).isGreaterThan(5);
      assertThat(score.found()).isEqualTo(score.shown());
    }
  }
}

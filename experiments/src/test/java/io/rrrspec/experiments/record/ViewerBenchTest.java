package io.rrrspec.experiments.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.experiments.record.ViewerBench.Timing;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.TestDatabase;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A smaller version of scripts/viewer-bench: every page is answered with 200. */
class ViewerBenchTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  @TempDir Path directory;

  @Test
  void everyPageOfASeededRecordIsAnswered() throws Exception {
    String url = TestDatabase.H2.newUrl(directory);
    try (Database database = Database.open(url);
        ViewerBench bench =
            new ViewerBench(redis.connection(), redis.keys(), database, url, 100, 200)) {
      List<Timing> timings = bench.time(1);
      assertThat(timings).hasSize(bench.pages().all().size());
      assertThat(timings).allSatisfy(one -> assertThat(one.bytes()).as(one.name()).isPositive());
    }
  }
}

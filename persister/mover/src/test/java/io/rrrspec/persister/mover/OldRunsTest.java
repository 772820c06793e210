package io.rrrspec.persister.mover;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.loop.Loop;
import io.rrrspec.persister.record.SeededRecord;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.database.JdbcUrl;
import io.rrrspec.persister.record.run.RecentRuns;
import io.rrrspec.persister.record.run.RunFilter;
import io.rrrspec.persister.record.save.Retention;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OldRunsTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir Path directory;

  @Test
  void itsLoopDeletesWhatIsNotKeptAndEndsWithoutAnInterruptedStep() throws Exception {
    String url = JdbcUrl.ofFile(directory.resolve("history"));
    try (Database database = Database.open(url)) {
      new SeededRecord(database, url).runs(200);
      RecentRuns recent = new RecentRuns(database);
      OldRuns oldRuns = new OldRuns(new Retention(database, 5, 0), InstantSource.system());
      try (Loop loop = Loop.start(oldRuns, Duration.ofSeconds(1))) {
        // Ten classes.
        Awaitility.await().atMost(LIMIT).until(() -> recent.count(RunFilter.ALL) == 50);
        assertThat(oldRuns.finish(LIMIT)).isTrue();
        assertThat(loop.failures()).isZero();
      }
      // Nothing is begun after that.
      oldRuns.stop();
      assertThat(oldRuns.step()).isFalse();
      assertThat(recent.count(RunFilter.ALL)).isEqualTo(50);
    }
  }

  @Test
  void theFirstLookWaitsUntilTheProgramHasStarted() {
    String url = JdbcUrl.ofFile(directory.resolve("history"));
    try (Database database = Database.open(url)) {
      new SeededRecord(database, url).runs(20);
      long[] now = {1_900_000_000_000L};
      OldRuns oldRuns =
          new OldRuns(new Retention(database, 0, 1), () -> Instant.ofEpochMilli(now[0]));
      oldRuns.step();
      RecentRuns recent = new RecentRuns(database);
      assertThat(recent.count(RunFilter.ALL)).isEqualTo(20);
      now[0] += 2_000;
      oldRuns.step();
      assertThat(recent.count(RunFilter.ALL)).isZero();
    }
  }
}

package io.rrrspec.persister.viewer;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.viewer.run.Records;
import io.rrrspec.persister.viewer.run.RunViews;
import io.rrrspec.persister.viewer.timeline.KnownTimes;
import io.rrrspec.persister.viewer.timeline.RunTimes;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.TestDatabase;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class KnownTimesTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final Instant NOW = Instant.parse("2026-03-02T10:00:00Z");

  @TempDir Path dir;

  private final KnownTimes known = new KnownTimes();
  private Database database;
  private RunViews views;

  @BeforeEach
  void open() throws Exception {
    database = Database.open(TestDatabase.H2.newUrl(dir));
    views = new RunViews(Records.of(redis.connection(), redis.keys(), database));
  }

  @AfterEach
  void close() {
    views.close();
    database.close();
  }

  private RunTimes at(String id, Instant now) {
    return known.of(views.find(id).orElseThrow(), now);
  }

  @Test
  void aRunThatIsOverIsReadOnceAMinute() {
    SavedRuns run = new SavedRuns(redis.keys(), NOW.minusSeconds(3_600));
    String slave = run.slave("w", "1", SlaveStatus.NORMAL_EXIT);
    run.task("A", TaskStatus.PASSED, run.trial("A", slave, 2, 9, TrialVerdict.PASSED));
    String id = run.save(database, 10);

    RunTimes first = at(id, NOW);

    assertThat(first.blocks()).hasSize(1);
    assertThat(at(id, NOW.plusSeconds(59))).isSameAs(first);
    assertThat(at(id, NOW.plusSeconds(60))).isNotSameAs(first).isEqualTo(first);
  }

  @Test
  void aRunThatGoesOnIsReadEachTime() {
    TasksetStore tasksets = new TasksetStore(redis.connection(), redis.keys());
    String id = Keys.lastPart(aTaskset().withTasks(1).activatedIn(tasksets));

    assertThat(at(id, NOW)).isNotSameAs(at(id, NOW));
  }
}

package io.rrrspec.persister.record.save;

import static io.rrrspec.persister.record.RunBuilder.START;
import static io.rrrspec.persister.record.RunBuilder.aRun;
import static io.rrrspec.persister.record.RunBuilder.testCase;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.Slave;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TaskJvm;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.run.TaskFilter;
import io.rrrspec.persister.record.ArchiveContract;
import io.rrrspec.persister.record.RunBuilder;
import io.rrrspec.persister.record.history.AsIsPasses;
import io.rrrspec.persister.record.history.ClassWindow;
import io.rrrspec.persister.record.history.FlakyTests;
import io.rrrspec.persister.record.history.SpecHistories;
import io.rrrspec.persister.record.history.SpecHistory;
import io.rrrspec.persister.record.history.TestHistories;
import io.rrrspec.persister.record.run.RecentRuns;
import io.rrrspec.persister.record.run.RunFilter;
import io.rrrspec.persister.record.run.RunInSql;
import io.rrrspec.persister.record.run.Runs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Which old runs are deleted, and what others see meanwhile. */
class RetentionTest extends ArchiveContract {
  private static final List<String> TABLES =
      List.of("task", "trial", "failed_case", "flaky_case", "slave", "worker_log", "taskset");
  private static final Instant NOW = START.plus(Duration.ofDays(30));
  private static final String SPEC = "com.shop.CartTest";

  private RunBuilder save(RunBuilder run) {
    archive.saveFinished(run.taskset(), run.tasks());
    archive.saveLogs(
        run.key(),
        "log",
        List.of(new Slave(run.key() + ":slave", SlaveStatus.NORMAL_EXIT, List.of(), "")),
        List.of(),
        List.<Trial>of().iterator());
    return run;
  }

  private static RunBuilder flaky() {
    RunBuilder run = aRun();
    Trial bad = run.trial(SPEC, TrialVerdict.BAD, 30, testCase("adds", Outcome.FAILED));
    Trial good = run.trial(SPEC, TrialVerdict.PASSED, 30, testCase("adds", Outcome.PASSED));
    return run.task(SPEC, TaskStatus.PASSED, bad, good);
  }

  private int deleteAll(Retention retention) {
    int deleted = 0;
    for (int steps = 0; steps < 1000; steps++) {
      Retention.Step step = retention.step(NOW);
      if (!step.didSomething()) {
        return deleted;
      }
      deleted += step.runsDeleted();
    }
    throw new AssertionError("no end after 1,000 steps");
  }

  private List<String> left() {
    return reader.recent(1000).stream().map(Taskset::key).toList();
  }

  @Test
  void whatIsKeptOfAClassGoesWithItsLastRun() {
    AsIsPasses passes = new AsIsPasses(database);
    String gone = "com.shop.GoneTest";
    save(refused(gone));
    save(refused(SPEC));
    Map<String, String> both = Map.of(gone, "1a", SPEC, "1b");
    passes.add("myclass", both, START);
    // Its run is saved only after this.
    passes.add("myclass", Map.of("com.shop.NewTest", "1c"), NOW.minusSeconds(60));
    assertThat(deleteAll(new Retention(database, 0, 0))).isZero();
    assertThat(passes.digests("myclass")).hasSize(3);

    assertThat(deleteAll(new Retention(database, 1, 0))).isEqualTo(1);

    assertThat(passes.digests("myclass").keySet())
        .containsExactlyInAnyOrder(SPEC, "com.shop.NewTest");
    assertThat(refusals()).containsExactly(SPEC);
  }

  private static RunBuilder refused(String spec) {
    RunBuilder run = aRun();
    return run.taskIn(
        new TaskJvm(JvmKind.SERIAL, TaskJvm.State.REFUSED),
        spec,
        TaskStatus.PASSED,
        run.trial(spec, TrialVerdict.BAD, 30),
        run.trial(spec, TrialVerdict.PASSED, 30));
  }

  private List<String> refusals() {
    return database.read(
        handle ->
            handle.createQuery("SELECT spec_file FROM jvm_refusal").mapTo(String.class).list());
  }

  @Test
  void byCountTheNewestOfEachClassAreKept() {
    save(flaky());
    String second = save(flaky()).key();
    String other = save(aRun().ofClass("other").passed(SPEC, 1)).key();
    String third = save(flaky()).key();
    assertThat(deleteAll(new Retention(database, 3, 0))).isZero();
    assertThat(deleteAll(new Retention(database, 2, 0))).isEqualTo(1);
    assertThat(left()).containsExactly(third, other, second);
    assertThat(deleteAll(new Retention(database, 0, 0))).isZero();
    assertThat(new FlakyTests(database).find(null, ClassWindow.ofRuns(10), 10).get(0).runKeys())
        .containsExactly(third, second);
  }

  @Test
  void byAgeAndWithAllThatBelongsToThem() {
    save(flaky().endedAt(NOW.minus(Duration.ofDays(11))));
    save(mixedLarge());
    String unknown = save(aRun().endedAt(null)).key();
    assertThat(deleteAll(new Retention(database, 0, 10))).isEqualTo(3);
    assertThat(left()).doesNotContain(unknown);
    for (String table : TABLES) {
      assertThat(count(table)).as(table).isZero();
    }
  }

  private static RunBuilder mixedLarge() {
    RunBuilder run = aRun().endedAt(NOW.minus(Duration.ofDays(20)));
    for (int i = 0; i < 1201; i++) {
      run.passed("Some" + i, 1);
    }
    return run;
  }

  @Test
  void logsThatAreStillToComeAreWaitedForForADay() {
    RunBuilder early = aRun().endedAt(NOW.minus(Duration.ofHours(23)));
    archive.saveFinished(early.taskset(), early.tasks());
    RunBuilder old = aRun().endedAt(NOW.minus(Duration.ofHours(25)));
    archive.saveFinished(old.taskset(), old.tasks());
    save(aRun().endedAt(NOW));
    // A backlog that is being saved: its logs come next, though it is old.
    assertThat(deleteAll(new Retention(database, 1, 1))).isZero();
    for (int i = 0; i < 100; i++) {
      save(aRun().ofClass("other").endedAt(NOW));
    }
    assertThat(deleteAll(new Retention(database, 1000, 1))).isEqualTo(1);
    assertThat(left()).hasSize(102).contains(early.key());
  }

  @Test
  void aRunThatIsHalfDeletedIsFoundByNobody() {
    RunBuilder large = save(mixedLarge());
    RunBuilder flaky = save(flaky().endedAt(NOW.minus(Duration.ofDays(20))));
    RunInSql reading = RunInSql.find(database, large.id()).orElseThrow();
    RunBuilder kept = save(flaky().endedAt(NOW));
    Retention retention = new Retention(database, 0, 10);
    boolean half = false;
    for (int steps = 0; retention.step(NOW).didSomething(); steps++) {
      assertThat(steps).isLessThan(100);
      half |= count("task") > 1 && count("task") < 1202;
      assertThat(left()).containsExactly(kept.key());
      assertThat(archive.isSaved(large.id())).isFalse();
      assertThat(reader.find(flaky.id())).isEmpty();
      assertThat(reader.tasks(large.id())).isEmpty();
      assertThat(new Runs(database).find(reading.number())).isEmpty();
      assertThat(reading.tasks(TaskFilter.ALL, 0, 10)).isEmpty();
      assertThat(new RecentRuns(database).page(RunFilter.ALL, 1, 10).total()).isEqualTo(1);
      assertThat(history.estimates("myclass")).containsOnlyKeys(SPEC);
      assertThat(new SpecHistories(database).find(null, SPEC, ClassWindow.ofRuns(10), 10))
          .singleElement()
          .extracting(SpecHistory::runs)
          .isEqualTo(1);
      assertThat(new TestHistories(database).find("myclass", SPEC, "com.foo.BarTest", "adds", 10))
          .hasSize(2);
      assertThat(new FlakyTests(database).find(null, ClassWindow.ofRuns(10), 10).get(0).runKeys())
          .containsExactly(kept.key());
    }
    assertThat(half).isTrue();
    assertThat(count("taskset")).isEqualTo(1);
  }

  @Test
  void severalAtOnceDeleteEachRunOnceAndOthersAreSavedMeanwhile() throws Exception {
    for (int i = 0; i < 120; i++) {
      save(flaky().endedAt(NOW.minus(Duration.ofDays(20))));
    }
    save(mixedLarge());
    List<CompletableFuture<Integer>> both = List.of(deleting(), deleting());
    for (int i = 0; i < 20; i++) {
      save(flaky().endedAt(NOW));
    }
    assertThat(get(both.get(0)) + get(both.get(1)) + deleteAll(new Retention(database, 0, 10)))
        .isEqualTo(121);
    assertThat(left()).hasSize(20);
    assertThat(count("task")).isEqualTo(20);
  }

  private CompletableFuture<Integer> deleting() {
    return CompletableFuture.supplyAsync(() -> deleteAll(new Retention(database, 0, 10)));
  }

  private static int get(CompletableFuture<Integer> deleted)
      throws InterruptedException, ExecutionException, TimeoutException {
    return deleted.get(60, TimeUnit.SECONDS);
  }
}

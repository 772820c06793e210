package io.rrrspec.persister.record.history;

import static io.rrrspec.persister.record.RunBuilder.aRun;
import static io.rrrspec.persister.record.RunBuilder.testCase;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.run.Detail;
import io.rrrspec.common.run.RunTask;
import io.rrrspec.persister.record.ArchiveContract;
import io.rrrspec.persister.record.RunBuilder;
import io.rrrspec.persister.record.history.ClassRecords.Order;
import io.rrrspec.persister.record.run.RunInSql;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the record says about test classes over many runs, and about one run as a whole. */
class HistoriesTest extends ArchiveContract {
  private static final String CART = "com.shop.CartTest";
  private static final String SLOW = "com.shop.SlowTest";
  private static final ClassWindow ALL = ClassWindow.ofRuns(100);

  private RunBuilder save(RunBuilder run) {
    archive.saveFinished(run.taskset(), run.tasks());
    return run;
  }

  private static RunBuilder red() {
    RunBuilder run = aRun();
    Trial lost = run.trial(CART, TrialVerdict.LOST, 1);
    Trial bad = run.trial(CART, TrialVerdict.BAD, 30, testCase("adds", Outcome.FAILED));
    return run.task(CART, TaskStatus.FAILED, lost, bad).passed(SLOW, 5_000);
  }

  private static RunBuilder green() {
    RunBuilder run = aRun();
    Trial good = run.trial(CART, TrialVerdict.PASSED, 20, testCase("adds", Outcome.PASSED));
    return run.task(CART, TaskStatus.PASSED, good).passed(SLOW, 4_000);
  }

  @Test
  void aClassIsFoundByTheEndOfItsNameWithItsRunsTrialsAndChanges() {
    RunBuilder first = save(green());
    RunBuilder second = save(red());
    save(aRun().ofClass("other").passed(CART, 1));

    List<SpecHistory> found = new SpecHistories(database).find("myclass", "CartTest", ALL, 10);
    assertThat(found).hasSize(1);
    SpecHistory history = found.get(0);
    assertThat(history.specFile()).isEqualTo(CART);
    assertThat(history.runs()).isEqualTo(2);
    assertThat(history.failed()).isEqualTo(1);
    assertThat(history.newest())
        .extracting(ClassRun::run)
        .containsExactly(second.key(), first.key());
    ClassRun newest = history.newest().get(0);
    assertThat(newest.failing()).containsExactly("adds");
    assertThat(newest.trials())
        .extracting(ClassRun.Try::verdict)
        .containsExactly(TrialVerdict.LOST, TrialVerdict.BAD);
    assertThat(history.changes())
        .singleElement()
        .extracting(SpecHistory.Change::run)
        .isEqualTo(second.key());
    assertThat(history.slowest()).singleElement().extracting(t -> t.name()).isEqualTo("adds");
    // Without a taskset_class: in each that has it.
    assertThat(new SpecHistories(database).find(null, CART, ALL, 10)).hasSize(2);
    assertThatThrownBy(() -> new SpecHistories(database).find("myclass", "Basket", ALL, 10))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("no run has the test class Basket");
  }

  @Test
  void slowestMostFailingAndChangedAreOrderedSo() {
    save(green());
    save(red());
    RunBuilder newest = save(green());
    ClassRecords records = new ClassRecords(database);
    assertThat(records.find("myclass", ALL, Order.SLOWEST, 10))
        .extracting(ClassRecord::specFile)
        .containsExactly(SLOW, CART);
    assertThat(records.find("myclass", ALL, Order.SLOWEST, 1)).hasSize(1);
    ClassRecord failing = records.find("myclass", ALL, Order.MOST_FAILING, 10).get(0);
    assertThat(failing.specFile()).isEqualTo(CART);
    assertThat(failing.runs()).isEqualTo(3);
    assertThat(failing.failed()).isEqualTo(1);
    assertThat(records.find(null, ALL, Order.CHANGED, 10))
        .singleElement()
        .extracting(ClassRecord::changedRun)
        .isEqualTo(newest.key());
    assertThat(records.find("myclass", ClassWindow.ofRuns(1), Order.MOST_FAILING, 10)).isEmpty();
  }

  @Test
  void aRunIsReadInChunksWithEveryTrialOnceAndInItsOrder() {
    RunBuilder run = aRun();
    archive.saveFinished(run.taskset(230), run.manyTasks(230, "output"));
    List<RunTask> read = new ArrayList<>();
    RunInSql.find(database, run.id()).orElseThrow().eachTask(Detail.WHOLE, read::addAll);
    assertThat(read).hasSize(230);
    for (int i = 0; i < read.size(); i++) {
      RunTask task = read.get(i);
      assertThat(task.no()).isEqualTo(i + 1);
      assertThat(task.task().specFile()).isEqualTo("com.foo.Some%dTest".formatted(i));
      assertThat(task.trials()).singleElement().extracting(Trial::stdout).isEqualTo(i + "output");
    }
  }
}

package io.rrrspec.persister.record.save;

import static io.rrrspec.persister.record.RunBuilder.aRun;
import static io.rrrspec.persister.record.RunBuilder.testCase;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.persister.record.ArchiveContract;
import io.rrrspec.persister.record.RunBuilder;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

/** Step one: the taskset with its tasks and trials. */
class SavingTest extends ArchiveContract {
  @Test
  void whatWasSavedIsReadBack() {
    RunBuilder run = aRun();
    CaseResult trace =
        new CaseResult("com.foo.BarTest", "b", Outcome.ERROR, 7, "boom", "x.Boom", "at x\nat y");
    Trial bad = run.trial("com.foo.BarTest", TrialVerdict.BAD, 40, trace);
    Trial good =
        run.trial("com.foo.BarTest", TrialVerdict.PASSED, 30, testCase("b", Outcome.PASSED));
    run.task("com.foo.BarTest", TaskStatus.PASSED, bad, good).passed("com.foo.BazTest", 5);

    assertThat(archive.saveFinished(run.taskset(), run.tasks())).isTrue();

    assertThat(archive.isSaved(run.id())).isTrue();
    assertThat(reader.find(run.id())).contains(run.taskset());
    assertThat(reader.tasks(run.id())).containsExactlyElementsOf(tasksOf(run));
    assertThat(reader.trials(run.id(), "com.foo.BarTest")).containsExactly(bad, good);
    assertThat(reader.find("unknown")).isEmpty();
  }

  @Test
  void aRepeatChangesNothingAndReadsNoTask() {
    RunBuilder run = aRun().passed("com.foo.BarTest", 5);
    archive.saveFinished(run.taskset(), run.tasks());

    Iterator<FinishedTask> untouchable =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            throw new AssertionError("a repeat needs no task");
          }

          @Override
          public FinishedTask next() {
            throw new AssertionError("a repeat needs no task");
          }
        };
    assertThat(archive.saveFinished(run.taskset(), untouchable)).isFalse();

    assertThat(reader.recent(10)).containsExactly(run.taskset());
    assertThat(reader.tasks(run.id())).hasSize(1);
  }

  @Test
  void afterACrashInTheMiddleNothingIsThereAndTheRepeatBringsAll() {
    RunBuilder run = aRun();
    Iterator<FinishedTask> whole = run.manyTasks(2_000, "");
    Iterator<FinishedTask> broken =
        new Iterator<>() {
          private int taken;

          @Override
          public boolean hasNext() {
            return true;
          }

          @Override
          public FinishedTask next() {
            if (++taken > 1_500) {
              throw new IllegalStateException("the connection to Redis is gone");
            }
            return whole.next();
          }
        };

    assertThatThrownBy(() -> archive.saveFinished(run.taskset(2_000), broken))
        .isInstanceOf(IllegalStateException.class);
    assertThat(archive.isSaved(run.id())).isFalse();
    assertThat(count("task") + count("trial") + count("taskset")).isZero();

    archive.saveFinished(run.taskset(2_000), run.manyTasks(2_000, ""));
    assertThat(count("task")).isEqualTo(2_000);
    assertThat(count("trial")).isEqualTo(2_000);
  }

  @Test
  void twoPersistersAtOnceSaveARunOnce() throws Exception {
    RunBuilder run = aRun();
    CyclicBarrier together = new CyclicBarrier(2);
    List<CompletableFuture<Boolean>> both =
        Collections.nCopies(2, run).stream()
            .map(
                r ->
                    CompletableFuture.supplyAsync(
                        () -> {
                          await(together);
                          return archive.saveFinished(r.taskset(300), r.manyTasks(300, ""));
                        }))
            .toList();

    assertThat(List.of(both.get(0).get(), both.get(1).get())).containsOnlyOnce(true);
    assertThat(count("taskset")).isEqualTo(1);
    assertThat(count("task")).isEqualTo(300);
  }

  @Test
  void aTasksetThatIsNotOverIsRefused() {
    RunBuilder run = aRun().ended(TasksetStatus.RUNNING);
    assertThatThrownBy(() -> archive.saveFinished(run.taskset(), run.tasks()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aTaskOrTrialThatIsListedTwiceIsSavedOnce() {
    RunBuilder run = aRun();
    Trial trial = run.trial("com.foo.BarTest", TrialVerdict.PASSED, 5);
    run.task("com.foo.BarTest", TaskStatus.PASSED, trial, trial).passed("com.foo.BarTest", 6);
    archive.saveFinished(run.taskset(), run.tasks());
    assertThat(reader.trials(run.id(), "com.foo.BarTest")).containsExactly(trial);
  }

  @Test
  void failedTestsGetARowAndFlakyOnesAreMarked() {
    RunBuilder run = aRun();
    Trial first =
        run.trial(
            "com.foo.BarTest",
            TrialVerdict.BAD,
            5,
            testCase("flaky", Outcome.FAILED),
            testCase("broken", Outcome.ERROR),
            testCase("skipped", Outcome.SKIPPED),
            testCase("fine", Outcome.PASSED));
    Trial second =
        run.trial(
            "com.foo.BarTest",
            TrialVerdict.BAD,
            5,
            testCase("flaky", Outcome.PASSED),
            testCase("broken", Outcome.ERROR));
    run.task("com.foo.BarTest", TaskStatus.FAILED, first, second);
    archive.saveFinished(run.taskset(), run.tasks());

    assertThat(failedRows())
        .containsExactly("0 flaky failed true", "0 broken error false", "1 broken error false");
  }

  private List<String> failedRows() {
    return database.read(
        handle ->
            handle
                .createQuery("SELECT * FROM failed_case ORDER BY trial_no, case_no")
                .map(
                    (row, context) ->
                        row.getInt("trial_no")
                            + " "
                            + row.getString("name")
                            + " "
                            + row.getString("outcome")
                            + " "
                            + row.getBoolean("flaky"))
                .list());
  }

  @Test
  void aClassThatFailedOutsideOfItsTestsGetsARow() {
    RunBuilder run = aRun();
    run.task(
        "core:com.foo.BarTest@it",
        TaskStatus.FAILED,
        run.trial("core:com.foo.BarTest@it", TrialVerdict.BAD, 5),
        run.trial(
            "core:com.foo.BarTest@it", TrialVerdict.BAD, 5, testCase("broken", Outcome.ERROR)));
    archive.saveFinished(run.taskset(), run.tasks());
    assertThat(failedRows()).containsExactly("0  error false", "1 broken error false");
  }

  @Test
  void theLastSavedComeFirst() {
    List<RunBuilder> runs = List.of(aRun(), aRun(), aRun());
    runs.forEach(run -> archive.saveFinished(run.taskset(), run.tasks()));
    assertThat(reader.recent(2))
        .extracting(Taskset::id)
        .containsExactly(runs.get(2).id(), runs.get(1).id());
  }

  @Test
  void tenThousandTasksAreSavedAndTheTimeIsPrinted() {
    StringBuilder output = new StringBuilder();
    Random random = new Random(1);
    while (output.length() < 2_000) {
      output.append("INFO request ").append(random.nextInt(100_000)).append(" took 3 ms\n");
    }
    RunBuilder run = aRun();
    long begin = System.nanoTime();
    archive.saveFinished(run.taskset(10_000), run.manyTasks(10_000, output.toString()));
    long saved = System.nanoTime();
    int estimates = history.estimates("myclass").size();
    long estimated = System.nanoTime();
    System.out.printf(
        "%s: 10,000 tasks with 2 kB each saved in %d ms, estimates in %d ms%n",
        kind, (saved - begin) / 1_000_000, (estimated - saved) / 1_000_000);
    assertThat(estimates).isEqualTo(10_000);
    assertThat(count("trial")).isEqualTo(10_000);
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}

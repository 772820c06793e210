package io.rrrspec.persister.record;

import static io.rrrspec.persister.record.RunBuilder.aRun;
import static io.rrrspec.persister.record.RunBuilder.testCase;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.Slave;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.persister.record.history.ClassWindow;
import io.rrrspec.persister.record.history.FlakyTest;
import io.rrrspec.persister.record.history.FlakyTests;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Several persisters, or several threads of one, that write different tasksets. */
class ManyAtOnceTest extends ArchiveContract {
  private static final int TASKSETS = 24;

  @Test
  void noneIsSentBackBecauseOfAnother() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<String>> work =
          IntStream.range(0, TASKSETS).mapToObj(i -> (Callable<String>) this::bothSteps).toList();
      for (Future<String> one : threads.invokeAll(work, 5, TimeUnit.MINUTES)) {
        String id = one.get();
        assertThat(archive.areLogsSaved(id)).isTrue();
        assertThat(reader.slaves(id)).hasSize(10);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(count("taskset")).isEqualTo(TASKSETS);
    assertThat(count("task")).isEqualTo(TASKSETS * 20);
    assertThat(count("trial")).isEqualTo(TASKSETS * 21);
  }

  @Test
  void runsOnTheSameSourcesFindTheSameFlakyTestsAtTheSameTime() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<RunBuilder> runs = IntStream.range(0, TASKSETS).mapToObj(this::redOrGreen).toList();
      List<Callable<Boolean>> work =
          runs.stream().map(run -> (Callable<Boolean>) () -> saveLogs(run)).toList();
      for (Future<Boolean> one : threads.invokeAll(work, 5, TimeUnit.MINUTES)) {
        assertThat(one.get()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
    List<FlakyTest> found =
        new FlakyTests(database).find("myclass", ClassWindow.ofRuns(TASKSETS), 10);
    assertThat(found).hasSize(3);
    assertThat(found).allSatisfy(test -> assertThat(test.flakyRuns()).isEqualTo(TASKSETS / 2));
  }

  private RunBuilder redOrGreen(int number) {
    boolean red = number % 2 == 0;
    RunBuilder run = aRun().onSources("same");
    for (String spec : List.of("com.foo.ATest", "com.foo.BTest", "com.foo.CTest")) {
      TrialVerdict verdict = red ? TrialVerdict.BAD : TrialVerdict.PASSED;
      Outcome outcome = red ? Outcome.FAILED : Outcome.PASSED;
      run.task(
          spec,
          red ? TaskStatus.FAILED : TaskStatus.PASSED,
          run.trial(spec, verdict, 1, testCase("x " + spec, outcome)));
    }
    archive.saveFinished(run.taskset(), run.tasks());
    return run;
  }

  private boolean saveLogs(RunBuilder run) {
    archive.saveLogs(run.key(), "", List.of(), List.of(), Collections.emptyIterator());
    return archive.areLogsSaved(run.id());
  }

  private String bothSteps() {
    RunBuilder run = aRun();
    archive.saveFinished(run.taskset(20), run.manyTasks(20, "output"));
    List<Slave> slaves =
        IntStream.range(0, 10)
            .mapToObj(i -> new Slave("slave:" + i, SlaveStatus.NORMAL_EXIT, List.of(), "log " + i))
            .toList();
    for (int i = 0; i < 2; i++) {
      archive.saveLogs(run.key(), "log", slaves, List.of(), Collections.emptyIterator());
    }
    var late = run.trial("com.foo.Some1Test", TrialVerdict.SUPERSEDED, 9);
    archive.saveLogs(run.key(), "log", slaves, List.of(), List.of(late).iterator());
    return run.id();
  }
}

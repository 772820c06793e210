package io.rrrspec.client.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.client.report.Runs;
import io.rrrspec.client.report.Runs.TrialBuilder;
import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskJvm;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PassedClassesTest {
  private final PassedClasses classes =
      new PassedClasses(Map.of("A", "new", "B", "same"), Map.of("A", "old", "B", "same", "C", "c"));

  private final List<TaskRun> runs = new ArrayList<>();

  private void ran(String spec, TaskStatus decided, @Nullable TaskJvm jvm, TrialBuilder... trials) {
    Trial[] built = Stream.of(trials).map(TrialBuilder::build).toArray(Trial[]::new);
    TaskRun run = Runs.task(spec, decided, built);
    Task task = run.task();
    runs.add(
        new TaskRun(
            new Task(
                task.key(),
                task.tasksetKey(),
                spec,
                decided,
                null,
                task.trials(),
                null,
                null,
                jvm,
                null),
            run.trials()));
  }

  @Test
  void onlyEqualFilesAreThoseThatPassed() {
    assertThat(classes.areAsTheyPassed("A")).isFalse();
    assertThat(classes.areAsTheyPassed("B")).isTrue();
    assertThat(classes.areAsTheyPassed("C")).as("has no file").isFalse();
    assertThat(PassedClasses.NONE.areAsTheyPassed("A")).isFalse();
  }

  @Test
  void aPassAsIsIsNews() {
    ran("A", TaskStatus.PASSED, null, Runs.good());
    ran("B", TaskStatus.PASSED, null, Runs.good());
    ran("C", TaskStatus.PASSED, null, Runs.good());
    assertThat(classes.news(false, runs)).containsOnly(Map.entry("A", "new"));
  }

  @Test
  void aPassInAJvmMadeForSpeedIsNone() {
    TaskJvm tried = new TaskJvm(JvmKind.SERIAL, TaskJvm.State.TRIED);
    ran("A", TaskStatus.PASSED, tried, Runs.good());
    assertThat(classes.news(false, runs)).isEmpty();
  }

  @Test
  void aPassAtTheSecondTrialIsNone() {
    ran("A", TaskStatus.PASSED, null, Runs.bad(), Runs.good());
    assertThat(classes.news(false, runs)).isEmpty();
  }

  @Test
  void aFailureIsNone() {
    ran("A", TaskStatus.FAILED, null, Runs.bad());
    assertThat(classes.news(false, runs)).isEmpty();
  }

  @Test
  void aPassOfSomeOfItsTestsIsNone() {
    ran("A", TaskStatus.PASSED, null, Runs.good());
    assertThat(classes.news(true, runs)).isEmpty();
  }
}

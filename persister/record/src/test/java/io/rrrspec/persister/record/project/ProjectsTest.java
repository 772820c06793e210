package io.rrrspec.persister.record.project;

import static io.rrrspec.persister.record.RunBuilder.START;
import static io.rrrspec.persister.record.RunBuilder.aRun;
import static io.rrrspec.persister.record.RunBuilder.testCase;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.persister.record.ArchiveContract;
import io.rrrspec.persister.record.RunBuilder;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Projects with their last runs, and what is said about these. */
class ProjectsTest extends ArchiveContract {
  private static final String CART = "com.shop.CartTest";

  private RunBuilder save(RunBuilder run) {
    archive.saveFinished(run.taskset(), run.tasks());
    archive.saveLogs(run.key(), "", List.of(), List.of(), Collections.emptyIterator());
    return run;
  }

  /** The run of this number: ends so many minutes after the first. */
  private static RunBuilder run(int minute) {
    return aRun().ofClass("shop").endedAt(START.plusSeconds(60L * minute));
  }

  @Test
  void theProjectThatRanLastIsTheFirst() {
    assertThat(new Projects(database).list(5)).isEmpty();
    RunBuilder first = save(run(1).passed(CART, 10));
    RunBuilder last = save(run(9).partial().failed(CART, 10).ended(TasksetStatus.FAILED));
    save(run(5).ofClass("other").passed(CART, 10));

    List<Project> list = new Projects(database).list(5);
    assertThat(list).extracting(Project::name).containsExactly("shop", "other");
    assertThat(list.get(0).runs())
        .extracting(ProjectRun::key)
        .containsExactly(last.key(), first.key());
    assertThat(list.get(0).last().status()).isEqualTo(TasksetStatus.FAILED);
    assertThat(list.get(0).runs().get(1).duration()).isEqualTo(Duration.ofMinutes(1));
    assertThat(new Projects(database).list(1).get(0).runs()).hasSize(1);
  }

  @Test
  void aProjectHasItsLastFiftyRunsOfWholeClasses() {
    for (int i = 1; i <= Projects.RUNS + 2; i++) {
      save(run(i).passed(CART, 10));
    }
    save(run(100).partial().passed(CART, 10));
    save(run(101).cached().passed(CART, 10));

    Project project = new Projects(database).find("shop");
    assertThat(project.runs()).hasSize(Projects.RUNS).allMatch(ProjectRun::isWhole);
    assertThat(project.last().endedAt()).isEqualTo(START.plusSeconds(60L * (Projects.RUNS + 2)));
    assertThat(project.leftOut()).isEqualTo(2);
    assertThatThrownBy(() -> new Projects(database).find("nothing"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("there is no run of the taskset_class nothing");
  }

  @Test
  void aProjectOfPartialRunsAloneHasThose() {
    save(run(1).partial().passed(CART, 10));
    assertThat(new Projects(database).find("shop").runs()).hasSize(1);
  }

  @Test
  void retriesAndFlakyTestsAreSummedUp() {
    RunBuilder flaky = run(1).onSources("a");
    save(
        flaky.task(
            CART,
            TaskStatus.PASSED,
            flaky.trial(CART, TrialVerdict.BAD, 300, testCase("x", Outcome.FAILED)),
            flaky.trial(CART, TrialVerdict.PASSED, 200, testCase("x", Outcome.PASSED))));
    save(run(2).passed(CART, 1_800));

    LostTime lost = new LostTimes(database).of(new Projects(database).find("shop"));
    assertThat(lost)
        .isEqualTo(
            new LostTime(2, Duration.ofMillis(2_000), 1, lost.retried(), 1, lost.flakyTook()));
    // Which of two trials that began at once is the first one is the archive's choice.
    assertThat(lost.retried()).isIn(Duration.ofMillis(200), Duration.ofMillis(300));
    assertThat(lost.flakyTook()).isEqualTo(Duration.ofMillis(300));
    assertThat(lost.percent()).isIn(10L, 15L);
  }

  @Test
  void aClassThatBecameSlowerIsToldWithTheRunSinceWhen() {
    RunBuilder since = run(0);
    for (int i = 1; i <= 8; i++) {
      RunBuilder run = run(i).passed(CART, i < 5 ? 4_000 + i : 11_000 + i).passed("Same", 20_000);
      save(run);
      since = i == 5 ? run : since;
    }
    // The newest run is of one class alone: no measure of what is slow.
    save(run(9).passed("Other", 1));

    List<SlowerClass> slower =
        new SlowerClasses(database).of(new Projects(database).find("shop"), 5);
    assertThat(slower)
        .containsExactly(
            new SlowerClass(
                CART,
                Duration.ofMillis(4_002),
                Duration.ofMillis(11_006),
                START.plusSeconds(300),
                since.key()));
    assertThat(slower.get(0).growth()).isEqualTo(Duration.ofMillis(7_004));
  }
}

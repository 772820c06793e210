package io.rrrspec.client.report.result;

import static io.rrrspec.client.report.Runs.bad;
import static io.rrrspec.client.report.Runs.good;
import static io.rrrspec.client.report.Runs.trial;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.client.report.Runs;
import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskJvm;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SecondLooksTest {
  private static TaskRun run(TaskJvm.@Nullable State state, TaskStatus status, Trial... trials) {
    Task task = Runs.task("CartTest", status, trials).task();
    return new TaskRun(
        new Task(
            task.key(),
            task.tasksetKey(),
            task.specFile(),
            status,
            null,
            task.trials(),
            null,
            null,
            state == null ? null : new TaskJvm(JvmKind.QUICK, state),
            null),
        List.of(trials));
  }

  private static Trial probe(TrialStatus status, long endsAt) {
    return trial(TrialVerdict.PROBE, status).taking(endsAt).build();
  }

  @Test
  void aProbeOfAFailedClassIsALook() {
    SecondLooks looks =
        SecondLooks.of(
            List.of(
                run(
                    null,
                    TaskStatus.FAILED,
                    bad().taking(1_000).build(),
                    probe(TrialStatus.FAILED, 9_000))));

    assertThat(looks.classes()).isEqualTo(1);
    assertThat(looks.isNotable()).isTrue();
  }

  @Test
  void whatAsksAboutAKindOfJvmIsNone() {
    SecondLooks looks =
        SecondLooks.of(
            List.of(
                run(
                    TaskJvm.State.REFUSED,
                    TaskStatus.PASSED,
                    bad().taking(1_000).build(),
                    good().taking(2_000).build(),
                    probe(TrialStatus.FAILED, 9_000)),
                run(
                    TaskJvm.State.FLAKY,
                    TaskStatus.FAILED,
                    bad().taking(1_000).build(),
                    probe(TrialStatus.PASSED, 2_000),
                    probe(TrialStatus.PASSED, 9_000))));

    assertThat(looks.classes()).isZero();
    assertThat(looks.isNotable()).isFalse();
  }

  @Test
  void whatIsLookedAtAfterThatIsOne() {
    SecondLooks looks =
        SecondLooks.of(
            List.of(
                run(
                    TaskJvm.State.FLAKY,
                    TaskStatus.FAILED,
                    bad().taking(1_000).build(),
                    probe(TrialStatus.PASSED, 2_000),
                    probe(TrialStatus.PASSED, 3_000),
                    probe(TrialStatus.PASSED, 9_000))));

    assertThat(looks.classes()).isEqualTo(1);
  }
}

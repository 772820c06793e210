package io.rrrspec.client.report;

import static io.rrrspec.client.report.Runs.bad;
import static io.rrrspec.client.report.Runs.failed;
import static io.rrrspec.client.report.Runs.good;
import static io.rrrspec.client.report.Runs.junit;
import static io.rrrspec.client.report.Runs.passed;
import static io.rrrspec.client.report.Runs.task;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.client.report.terminal.Style;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TasksetStatus;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepeatRatesTest {
  private static final Style PLAIN = new Style(100, false, true);

  private static TaskRun green(String task) {
    return task(task, TaskStatus.PASSED, good().with(passed("a.CartTest", "totals")).build());
  }

  private static TaskRun red(String task, String message) {
    return task(
        task, TaskStatus.FAILED, bad().with(failed("a.CartTest", "totals", message)).build());
  }

  private static String render(List<TaskRun> runs) {
    return RepeatRates.render(junit(TasksetStatus.FAILED), runs, PLAIN);
  }

  @Test
  void theRateAndTheFirstFailure() {
    List<TaskRun> runs = new ArrayList<>();
    for (int n = 1; n <= 50; n++) {
      runs.add(n % 20 == 7 ? red("a.CartTest#" + n, "run " + n) : green("a.CartTest#" + n));
    }
    assertThat(render(runs))
        .contains("a.CartTest › totals", "run 7")
        .doesNotContain("run 27\n")
        .containsPattern("(?m)^a.CartTest: 3 of 50 failed \\(6 %\\), first in run 7; [0-9]");
  }

  @Test
  void whatWasNotRunCountsNowhere() {
    assertThat(
            render(
                List.of(
                    green("a.CartTest#1"),
                    green("a.CartTest#2"),
                    task("a.CartTest#3", TaskStatus.UNDECIDED),
                    task("b.OtherTest#1", TaskStatus.UNDECIDED))))
        .containsPattern("(?m)^a.CartTest: 2 runs, none failed; [0-9]")
        .contains("b.OtherTest: not run");
  }

  @Test
  void aRareFailureIsNotNever() {
    List<TaskRun> runs = new ArrayList<>();
    runs.add(red("a.CartTest#1", "once"));
    for (int n = 2; n <= 3_000; n++) {
      runs.add(green("a.CartTest#" + n));
    }
    assertThat(render(runs)).contains("1 of 3,000 failed (below 0.1 %), first in run 1; ");
  }
}

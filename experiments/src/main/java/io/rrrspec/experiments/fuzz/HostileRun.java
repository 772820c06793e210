package io.rrrspec.experiments.fuzz;

import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.common.model.Comparison;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A red run in memory whose names, messages and outputs are hostile.
 *
 * @param taskset the run
 * @param tasks with their trials; the first one has failed
 */
record HostileRun(Taskset taskset, List<TaskRun> tasks) {
  private static final Instant BEGIN = Instant.parse("2026-01-02T03:04:05Z");
  private static final String KEY = "rrrspec:taskset:id";

  static HostileRun of(Draw draw) {
    List<TaskRun> tasks = new ArrayList<>();
    for (int i = 1 + draw.below(3); i > 0; i--) {
      tasks.add(task(draw, tasks.isEmpty(), "T" + i));
    }
    return new HostileRun(taskset(draw, tasks.size()), tasks);
  }

  private static Taskset taskset(Draw draw, int tasks) {
    return Taskset.of(KEY)
        .rsyncName(HostileText.any(draw))
        .commands(HostileText.any(draw), HostileText.any(draw))
        .workers(HostileText.any(draw), 1)
        .maxTrials(2)
        .tasksetClass(HostileText.any(draw))
        .timeouts(60, 60)
        .createdAt(BEGIN)
        .status(TasksetStatus.FAILED)
        .finishedAt(BEGIN.plusSeconds(draw.below(100_000) - 50_000))
        .counts(0, tasks, tasks)
        .runner(draw.oneIn(4) ? Runner.COMMAND : Runner.JUNIT)
        .user(orNull(draw))
        .reason(orNull(draw))
        .build();
  }

  private static TaskRun task(Draw draw, boolean red, String id) {
    String name = draw.oneIn(3) ? "com.foo." + id + "Test" : id + HostileText.any(draw);
    String key = KEY + ":task:" + id;
    List<Trial> trials = new ArrayList<>();
    List<String> keys = new ArrayList<>();
    for (int i = draw.below(3); i >= 0; i--) {
      boolean bad = red || i > 0;
      keys.add(key + ":trial:" + i);
      trials.add(trial(draw, key, name, bad, i));
    }
    return new TaskRun(
        new Task(key, KEY, name, red ? TaskStatus.FAILED : TaskStatus.PASSED, null, keys), trials);
  }

  private static Trial trial(Draw draw, String task, String name, boolean bad, int number) {
    List<CaseResult> cases = new ArrayList<>();
    for (int i = draw.below(4); i > 0; i--) {
      cases.add(test(draw, name, bad));
    }
    int failed = (int) cases.stream().filter(HostileRun::isRed).count();
    return new Trial(
        task + ":trial:" + number,
        task,
        "rrrspec:worker:" + HostileText.any(draw) + ":slave:1",
        BEGIN,
        draw.oneIn(5) ? null : BEGIN.plusMillis(draw.below(2_000_000) - 1_000_000),
        bad ? TrialStatus.FAILED : TrialStatus.PASSED,
        bad ? TrialVerdict.BAD : TrialVerdict.PASSED,
        HostileText.any(draw),
        HostileText.any(draw),
        cases.size() - failed,
        0,
        failed,
        cases,
        orNull(draw),
        draw.below(3));
  }

  private static boolean isRed(CaseResult test) {
    return test.outcome() == Outcome.FAILED || test.outcome() == Outcome.ERROR;
  }

  private static CaseResult test(Draw draw, String name, boolean mayFail) {
    Outcome outcome =
        draw.one(mayFail ? List.of(Outcome.values()) : List.of(Outcome.PASSED, Outcome.SKIPPED));
    return new CaseResult(
        draw.oneIn(3) ? HostileText.any(draw) : name + (draw.oneIn(3) ? "$Nested" : ""),
        HostileText.any(draw),
        outcome,
        draw.oneIn(9) ? Long.MAX_VALUE : draw.below(100_000),
        orNull(draw),
        orNull(draw),
        orNull(draw),
        draw.oneIn(4)
            ? List.of(new Comparison(HostileText.any(draw), HostileText.any(draw), orNull(draw)))
            : List.of());
  }

  private static @Nullable String orNull(Draw draw) {
    return draw.oneIn(3) ? null : HostileText.any(draw);
  }
}

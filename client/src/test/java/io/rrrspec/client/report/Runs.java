package io.rrrspec.client.report;

import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
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
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds tasks with their trials. */
public final class Runs {
  public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private Runs() {}

  public static Taskset taskset(TasksetStatus status, Runner runner, @Nullable String reason) {
    return Taskset.of("rrrspec:taskset:1")
        .rsyncName("app")
        .workers("default", 10)
        .maxTrials(3)
        .tasksetClass("app")
        .createdAt(START)
        .status(status)
        .finishedAt(START.plusMillis(85_300))
        .runner(runner)
        .reason(reason)
        .build();
  }

  public static Taskset junit(TasksetStatus status) {
    return taskset(status, Runner.JUNIT, null);
  }

  public static TaskRun task(String specFile, TaskStatus status, Trial... trials) {
    String key = "rrrspec:taskset:1:task:" + specFile;
    return new TaskRun(
        new Task(
            key,
            "rrrspec:taskset:1",
            specFile,
            status,
            null,
            Arrays.stream(trials).map(Trial::key).toList()),
        List.of(trials));
  }

  /** A trial of Ruby rrrspec: counts and no tests; without a verdict if its server judged. */
  public static TrialBuilder counted(
      @Nullable TrialVerdict verdict, TrialStatus status, int passed, int pending, int failed) {
    TrialBuilder builder = new TrialBuilder(verdict, status).counting(passed, failed);
    builder.pending = pending;
    return builder;
  }

  public static TrialBuilder trial(TrialVerdict verdict, TrialStatus status) {
    return new TrialBuilder(verdict, status);
  }

  public static TrialBuilder good() {
    return trial(TrialVerdict.PASSED, TrialStatus.PASSED);
  }

  public static TrialBuilder bad() {
    return trial(TrialVerdict.BAD, TrialStatus.FAILED);
  }

  public static CaseResult passed(String className, String name) {
    return new CaseResult(className, name, Outcome.PASSED, 11, null, null, null);
  }

  public static CaseResult skipped(String className, String name, String message) {
    return new CaseResult(className, name, Outcome.SKIPPED, 0, message, null, null);
  }

  public static CaseResult failed(String className, String name, String message) {
    String type = "org.opentest4j.AssertionFailedError";
    return new CaseResult(
        className,
        name,
        Outcome.FAILED,
        12,
        message,
        type,
        trace(type, message, className, name.replaceAll("\\W.*", "")));
  }

  public static CaseResult error(String className, String name, String message) {
    String type = "java.io.IOException";
    return new CaseResult(
        className, name, Outcome.ERROR, 1_500, message, type, trace(type, message, className, "x"));
  }

  public static String trace(String type, String message, String className, String method) {
    String file = className.replaceAll(".*\\.|\\$.*", "") + ".java";
    return (type + ": " + message + "\n")
        + "\tat org.lib.Tool.check(Tool.java:7)\n"
        + ("\tat app//" + className + "." + method + "(" + file + ":42)\n")
        + "\tat java.base/java.lang.reflect.Method.invoke(Method.java:569)\n"
        + "\tat org.junit.platform.Launcher.execute(Launcher.java:1)\n";
  }

  public static final class TrialBuilder {
    private final @Nullable TrialVerdict verdict;
    private final TrialStatus status;
    private final List<CaseResult> cases = new ArrayList<>();
    private String stdout = "";
    private String stderr = "";
    private @Nullable String reason;
    private long millis = 100;
    private int passed;
    private int pending;
    private int failed;

    private TrialBuilder(@Nullable TrialVerdict verdict, TrialStatus status) {
      this.verdict = verdict;
      this.status = status;
    }

    public TrialBuilder with(CaseResult... results) {
      cases.addAll(List.of(results));
      return this;
    }

    public TrialBuilder output(String out, String err) {
      stdout = out;
      stderr = err;
      return this;
    }

    public TrialBuilder because(String text) {
      reason = text;
      return this;
    }

    public TrialBuilder taking(long time) {
      millis = time;
      return this;
    }

    public TrialBuilder counting(int good, int red) {
      passed = good;
      failed = red;
      return this;
    }

    public Trial build() {
      return new Trial(
          "trial" + System.identityHashCode(this),
          "task",
          "slave",
          START,
          START.plusMillis(millis),
          status,
          verdict,
          stdout,
          stderr,
          passed,
          pending,
          failed,
          cases,
          reason,
          0);
    }
  }
}

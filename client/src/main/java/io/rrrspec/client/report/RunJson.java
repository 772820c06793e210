package io.rrrspec.client.report;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A run as JSON, as docs/ci.md describes it. Names are added in later releases and never change
 * their meaning.
 */
public final class RunJson {
  /** The version of the shape. */
  private static final int FORMAT = 1;

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private RunJson() {}

  /** Writes it, ended by a line end. */
  public static String write(Taskset taskset, List<TaskRun> runs, boolean verbose) {
    RunSummary summary = RunSummary.of(taskset, runs);
    ObjectNode root = MAPPER.createObjectNode();
    root.put("format", FORMAT);
    root.put("key", taskset.key());
    root.put("id", taskset.id());
    root.put("rsync_name", taskset.rsyncName());
    root.put("user", taskset.user());
    root.put("runner", taskset.runner());
    root.put("worker_type", taskset.workerType());
    root.put("taskset_class", taskset.tasksetClass());
    root.put("status", lower(taskset.status()));
    root.put("reason", taskset.reason());
    root.put("created_at", time(taskset.createdAt()));
    root.put("finished_at", time(taskset.finishedAt()));
    ObjectNode tasks = root.putObject("tasks");
    tasks.put("asked", summary.tasks());
    tasks.put("succeeded", summary.decided() - summary.failedTasks());
    tasks.put("failed", summary.failedTasks());
    tasks.put("left", summary.tasks() - summary.decided());
    ObjectNode tests = root.putObject("tests");
    tests.put("total", summary.tests());
    tests.put("passed", summary.passed());
    tests.put("failures", summary.failures());
    tests.put("errors", summary.errors());
    tests.put("skipped", summary.skipped());
    tests.put("flaky", summary.flaky().size());
    ArrayNode failed = root.putArray("failed");
    summary.failed().forEach(it -> failed(failed.addObject(), it));
    if (verbose) {
      ArrayNode list = root.putArray("task_list");
      runs.forEach(run -> task(list.addObject(), run));
    }
    return text(root) + "\n";
  }

  private static void failed(ObjectNode node, RunSummary.Failed failed) {
    CaseResult result = failed.result();
    node.put("class", result.className());
    node.put("name", result.name());
    node.put("outcome", lower(result.outcome()));
    node.put("message", result.message());
    node.put("type", result.type());
    node.put("trace", result.trace());
    node.put("times", failed.times());
  }

  private static void task(ObjectNode node, TaskRun run) {
    String status = run.task().status().text();
    node.put("spec_file", run.task().specFile());
    node.put("status", status.isEmpty() ? null : status);
    ArrayNode trials = node.putArray("trials");
    for (Trial trial : run.trials()) {
      ObjectNode one = trials.addObject();
      one.put("slave", trial.slaveKey());
      one.put("verdict", trial.verdict() == null ? null : lower(trial.verdict()));
      one.put("started_at", time(trial.startedAt()));
      one.put("finished_at", time(trial.finishedAt()));
      one.put("reason", trial.reason());
    }
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static @Nullable String time(@Nullable Instant time) {
    return time == null ? null : time.toString();
  }

  private static String text(ObjectNode root) {
    try {
      return MAPPER.writeValueAsString(root);
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new IllegalStateException("a tree of strings and numbers is always JSON", e);
    }
  }
}

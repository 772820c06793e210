package io.rrrspec.client.record;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.persister.record.history.ClassRecord;
import io.rrrspec.persister.record.history.ClassRun;
import io.rrrspec.persister.record.history.SpecHistory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The history of test classes as JSON, as docs/flaky-tests.md describes it. */
final class HistoryJson {
  private static final int FORMAT = 1;

  private HistoryJson() {}

  static String ofClasses(List<SpecHistory> histories) {
    ObjectNode root = FlakyJson.MAPPER.createObjectNode();
    root.put("format", FORMAT);
    ArrayNode list = root.putArray("classes");
    histories.forEach(history -> add(list.addObject(), history));
    return FlakyJson.text(root);
  }

  private static void add(ObjectNode node, SpecHistory history) {
    node.put("taskset_class", history.tasksetClass());
    node.put("spec_file", history.specFile());
    node.put("runs", history.runs());
    node.put("failed", history.failed());
    ArrayNode runs = node.putArray("newest");
    history.newest().forEach(run -> run(runs.addObject(), run));
    ArrayNode changes = node.putArray("changes");
    for (SpecHistory.Change change : history.changes()) {
      ObjectNode one = changes.addObject();
      one.put("run", change.run());
      one.put("at", time(change.at()));
      one.put("to", change.to().text());
    }
    ArrayNode slowest = node.putArray("slowest");
    for (SpecHistory.SlowTest test : history.slowest()) {
      ObjectNode one = slowest.addObject();
      one.put("class", test.className());
      one.put("name", test.name());
      one.put("median_ms", test.median().toMillis());
    }
  }

  private static void run(ObjectNode node, ClassRun run) {
    node.put("run", run.run());
    node.put("finished_at", time(run.finishedAt()));
    node.put("status", run.status().isFinal() ? run.status().text() : null);
    node.put("estimate_ms", millis(run.estimate()));
    node.put("duration_ms", millis(run.duration()));
    ArrayNode trials = node.putArray("trials");
    for (ClassRun.Try trial : run.trials()) {
      ObjectNode one = trials.addObject();
      one.put("slave", trial.slave());
      one.put("worker", HistoryList.worker(trial.slave()));
      one.put("status", trial.status().isFinal() ? trial.status().text() : null);
      one.put("verdict", trial.verdict() == null ? null : trial.verdict().text());
      one.put("duration_ms", millis(trial.duration()));
      one.put("reason", trial.reason());
    }
    ArrayNode failing = node.putArray("failing");
    run.failing().forEach(failing::add);
  }

  static String ofAll(List<ClassRecord> classes) {
    ObjectNode root = FlakyJson.MAPPER.createObjectNode();
    root.put("format", FORMAT);
    ArrayNode list = root.putArray("classes");
    for (ClassRecord record : classes) {
      ObjectNode one = list.addObject();
      one.put("taskset_class", record.tasksetClass());
      one.put("spec_file", record.specFile());
      one.put("runs", record.runs());
      one.put("failed", record.failed());
      one.put("mean_ms", millis(record.mean()));
      one.put("last", record.last().text());
      one.put("changed_run", record.changedRun());
      one.put("changed_at", time(record.changedAt()));
    }
    return FlakyJson.text(root);
  }

  private static @Nullable Long millis(@Nullable Duration time) {
    return time == null ? null : time.toMillis();
  }

  private static @Nullable String time(@Nullable Instant time) {
    return time == null ? null : time.toString();
  }
}

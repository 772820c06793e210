package io.rrrspec.client.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.rrrspec.client.report.result.RunSummary;
import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.TaskSplit;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.common.run.Detail;
import io.rrrspec.common.run.ModuleSum;
import io.rrrspec.common.run.PartTrial;
import io.rrrspec.common.run.PartsOfTests;
import io.rrrspec.common.run.RunSlave;
import io.rrrspec.common.run.RunTask;
import io.rrrspec.common.run.StoredRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A run as JSON, as docs/run-json.md describes it: one shape for runs that go on and for past ones.
 * Names are added in later releases and never change their meaning. It is written as it is read, so
 * that a run of any size takes little memory.
 */
public final class RunJson {
  /** The version of the shape. */
  private static final int FORMAT = 1;

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final JsonGenerator json;
  private final StoredRun source;

  private RunJson(JsonGenerator json, StoredRun source) {
    this.json = json;
    this.source = source;
  }

  /**
   * Writes it, ended by a line end.
   *
   * @param out is flushed, and not closed
   * @param verbose with all tasks, trials, tests, outputs, slaves and logs
   * @throws UncheckedIOException if it cannot be written
   */
  public static void write(StoredRun source, boolean verbose, Writer out) {
    try (JsonGenerator json = MAPPER.createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      // Somebody may look at it in a terminal, which obeys some of the others.
      json.setHighestNonEscapedChar('~');
      json.setPrettyPrinter(new DefaultPrettyPrinter());
      new RunJson(json, source).write(verbose);
      json.writeRaw('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(boolean verbose) throws IOException {
    json.writeStartObject();
    head(source.taskset());
    counts();
    failed();
    muted();
    withoutTests();
    orderDependent();
    if (verbose) {
      tasks();
      slaves();
      workerLogs();
      json.writeStringField("log", source.log());
    }
    json.writeEndObject();
  }

  private void head(Taskset taskset) throws IOException {
    json.writeNumberField("format", FORMAT);
    json.writeStringField("key", taskset.key());
    json.writeStringField("id", taskset.id());
    json.writeStringField("rsync_name", taskset.rsyncName());
    json.writeStringField("user", taskset.user());
    json.writeStringField("runner", taskset.runner().name());
    json.writeStringField("worker_type", taskset.workerType());
    json.writeStringField("taskset_class", taskset.tasksetClass());
    json.writeStringField("sources", taskset.sources());
    json.writeStringField("status", lower(taskset.status()));
    json.writeStringField("reason", taskset.reason());
    json.writeBooleanField("cached", taskset.cached());
    json.writeStringField("created_at", time(taskset.createdAt()));
    json.writeStringField("finished_at", time(taskset.finishedAt()));
  }

  private void counts() throws IOException {
    RunTotals totals = new RunTotals();
    each(runs -> totals.add(RunSummary.of(source.taskset(), runs)));
    json.writeObjectFieldStart("tasks");
    json.writeNumberField("asked", totals.tasks);
    json.writeNumberField("succeeded", totals.decided - totals.failedTasks);
    json.writeNumberField("failed", totals.failedTasks);
    json.writeNumberField("left", totals.tasks - totals.decided);
    json.writeNumberField("not_run", totals.notRun);
    json.writeNumberField("without_tests", totals.withoutTests);
    json.writeNumberField("order_dependent", totals.orderDependent);
    json.writeEndObject();
    json.writeObjectFieldStart("tests");
    json.writeNumberField("total", totals.tests);
    json.writeNumberField("passed", totals.passed);
    json.writeNumberField("failures", totals.failures);
    json.writeNumberField("errors", totals.errors);
    json.writeNumberField("skipped", totals.skipped);
    json.writeNumberField("flaky", totals.flaky);
    json.writeNumberField("muted", totals.muted);
    json.writeEndObject();
    modules(totals.modules());
  }

  private void modules(List<ModuleSum> modules) throws IOException {
    if (modules.size() < 2) {
      return;
    }
    json.writeArrayFieldStart("modules");
    for (ModuleSum sum : modules) {
      json.writeStartObject();
      json.writeStringField("module", sum.module());
      json.writeNumberField("tasks", sum.classes());
      json.writeNumberField("failed", sum.failed());
      json.writeNumberField("time_ms", sum.time().toMillis());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void failed() throws IOException {
    json.writeArrayFieldStart("failed");
    each(
        runs -> {
          for (RunSummary.Failed failed : RunSummary.of(source.taskset(), runs).failed()) {
            json.writeStartObject();
            CaseResult result = failed.result();
            if (!failed.module().isEmpty()) {
              json.writeStringField("module", failed.module());
            }
            json.writeStringField("class", result.className());
            json.writeStringField(
                "execution", failed.execution().isEmpty() ? null : failed.execution());
            json.writeStringField("name", result.name());
            json.writeStringField("outcome", lower(result.outcome()));
            if (result.quarantine() != null) {
              json.writeStringField("quarantine", result.quarantine());
            }
            json.writeStringField("message", result.message());
            json.writeStringField("type", result.type());
            json.writeStringField("trace", result.trace());
            json.writeStringField("cause", failed.cause());
            json.writeNumberField("times", failed.times());
            json.writeEndObject();
          }
        });
    json.writeEndArray();
  }

  private void muted() throws IOException {
    json.writeArrayFieldStart("muted");
    each(
        runs -> {
          for (RunSummary.Muted muted : RunSummary.of(source.taskset(), runs).muted()) {
            CaseResult result = muted.result();
            json.writeStartObject();
            json.writeStringField("class", muted.className());
            json.writeStringField("name", result.name());
            json.writeStringField("quarantine", result.quarantine());
            json.writeStringField("message", result.message());
            json.writeStringField("type", result.type());
            json.writeStringField("trace", result.trace());
            json.writeEndObject();
          }
        });
    json.writeEndArray();
  }

  private void withoutTests() throws IOException {
    json.writeArrayFieldStart("without_tests");
    each(
        runs -> {
          for (var task : RunSummary.of(source.taskset(), runs).withoutTests()) {
            json.writeStartObject();
            json.writeStringField("spec_file", task.name());
            json.writeStringField("reason", task.why());
            json.writeEndObject();
          }
        });
    json.writeEndArray();
  }

  private void orderDependent() throws IOException {
    json.writeArrayFieldStart("order_dependent");
    each(
        runs -> {
          for (var one : RunSummary.of(source.taskset(), runs).orderDependent()) {
            json.writeStartObject();
            json.writeStringField("spec_file", one.name());
            json.writeArrayFieldStart("after");
            for (String other : one.dependence().after()) {
              json.writeString(other);
            }
            json.writeEndArray();
            json.writeStringField("relation", one.dependence().relation().text());
            json.writeBooleanField("confirmed", one.dependence().confirmed());
            json.writeNumberField("failed", one.dependence().failed());
            json.writeNumberField("passed", one.dependence().passed());
            CaseResult first = one.first();
            json.writeStringField("test", first == null ? null : first.name());
            json.writeStringField("message", first == null ? null : first.message());
            json.writeStringField("trace", first == null ? null : first.trace());
            json.writeEndObject();
          }
        });
    json.writeEndArray();
  }

  private void tasks() throws IOException {
    json.writeArrayFieldStart("task_list");
    eachTask(
        tasks -> {
          Map<Integer, List<PartTrial>> parts =
              source.parts(tasks).stream().collect(Collectors.groupingBy(PartTrial::taskNo));
          for (RunTask task : tasks) {
            task(new TaskRun(task.task(), task.trials()), parts.getOrDefault(task.no(), List.of()));
          }
        });
    json.writeEndArray();
  }

  private void task(TaskRun run, List<PartTrial> parts) throws IOException {
    json.writeStartObject();
    String status = run.task().status().text();
    json.writeStringField("spec_file", run.task().specFile());
    json.writeStringField("status", status.isEmpty() ? null : status);
    millis("estimate_ms", run.task().estimate());
    millis("cpu_estimate_ms", run.task().cpuEstimate());
    json.writeArrayFieldStart("trials");
    for (Trial trial : run.trials()) {
      json.writeStartObject();
      trial(trial, PartsOfTests.of(trial, parts));
      json.writeEndObject();
    }
    json.writeEndArray();
    TaskSplit split = run.task().split();
    if (split != null) {
      json.writeObjectFieldStart("divided");
      json.writeNumberField("parts", split.parts());
      json.writeStringField("whole", split.whole());
      json.writeArrayFieldStart("trials");
      for (PartTrial part : parts) {
        json.writeStartObject();
        json.writeNumberField("part", part.part());
        json.writeStringField("state", part.state(!source.taskset().status().isFinal()));
        trial(part.trial(), List.of());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  /** Writes a trial; of its tests those have parts that ran in one. */
  private void trial(Trial trial, List<PartTrial> parts) throws IOException {
    json.writeStringField("key", trial.key());
    json.writeStringField("slave", trial.slaveKey());
    json.writeStringField("status", trial.status().isFinal() ? trial.status().text() : null);
    json.writeStringField("verdict", trial.verdict() == null ? null : lower(trial.verdict()));
    json.writeStringField("started_at", time(trial.startedAt()));
    json.writeStringField("finished_at", time(trial.finishedAt()));
    boolean ended = trial.startedAt() != null && trial.finishedAt() != null;
    millis("took_ms", ended ? trial.duration() : null);
    millis("cpu_ms", trial.processorTime().process());
    millis("thread_cpu_ms", trial.processorTime().thread());
    millis("thread_ready_ms", trial.processorTime().ready());
    json.writeStringField("reason", trial.reason());
    if (trial.affinity() != null) {
      json.writeStringField("affinity", trial.affinity());
      json.writeBooleanField("affinity_started", trial.affinityStarted());
    }
    json.writeNumberField("passed", trial.passed());
    json.writeNumberField("pending", trial.pending());
    json.writeNumberField("failed", trial.failed());
    json.writeArrayFieldStart("tests");
    for (int i = 0; i < trial.cases().size(); i++) {
      CaseResult result = trial.cases().get(i);
      json.writeStartObject();
      if (!parts.isEmpty()) {
        json.writeNumberField("part", parts.get(i).part());
      }
      json.writeStringField("class", result.className());
      json.writeStringField("name", result.name());
      json.writeStringField("outcome", lower(result.outcome()));
      json.writeNumberField("ms", result.millis());
      json.writeStringField("message", result.message());
      json.writeStringField("type", result.type());
      json.writeStringField("trace", result.trace());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeStringField("stdout", trial.stdout());
    json.writeStringField("stderr", trial.stderr());
  }

  private void millis(String name, @Nullable Duration time) throws IOException {
    json.writeObjectField(name, time == null ? null : time.toMillis());
  }

  private void slaves() throws IOException {
    json.writeArrayFieldStart("slaves");
    List<RunSlave> slaves = new ArrayList<>();
    source.eachSlave(slaves::add);
    for (RunSlave slave : slaves) {
      json.writeStartObject();
      String status = slave.status().text();
      json.writeStringField("key", slave.key());
      json.writeStringField("status", status.isEmpty() ? null : status);
      json.writeStringField("log", slave.log());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void workerLogs() throws IOException {
    json.writeArrayFieldStart("worker_logs");
    List<WorkerLog> logs = new ArrayList<>();
    source.eachWorker(logs::add);
    for (WorkerLog log : logs) {
      json.writeStartObject();
      json.writeStringField("worker", log.workerKey());
      json.writeStringField("started_at", time(log.startedAt()));
      json.writeStringField("rsync_finished_at", time(log.rsyncFinishedAt()));
      json.writeStringField("setup_finished_at", time(log.setupFinishedAt()));
      json.writeStringField("finished_at", time(log.finishedAt()));
      json.writeStringField("slaves", log.slaves());
      json.writeStringField("log", log.log());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Writes what belongs to some tasks. */
  @FunctionalInterface
  private interface Piece<T> {
    void write(List<T> tasks) throws IOException;
  }

  private void each(Piece<TaskRun> piece) {
    eachTask(tasks -> piece.write(TaskRun.of(tasks)));
  }

  private void eachTask(Piece<RunTask> piece) {
    source.eachTask(
        Detail.WHOLE,
        tasks -> {
          try {
            piece.write(tasks);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static @Nullable String time(@Nullable Instant time) {
    return time == null ? null : time.toString();
  }
}

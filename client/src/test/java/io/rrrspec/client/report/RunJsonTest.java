package io.rrrspec.client.report;

import static io.rrrspec.client.report.Runs.bad;
import static io.rrrspec.client.report.Runs.failed;
import static io.rrrspec.client.report.Runs.good;
import static io.rrrspec.client.report.Runs.junit;
import static io.rrrspec.client.report.Runs.passed;
import static io.rrrspec.client.report.Runs.task;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rrrspec.client.report.result.PartTrials;
import io.rrrspec.client.report.result.TaskRun;
import io.rrrspec.client.report.terminal.Columns;
import io.rrrspec.client.report.terminal.Style;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskSplit;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.common.run.Detail;
import io.rrrspec.common.run.FailedTest;
import io.rrrspec.common.run.PartTrial;
import io.rrrspec.common.run.RunSlave;
import io.rrrspec.common.run.RunTask;
import io.rrrspec.common.run.StoredRun;
import io.rrrspec.common.run.TaskFilter;
import io.rrrspec.common.run.TestCounts;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class RunJsonTest {
  private static final List<TaskRun> RUNS =
      List.of(
          task("ATest", TaskStatus.FAILED, bad().with(failed("ATest", "a", "no")).build()),
          task("BTest", TaskStatus.PASSED, good().with(passed("BTest", "b")).build()),
          task("CTest", TaskStatus.UNDECIDED));

  /** One task at a time. */
  private record Source(Taskset taskset, List<TaskRun> runs, List<PartTrial> known)
      implements StoredRun {
    Source(Taskset taskset, List<TaskRun> runs) {
      this(taskset, runs, List.of());
    }

    @Override
    public List<PartTrial> parts(List<RunTask> divided) {
      List<PartTrial> parts = new ArrayList<>(known);
      if (!known.isEmpty()) {
        return parts;
      }
      for (RunTask task : divided) {
        TaskSplit split = task.task().split();
        for (int part = 1; split != null && part <= split.parts(); part++) {
          parts.add(new PartTrial(task.no(), part, split.parts(), good().taking(part).build()));
        }
      }
      return parts;
    }

    @Override
    public void eachTask(Detail detail, Consumer<List<RunTask>> chunks) {
      assertThat(detail).isEqualTo(Detail.WHOLE);
      for (TaskRun run : runs) {
        chunks.accept(List.of(new RunTask(runs.indexOf(run) + 1, run.task(), run.trials())));
      }
    }

    @Override
    public String log() {
      return "2026-01-01 00:00:00 started";
    }

    @Override
    public void eachWorker(Consumer<WorkerLog> workers) {
      workers.accept(
          new WorkerLog(
              "k", "n:worker:w", "t", null, null, null, null, "3 slaves: x", null, "synced"));
    }

    @Override
    public void eachSlave(Consumer<RunSlave> slaves) {
      slaves.accept(new RunSlave("n:worker:w:slave:1", SlaveStatus.NORMAL_EXIT, "hello", null));
    }

    @Override
    public boolean isSettled() {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<RunTask> tasks(TaskFilter filter, int after, int limit) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Optional<RunTask> task(String specFile) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Optional<Trial> trial(int taskNo, int trialNo) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Optional<TestCounts> tests() {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<FailedTest> failures(int limit) {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<WorkerLog> workers(int limit) {
      throw new UnsupportedOperationException();
    }

    @Override
    public String workerLog(String key) {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<RunSlave> slaves(int limit) {
      throw new UnsupportedOperationException();
    }

    @Override
    public String slaveLog(String key) {
      throw new UnsupportedOperationException();
    }
  }

  private static JsonNode json(boolean verbose) throws Exception {
    return json(RUNS, verbose);
  }

  private static JsonNode json(List<TaskRun> runs, boolean verbose) throws Exception {
    StringWriter out = new StringWriter();
    RunJson.write(new Source(junit(TasksetStatus.RUNNING), runs), verbose, out);
    assertThat(out.toString()).endsWith("}\n");
    return new ObjectMapper().readTree(out.toString());
  }

  @Test
  void aTrialNamesWhatItShared() throws Exception {
    TaskRun run = RUNS.get(1);
    Trial shared = run.trials().get(0).withAffinity("spring Shop 1", true);

    JsonNode list =
        json(List.of(new TaskRun(run.task(), List.of(shared)), run), true).get("task_list");

    JsonNode first = list.get(0).get("trials").get(0);
    assertThat(first.get("affinity").asText()).isEqualTo("spring Shop 1");
    assertThat(first.get("affinity_started").asBoolean()).isTrue();
    assertThat(list.get(1).get("trials").get(0).has("affinity")).isFalse();
  }

  @Test
  void aClassThatWasDividedHasItsPartsBesides() throws Exception {
    Task task = RUNS.get(1).task();
    Task divided =
        new Task(
            task.key(),
            task.tasksetKey(),
            task.specFile(),
            task.status(),
            null,
            task.trials(),
            null,
            null,
            null,
            new TaskSplit(2, "ordered methods", null));

    JsonNode list =
        json(List.of(RUNS.get(0), new TaskRun(divided, RUNS.get(1).trials())), true)
            .get("task_list");

    assertThat(list.get(0).has("divided")).isFalse();
    assertThat(list.get(1).get("trials")).hasSize(1);
    JsonNode parts = list.get(1).get("divided");
    assertThat(parts.get("parts").asInt()).isEqualTo(2);
    assertThat(parts.get("whole").asText()).isEqualTo("ordered methods");
    assertThat(parts.get("trials").findValuesAsText("part")).containsExactly("1", "2");
    assertThat(parts.get("trials").get(1).get("verdict").asText()).isEqualTo("passed");
    assertThat(parts.get("trials").get(1).get("state").asText()).isEqualTo("passed");
    assertThat(parts.get("trials").get(1).get("took_ms").asInt()).isEqualTo(2);
    assertThat(list.get(1).get("trials").get(0).get("tests").get(0).has("part"))
        .as("it ran whole")
        .isFalse();
  }

  /** The trial of a class and those of its two parts, of which the second has two tests. */
  private static List<Trial> inParts() {
    Trial first = good().taking(400).with(passed("BTest", "a")).counting(1, 0).build();
    Trial second = good().taking(500).counting(2, 0).build();
    Trial merged =
        good()
            .taking(500)
            .with(passed("BTest", "a"))
            .with(passed("BTest", "b"))
            .with(passed("BTest$In", "c"))
            .counting(3, 0)
            .build()
            .withTook(Duration.ofMillis(900));
    return List.of(merged, named(first, "task#1/2:trial:1"), named(second, merged.key()));
  }

  private static Trial named(Trial trial, String key) {
    return new Trial(
        key,
        trial.taskKey(),
        trial.slaveKey(),
        trial.startedAt(),
        trial.finishedAt(),
        trial.status(),
        trial.verdict(),
        "",
        "",
        trial.passed(),
        0,
        0,
        List.of(),
        null,
        0);
  }

  @Test
  void eachTestOfAClassInPartsSaysItsPart() throws Exception {
    List<Trial> trials = inParts();
    Task task = RUNS.get(1).task();
    Task divided =
        new Task(
            task.key(),
            task.tasksetKey(),
            task.specFile(),
            task.status(),
            null,
            task.trials(),
            null,
            null,
            null,
            new TaskSplit(2, null, null));
    List<PartTrial> parts =
        List.of(new PartTrial(1, 1, 2, trials.get(1)), new PartTrial(1, 2, 2, trials.get(2)));
    TaskRun run = new TaskRun(divided, List.of(trials.get(0)));
    StringWriter out = new StringWriter();
    RunJson.write(new Source(junit(TasksetStatus.SUCCEEDED), List.of(run), parts), true, out);

    JsonNode trial =
        new ObjectMapper().readTree(out.toString()).get("task_list").get(0).get("trials").get(0);
    assertThat(trial.get("tests").findValuesAsText("part")).containsExactly("1", "2", "2");
    assertThat(trial.get("took_ms").asInt()).isEqualTo(900);
    assertThat(RunDetails.tasks(List.of(run), new PartTrials(Map.of("BTest", parts), false)))
        .contains(
            "    passed 0.900 s, 3 passed on slave\n"
                + "    part 1/2: passed 0.400 s, 1 passed on slave\n"
                + "        a\n"
                + "    part 2/2: passed 0.500 s, 2 passed on slave\n"
                + "        b, In#c\n");
  }

  @Test
  void theShapeIsTheDocumentedOne() throws Exception {
    JsonNode run = json(false);
    assertThat(run.fieldNames())
        .toIterable()
        .containsExactly(
            "format",
            "key",
            "id",
            "rsync_name",
            "user",
            "runner",
            "worker_type",
            "taskset_class",
            "sources",
            "status",
            "reason",
            "cached",
            "created_at",
            "finished_at",
            "tasks",
            "tests",
            "failed",
            "muted",
            "without_tests",
            "order_dependent");
    assertThat(run.get("format").asInt()).isEqualTo(1);
    assertThat(run.get("status").asText()).isEqualTo("running");
    assertThat(run.get("created_at").asText()).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(run.get("tasks").toString())
        .isEqualTo(
            "{\"asked\":3,\"succeeded\":1,\"failed\":1,\"left\":1,\"not_run\":0,\"without_tests\":0,"
                + "\"order_dependent\":0}");
    assertThat(run.get("tests").toString())
        .isEqualTo(
            "{\"total\":2,\"passed\":1,\"failures\":1,\"errors\":0,\"skipped\":0,\"flaky\":0,"
                + "\"muted\":0}");
    JsonNode failed = run.get("failed").get(0);
    assertThat(failed.get("class").asText()).isEqualTo("ATest");
    assertThat(failed.get("outcome").asText()).isEqualTo("failed");
    assertThat(failed.get("trace").asText()).contains("ATest.java:42");
    assertThat(failed.get("cause").asText())
        .startsWith("org.opentest4j.AssertionFailedError: ")
        .contains(" at ATest.");
  }

  @Test
  void aRunOfManyModulesHasASumForEach() throws Exception {
    JsonNode run =
        json(
            List.of(
                task(
                    "core:ATest", TaskStatus.FAILED, bad().with(failed("ATest", "a", "n")).build()),
                task("web:ATest", TaskStatus.PASSED, good().taking(200).build()),
                task("web:BTest", TaskStatus.PASSED, good().taking(300).build()),
                task("ATest", TaskStatus.UNDECIDED)),
            false);
    assertThat(run.get("modules").toString())
        .isEqualTo(
            "[{\"module\":\"core\",\"tasks\":1,\"failed\":1,\"time_ms\":100},"
                + "{\"module\":\"web\",\"tasks\":2,\"failed\":0,\"time_ms\":500},"
                + "{\"module\":\"\",\"tasks\":1,\"failed\":0,\"time_ms\":0}]");
    JsonNode failed = run.get("failed").get(0);
    assertThat(failed.get("module").asText()).isEqualTo("core");
    assertThat(failed.get("class").asText()).isEqualTo("ATest");
    assertThat(json(false).get("failed").get(0).has("module")).isFalse();
  }

  @Test
  void nothingInItSteersATerminal() throws Exception {
    String evil = "\u009b2J\u202e\u001b[31m\u2028é";
    TaskRun run = task("ATest", TaskStatus.FAILED, bad().with(failed("ATest", "a", evil)).build());
    StringWriter out = new StringWriter();
    RunJson.write(new Source(junit(TasksetStatus.FAILED), List.of(run)), true, out);
    assertThat(out.toString()).matches("[\\n -~]*");
    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertThat(json.get("failed").get(0).get("message").asText()).isEqualTo(evil);
  }

  @Test
  void everyTaskIsInItOnRequest() throws Exception {
    JsonNode list = json(true).get("task_list");
    assertThat(list).hasSize(3);
    assertThat(list.get(0).get("trials").get(0).get("verdict").asText()).isEqualTo("bad");
    assertThat(list.get(2).get("status").isNull()).isTrue();
    JsonNode trial = list.get(0).get("trials").get(0);
    assertThat(trial.get("tests").get(0).get("message").asText()).isEqualTo("no");
    assertThat(trial.has("stdout")).isTrue();
    assertThat(json(true).get("slaves").get(0).get("log").asText()).isEqualTo("hello");
    assertThat(json(true).get("worker_logs").get(0).get("log").asText()).isEqualTo("synced");
    assertThat(json(true).get("worker_logs").get(0).get("slaves").asText())
        .isEqualTo("3 slaves: x");
    assertThat(json(true).get("log").asText()).endsWith("started");
  }

  @Test
  void errorsAndTasksAsText() {
    String errors = RunDetails.errors(junit(TasksetStatus.RUNNING), RUNS);
    assertThat(errors).startsWith("ATest > a\n").contains("at app//ATest.a(ATest.java:42)");
    assertThat(RunDetails.tasks(RUNS, PartTrials.NONE))
        .contains("failed ATest\n    bad 0.100 s", "open CTest\n");
  }

  @Test
  void columnsLineUpAndWhatOthersWroteCannotSpoilThem() {
    assertThat(
            Columns.of("KEY", "USER")
                .row("a:1", "al\u001b[2Jice\nx")
                .row("b", "")
                .render(Style.plain()))
        .isEqualTo("KEY  USER\na:1  al\\x1b[2Jice x\nb    -\n");
  }
}

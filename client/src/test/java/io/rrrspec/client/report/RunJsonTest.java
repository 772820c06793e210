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
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TasksetStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunJsonTest {
  private static final List<TaskRun> RUNS =
      List.of(
          task("ATest", TaskStatus.FAILED, bad().with(failed("ATest", "a", "no")).build()),
          task("BTest", TaskStatus.PASSED, good().with(passed("BTest", "b")).build()),
          task("CTest", TaskStatus.UNDECIDED));

  private static JsonNode json(boolean verbose) throws Exception {
    return new ObjectMapper().readTree(RunJson.write(junit(TasksetStatus.RUNNING), RUNS, verbose));
  }

  @Test
  void the_shape_is_the_documented_one() throws Exception {
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
            "status",
            "reason",
            "created_at",
            "finished_at",
            "tasks",
            "tests",
            "failed");
    assertThat(run.get("format").asInt()).isEqualTo(1);
    assertThat(run.get("status").asText()).isEqualTo("running");
    assertThat(run.get("created_at").asText()).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(run.get("tasks").toString())
        .isEqualTo("{\"asked\":3,\"succeeded\":1,\"failed\":1,\"left\":1}");
    assertThat(run.get("tests").toString())
        .isEqualTo(
            "{\"total\":2,\"passed\":1,\"failures\":1,\"errors\":0,\"skipped\":0,\"flaky\":0}");
    JsonNode failed = run.get("failed").get(0);
    assertThat(failed.get("class").asText()).isEqualTo("ATest");
    assertThat(failed.get("outcome").asText()).isEqualTo("failed");
    assertThat(failed.get("trace").asText()).contains("ATest.java:42");
  }

  @Test
  void every_task_is_in_it_on_request() throws Exception {
    JsonNode list = json(true).get("task_list");
    assertThat(list).hasSize(3);
    assertThat(list.get(0).get("trials").get(0).get("verdict").asText()).isEqualTo("bad");
    assertThat(list.get(2).get("status").isNull()).isTrue();
  }

  @Test
  void errors_and_tasks_as_text() {
    String errors = RunDetails.errors(junit(TasksetStatus.RUNNING), RUNS);
    assertThat(errors).startsWith("ATest > a\n").contains("at app//ATest.a(ATest.java:42)");
    assertThat(RunDetails.tasks(RUNS)).contains("failed ATest\n    bad 0.100 s", "open CTest\n");
  }

  @Test
  void columns_line_up_and_what_others_wrote_cannot_spoil_them() {
    assertThat(
            Columns.of("KEY", "USER")
                .row("a:1", "al\u001b[2Jice\nx")
                .row("b", "")
                .render(Style.plain()))
        .isEqualTo("KEY  USER\na:1  al\\x1b[2Jice x\nb    -\n");
  }
}

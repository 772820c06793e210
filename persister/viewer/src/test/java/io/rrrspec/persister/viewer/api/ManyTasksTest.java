package io.rrrspec.persister.viewer.api;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.persister.record.save.FinishedTask;
import io.rrrspec.persister.record.save.TasksetArchive;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Runs of more tasks and trials than are read at once. */
class ManyTasksTest extends ApiContract {
  private static final int TASKS = 1_203;
  private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

  private String save() {
    String key = keys.taskset(UUID.randomUUID().toString());
    Taskset taskset =
        Taskset.of(key)
            .rsyncName("many")
            .commands("", "slave")
            .maxTrials(3)
            .tasksetClass("myclass")
            .createdAt(START)
            .status(TasksetStatus.FAILED)
            .finishedAt(START)
            .counts(0, TASKS, TASKS)
            .build();
    new TasksetArchive(database)
        .saveFinished(taskset, IntStream.range(0, TASKS).mapToObj(i -> task(key, i)).iterator());
    return key;
  }

  /** None, one, two or three trials. */
  private static int trials(int i) {
    return i % 4;
  }

  private FinishedTask task(String key, int i) {
    String task = Keys.task(key, "task-" + i);
    List<Trial> trials =
        IntStream.range(0, trials(i)).mapToObj(no -> trial(task, "t" + i + "." + no)).toList();
    List<String> trialKeys = trials.stream().map(Trial::key).toList();
    return new FinishedTask(
        new Task(task, key, "task-" + i, TaskStatus.FAILED, null, trialKeys), trials);
  }

  private Trial trial(String task, String name) {
    return new Trial(
        Keys.trial(task, name),
        task,
        Keys.slave(keys.worker("w"), "1"),
        START,
        START,
        TrialStatus.FAILED,
        TrialVerdict.BAD,
        "",
        "",
        0,
        0,
        1,
        List.of(),
        null,
        0);
  }

  private static void check(JsonNode run, String id) {
    JsonNode tasks = run.get("tasks");
    assertThat(tasks).hasSize(TASKS);
    for (int i = 0; i < TASKS; i++) {
      JsonNode task = tasks.get(i);
      assertThat(task.get("id").textValue()).isEqualTo(id + "-" + (i + 1));
      assertThat(task.get("spec_path").textValue()).isEqualTo("task-" + i);
    }
  }

  @Test
  void everyTaskOfAPastRunHasItsOwnTrials() throws Exception {
    String key = save();
    JsonNode run = ask("/v2/tasksets/" + key);
    String number = run.get("id").asText();
    check(run, number);
    for (int i = 0; i < TASKS; i++) {
      JsonNode task = run.get("tasks").get(i);
      assertThat(task.get("trials")).hasSize(trials(i));
      for (int no = 0; no < trials(i); no++) {
        JsonNode trial = task.get("trials").get(no);
        assertThat(trial.get("id").textValue()).isEqualTo(number + "-" + (i + 1) + "-" + no);
        assertThat(trial.get("key").textValue())
            .isEqualTo(Keys.trial(Keys.task(key, "task-" + i), "t" + i + "." + no));
      }
    }
    // A task without trials is one, too.
    assertThat(ask("/v2/tasks/" + number + "-1/trials")).isEmpty();
    assertThat(ask("/v2/tasks/" + number + "-1200/trials")).hasSize(3);
    refusal(404, "/v2/tasks/" + number + "-1204/trials");
  }

  @Test
  void aRunThatGoesOnIsToldWhole() throws Exception {
    String key = aTaskset().withTasks(TASKS).activatedIn(records.tasksets());
    check(ask("/v2/tasksets/" + key), Keys.lastPart(key));
  }

  @Test
  void itComesCompressedIfThatIsWanted() throws Exception {
    String key = save();
    HttpResponse<java.io.InputStream> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(viewer.base() + "/v2/tasksets/" + key))
                    .header("Accept-Encoding", "gzip")
                    .build(),
                HttpResponse.BodyHandlers.ofInputStream());
    assertThat(answer.headers().firstValue("Content-Encoding")).contains("gzip");
    assertThat(JSON.readTree(new GZIPInputStream(answer.body())))
        .isEqualTo(ask("/v2/tasksets/" + key));
  }
}

package io.rrrspec.persister.viewer.api;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.WorkerLog;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.persister.mover.Persister;
import io.rrrspec.persister.record.run.Runs;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every route about one run, field by field: nothing is missing, nothing else is there. */
class RunRoutesTest extends ApiContract {
  @Test
  void aRunThatGoesOn() throws Exception {
    PlayedRun run = new PlayedRun(records, redis);
    run.goOn();
    String uuid = Keys.lastPart(run.key);

    assertThat(ask("/v2/tasksets/actives")).isEqualTo(json(List.of(active(run.key))));
    JsonNode expected = json(taskset(uuid, run.key, tasks(run.key, uuid)));
    assertThat(expected.at("/status").textValue()).isEqualTo("running");
    assertThat(expected.at("/tasks/1/status").isNull()).isTrue();
    assertThat(expected.at("/tasks/1/trials/0/finished_at").isNull()).isTrue();
    assertThat(ask("/v2/tasksets/" + uuid)).isEqualTo(expected);
    assertThat(ask("/v2/tasksets/" + run.key)).isEqualTo(expected);
    theRestIs(run, uuid);
    assertThat(ask("/v2/tasksets/" + run.key + "/log").get("log").textValue())
        .contains(" started on ");
    assertThat(ask("/v2/tasksets/recents")).isEmpty();
  }

  @Test
  void aRunThatNobodyHasBegunHasNoStatus() throws Exception {
    String key = aTaskset().withTasks(1).activatedIn(records.tasksets());
    String uuid = Keys.lastPart(key);
    JsonNode active = ask("/v2/tasksets/actives");
    assertThat(active).isEqualTo(json(List.of(active(key))));
    assertThat(active.at("/0/status").isNull()).isTrue();
    assertThat(ask("/v2/tasksets/" + uuid)).isEqualTo(json(taskset(uuid, key, tasks(key, uuid))));
    assertThat(ask("/v2/tasksets/" + uuid + "/slaves")).isEqualTo(json(List.of()));
    assertThat(ask("/v2/tasks/" + uuid + "-1/trials")).isEqualTo(json(List.of()));
  }

  @Test
  void aRunThatIsOverTellsTheSameFromRedisWhileItIsSavedAndFromTheRecordAlone() throws Exception {
    PlayedRun run = new PlayedRun(records, redis);
    String uuid = Keys.lastPart(run.key);
    run.playToTheEnd();
    assertThat(ask("/v2/tasksets/actives")).isEmpty();
    assertThat(ask("/v2/tasksets/" + uuid))
        .isEqualTo(json(taskset(uuid, run.key, tasks(run.key, uuid))));

    run.persist();
    long number = new Runs(database).find(uuid).orElseThrow().number();
    JsonNode whole = json(taskset(number, run.key, tasks(run.key, "" + number)));
    assertThat(whole.at("/status").textValue()).isEqualTo("failed");
    assertThat(whole.findValuesAsText("estimate_sec")).containsExactly("2", "1", "null", "null");
    for (String name : List.of(uuid, run.key, "" + number)) {
      assertThat(ask("/v2/tasksets/" + name)).isEqualTo(whole);
    }
    // Its workers have not left: what they wrote is in Redis alone.
    theRestIs(run, "" + number);

    run.leave();
    run.persist();
    String log = records.tasksets().log(run.key);
    List<Object> workerLogs = workerLogs(run);
    List<Object> slaves = slaves(run, "" + number);
    List<JsonNode> trials = trials(run, "" + number);
    assertThat(trials).extracting(JsonNode::size).contains(2);
    List<JsonNode> recents = List.of(json(List.of(taskset(number, run.key, null))));
    redis.commands().flushAll();
    for (String name : List.of(uuid, run.key, "" + number)) {
      String of = "/v2/tasksets/" + name;
      assertThat(ask(of)).isEqualTo(whole);
      assertThat(ask(of + "/log")).isEqualTo(json(Map.of("log", log)));
      assertThat(ask(of + "/worker_logs")).isEqualTo(json(workerLogs));
      assertThat(ask(of + "/slaves")).isEqualTo(json(slaves));
      for (int no = 1; no <= 4; no++) {
        assertThat(ask("/v2/tasks/" + name + "-" + no + "/trials")).isEqualTo(trials.get(no - 1));
      }
      assertThat(ask("/v2/trials/" + name + "-2-1/outputs")).isEqualTo(json(OUTPUTS));
    }
    assertThat(List.of(ask("/v2/tasksets/recents"))).isEqualTo(recents);
  }

  /** As rrrspec-web answers about a run of Ruby rrrspec: a slave died in one trial of it. */
  @Test
  void whatRubyLeftHasNullForCountsThatNobodyMadeAndASlavesTrialsByTask() throws Exception {
    String key = aTaskset().withTasks(3).activatedIn(records.tasksets());
    String uuid = Keys.lastPart(key);
    String slave = Keys.slave(keys.worker("r"), "100");
    redis.commands().rpush(Keys.slaves(key), slave);
    // In the order in which it ran them: the last task first.
    foreignTrial(key, "task-2", slave, "passed", "3");
    foreignTrial(key, "task-0", slave, "error", "");
    foreignTrial(key, "task-1", slave, "timeout", "");
    assertForeignRun(uuid);

    records.tasksets().fail(key, "enough");
    Persister persister = PlayedRun.persister(records, redis);
    persister.step();
    persister.step();
    redis.commands().flushAll();
    assertForeignRun(uuid);
  }

  private void foreignTrial(String run, String spec, String slave, String status, String count) {
    String task = Keys.task(run, spec);
    String trial = Keys.trial(task, "u-" + spec);
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("task", task);
    fields.put("slave", slave);
    long before = redis.commands().llen(Keys.trials(slave));
    fields.put("started_at", "2026-03-01 10:00:0" + before + " UTC");
    fields.put("finished_at", "2026-03-01 10:00:10 UTC");
    fields.put("status", status);
    for (String counted : List.of("passed", "pending", "failed")) {
      fields.put(counted, counted.equals("passed") || count.isEmpty() ? count : "0");
    }
    redis.commands().hset(trial, fields);
    redis.commands().rpush(Keys.trials(task), trial);
    redis.commands().rpush(Keys.trials(slave), trial);
  }

  private void assertForeignRun(String uuid) throws Exception {
    JsonNode tasks = ask("/v2/tasksets/" + uuid).get("tasks");
    for (String count : List.of("passed", "pending", "failed")) {
      assertThat(tasks.at("/0/trials/0/" + count).isNull()).as(count).isTrue();
      assertThat(tasks.at("/1/trials/0/" + count).isNull()).as(count).isTrue();
    }
    assertThat(tasks.at("/2/trials/0/passed").intValue()).isEqualTo(3);
    assertThat(tasks.at("/2/trials/0/failed").intValue()).isZero();
    assertThat(tasks.at("/2/trials/0/failed").isNull()).isFalse();
    assertThat(ask("/v2/tasksets/" + uuid + "/slaves").at("/0/trials").findValuesAsText("key"))
        .extracting(key -> key.replaceFirst(".*:u-", ""))
        .containsExactly("task-0", "task-1", "task-2");
  }

  @Test
  void whatNobodyKnowsIsNotFound() throws Exception {
    PlayedRun run = new PlayedRun(records, redis);
    String uuid = Keys.lastPart(run.key);
    for (String name :
        List.of(
            "nobody",
            "0",
            "4711",
            "999999999999999999999",
            "other:taskset:" + uuid,
            uuid + "x",
            run.key + ":log",
            keys.worker("host1"),
            "%01",
            "%20")) {
      for (String of : List.of("", "/modules", "/log", "/worker_logs", "/slaves")) {
        assertThat(refusal(404, "/v2/tasksets/" + name + of)).startsWith("there is no run ");
      }
      assertThat(refusal(404, "/v2/tasks/" + name + "-1/trials")).startsWith("there is no ");
      assertThat(refusal(404, "/v2/trials/" + name + "-1-0/outputs")).startsWith("there is no ");
    }
    for (String no : List.of("", "-", "-0", "-5", "-01", "--1", "-1-", "-99999999999")) {
      assertThat(refusal(404, "/v2/tasks/" + uuid + no + "/trials")).startsWith("there is no ");
      assertThat(refusal(404, "/v2/trials/" + uuid + no + "-0/outputs")).startsWith("there is no ");
    }
    assertThat(refusal(404, "/v2/trials/" + uuid + "-1-1/outputs"))
        .isEqualTo("there is no trial " + uuid + "-1-1");
    assertThat(refusal(404, "/v2/tasksets")).isEqualTo("There is no such page.");
    assertThat(refusal(404, "/v2")).isEqualTo("There is no such page.");
  }

  private static final Map<String, String> OUTPUTS =
      Map.of("stdout", "out <1>\n", "stderr", "err 2");

  /** All but the run itself, while it is in Redis. */
  private void theRestIs(PlayedRun run, String id) throws Exception {
    String of = "/v2/tasksets/" + id;
    assertThat(ask(of + "/log")).isEqualTo(json(Map.of("log", records.tasksets().log(run.key))));
    assertThat(ask(of + "/worker_logs")).isEqualTo(json(workerLogs(run)));
    assertThat(ask(of + "/slaves")).isEqualTo(json(slaves(run, id)));
    List<JsonNode> trials = trials(run, id);
    for (int no = 1; no <= 4; no++) {
      assertThat(ask("/v2/tasks/" + id + "-" + no + "/trials")).isEqualTo(trials.get(no - 1));
    }
    assertThat(ask("/v2/trials/" + id + "-1-0/outputs")).isEqualTo(json(OUTPUTS));
  }

  private Map<String, @Nullable Object> active(String key) {
    Taskset taskset = records.tasksets().find(key).orElseThrow();
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("key", key);
    fields.put("status", orNull(taskset.status().text()));
    fields.put("rsync_name", taskset.rsyncName());
    fields.put("created_at", time(taskset.createdAt()));
    return fields;
  }

  private Map<String, @Nullable Object> taskset(
      Object id, String key, @Nullable List<Object> tasks) {
    Taskset taskset = records.tasksets().find(key).orElseThrow();
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("id", id);
    fields.put("key", key);
    fields.put("rsync_name", taskset.rsyncName());
    fields.put("setup_command", taskset.setupCommand());
    fields.put("slave_command", taskset.slaveCommand());
    fields.put("worker_type", taskset.workerType());
    fields.put("max_workers", taskset.maxWorkers());
    fields.put("max_trials", taskset.maxTrials());
    fields.put("taskset_class", taskset.tasksetClass());
    fields.put("created_at", time(taskset.createdAt()));
    fields.put("status", orNull(taskset.status().text()));
    fields.put("finished_at", time(taskset.finishedAt()));
    if (tasks != null) {
      fields.put("tasks", tasks);
    }
    return fields;
  }

  private List<Object> tasks(String key, String id) {
    List<Object> all = new ArrayList<>();
    records
        .tasksets()
        .tasks(key, 0, 100)
        .forEach(
            task -> {
              String taskId = id + "-" + (all.size() + 1);
              Map<String, @Nullable Object> fields = new LinkedHashMap<>();
              fields.put("id", taskId);
              fields.put("key", task.key());
              fields.put("status", orNull(task.status().text()));
              fields.put("spec_path", task.specFile());
              fields.put("estimate_sec", ESTIMATES.get(task.specFile()));
              fields.put("trials", trials(taskId, task.trials()));
              all.add(fields);
            });
    return all;
  }

  private static final Map<String, Integer> ESTIMATES = Map.of(PlayedRun.GOOD, 2, PlayedRun.BAD, 1);

  private List<JsonNode> trials(PlayedRun run, String id) throws Exception {
    List<JsonNode> all = new ArrayList<>();
    for (String spec : PlayedRun.TASKS) {
      List<String> trials =
          records.tasksets().tasks(List.of(Keys.task(run.key, spec))).get(0).trials();
      all.add(json(trials(id + "-" + (all.size() + 1), trials)));
    }
    return all;
  }

  private List<Object> trials(String taskId, List<String> trialKeys) {
    List<Object> all = new ArrayList<>();
    for (Trial trial : records.trials().find(trialKeys)) {
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      fields.put("id", taskId + "-" + all.size());
      fields.put("key", trial.key());
      fields.put("task_id", taskId);
      fields.put("slave_id", trial.slaveKey());
      fields.put("started_at", time(trial.startedAt()));
      fields.put("finished_at", time(trial.finishedAt()));
      fields.put("status", orNull(trial.status().text()));
      fields.put("passed", trial.passed());
      fields.put("pending", trial.pending());
      fields.put("failed", trial.failed());
      all.add(fields);
    }
    return all;
  }

  private List<Object> workerLogs(PlayedRun run) {
    WorkerLog log = records.workers().findLog(run.workerLog);
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("id", run.workerLog);
    fields.put("worker_name", keys.worker("host1"));
    fields.put("started_at", time(log.startedAt()));
    fields.put("rsync_finished_at", "2026-03-01T10:00:02Z");
    fields.put("setup_finished_at", "2026-03-01T10:00:03.500Z");
    fields.put("rspec_finished_at", time(log.finishedAt()));
    fields.put("log", log.log());
    assertThat(log.log()).contains("set up <b>");
    return List.of(fields);
  }

  private List<Object> slaves(PlayedRun run, String id) {
    List<Object> all = new ArrayList<>();
    for (String slave : run.slaves) {
      List<Object> refs = new ArrayList<>();
      for (String trial : records.slaves().find(slave).trials()) {
        String task = Keys.taskOf(trial);
        String spec = task.substring(Keys.task(run.key, "").length());
        int taskNo = PlayedRun.TASKS.indexOf(spec) + 1;
        int no = records.tasksets().tasks(List.of(task)).get(0).trials().indexOf(trial);
        refs.add(Map.of("id", id + "-" + taskNo + "-" + no, "key", trial));
      }
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      fields.put("id", slave);
      fields.put("name", slave);
      fields.put("status", null);
      fields.put("trials", refs);
      fields.put("log", "slave's \u001b[31mlog\n");
      all.add(fields);
    }
    return all;
  }

  private static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }

  private static @Nullable String time(@Nullable Instant time) {
    return time == null ? null : time.toString();
  }
}

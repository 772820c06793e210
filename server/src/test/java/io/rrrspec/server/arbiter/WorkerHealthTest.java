package io.rrrspec.server.arbiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.server.ServerScene;
import io.rrrspec.server.arbiter.WorkerHealth.Restraint;
import io.rrrspec.testing.TasksetBuilder;
import io.rrrspec.testing.TestRedis;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkerHealthTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  /** What can happen to a worker's record. */
  private enum Event {
    ASKS_BESIDE_ANOTHER,
    ASKS_ALONE,
    IS_CONFIRMED,
    IS_REFUTED,
    PASSES;

    WorkerHealth on(WorkerHealth health) {
      return switch (this) {
        case ASKS_BESIDE_ANOTHER -> health.asks(true);
        case ASKS_ALONE -> health.asks(false);
        case IS_CONFIRMED -> health.isConfirmed();
        case IS_REFUTED -> health.isRefuted();
        case PASSES -> health.passes();
      };
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, NONE, ASKS_BESIDE_ANOTHER, 1, 0, 0, NONE",
    "3, 0, 0, NONE, ASKS_BESIDE_ANOTHER, 4, 0, 0, NONE",
    "4, 0, 0, NONE, ASKS_BESIDE_ANOTHER, 0, 0, 0, PAUSED",
    "4, 0, 0, NONE, ASKS_ALONE, 5, 0, 0, NONE",
    "9, 0, 0, NONE, ASKS_BESIDE_ANOTHER, 0, 0, 0, PAUSED",
    "0, 0, 0, PAUSED, IS_CONFIRMED, 0, 1, 0, NONE",
    "3, 0, 4, NONE, IS_CONFIRMED, 0, 1, 4, NONE",
    "0, 0, 0, OFF, IS_CONFIRMED, 0, 1, 0, OFF",
    "0, 0, 3, PAUSED, IS_REFUTED, 0, 0, 4, PAUSED",
    "0, 0, 4, PAUSED, IS_REFUTED, 0, 0, 0, OFF",
    "0, 1, 4, NONE, IS_REFUTED, 0, 0, 0, OFF",
    "0, 2, 4, NONE, IS_REFUTED, 0, 2, 5, NONE",
    "0, 2, 7, NONE, IS_REFUTED, 0, 0, 0, OFF",
    "4, 3, 4, PAUSED, PASSES, 0, 0, 0, NONE",
    "0, 0, 0, OFF, PASSES, 0, 0, 0, OFF",
  })
  void table(
      int asked,
      int confirmed,
      int refuted,
      Restraint restraint,
      Event event,
      int askedThen,
      int confirmedThen,
      int refutedThen,
      Restraint restraintThen) {
    assertThat(event.on(new WorkerHealth(asked, confirmed, refuted, restraint)))
        .isEqualTo(new WorkerHealth(askedThen, confirmedThen, refutedThen, restraintThen));
  }

  @Test
  void theScriptDecidesAsThePureFunctionInEveryState() {
    ServerScene scene = new ServerScene(redis);
    String suspect = scene.worker("suspect");
    String other = scene.worker("other");
    String taskset = TasksetBuilder.aTaskset().withTasks(2).activatedIn(scene.tasksets);
    scene.commands.hset(taskset, Map.of("status", "running", "max_trials", "9", "doubts", "1"));
    List<WorkerHealth> all = new ArrayList<>();
    for (Restraint restraint : Restraint.values()) {
      for (int n = 0; n < 7 * 4 * 8; n++) {
        all.add(new WorkerHealth(n % 7, n / 7 % 4, n / 28, restraint));
      }
    }
    for (WorkerHealth before : all) {
      for (Event event : Event.values()) {
        // One that was taken off brings only what is lost, and has left the taskset.
        boolean off = before.restraint() == Restraint.OFF;
        if (!(off && event != Event.PASSES)) {
          write(scene, taskset, suspect, other, before);
          happen(scene, taskset, suspect, other, event);
          assertThat(read(scene, taskset, suspect))
              .as("%s, %s", before, event)
              .isEqualTo(event.on(before));
        }
      }
    }
  }

  private static void write(
      ServerScene scene, String taskset, String suspect, String other, WorkerHealth health) {
    scene.commands.del(Keys.health(taskset), Keys.sick(suspect));
    scene.commands.hset(
        Keys.health(taskset),
        Map.of(
            "asked " + suspect, Integer.toString(health.asked()),
            "confirmed " + suspect, Integer.toString(health.confirmed()),
            "refuted " + suspect, Integer.toString(health.refuted()),
            "until " + suspect,
                switch (health.restraint()) {
                  case NONE -> "1000";
                  case PAUSED -> "99999999999999";
                  case OFF -> "off";
                }));
    boolean off = health.restraint() == Restraint.OFF;
    scene.commands.hset(suspect, "taskset", off ? "" : taskset);
    scene.commands.hset(other, "taskset", taskset);
  }

  private static void happen(
      ServerScene scene, String taskset, String suspect, String other, Event event) {
    String task = Keys.task(taskset, "task-0");
    scene.commands.del(task, Keys.trials(task), Keys.taskQueue(taskset));
    scene.commands.hset(task, Map.of("taskset", taskset, "spec_file", "task-0"));
    switch (event) {
      case ASKS_BESIDE_ANOTHER -> judge(scene, task, suspect, TrialStatus.FAILED);
      case ASKS_ALONE -> {
        scene.commands.hset(other, "taskset", "");
        judge(scene, task, suspect, TrialStatus.FAILED);
      }
      case PASSES -> judge(scene, task, suspect, TrialStatus.PASSED);
      case IS_CONFIRMED, IS_REFUTED -> {
        // It has failed on the suspect before; only the answer is looked at.
        String trial = trial(scene, task, suspect, TrialStatus.FAILED);
        scene.commands.hset(trial, "verdict", "bad");
        scene.commands.hset(task, "bad", "1");
        boolean passes = event == Event.IS_REFUTED;
        judge(scene, task, other, passes ? TrialStatus.PASSED : TrialStatus.FAILED);
      }
    }
  }

  private static String trial(ServerScene scene, String task, String worker, TrialStatus status) {
    String trial = Keys.trial(task, Keys.lastPart(worker));
    scene.commands.del(trial);
    scene.commands.hset(
        trial, Map.of("task", task, "slave", Keys.slave(worker, "1"), "status", status.text()));
    scene.commands.rpush(Keys.trials(task), trial);
    return trial;
  }

  private static void judge(ServerScene scene, String task, String worker, TrialStatus status) {
    String message = "trial\t" + trial(scene, task, worker, status);
    String processing = Keys.processing(scene.keys.server("a"), "arbiter_queue");
    scene.commands.rpush(processing, message);
    scene.judgements.judge(processing, Arbiter.MOST_LOST, List.of(message));
  }

  private static WorkerHealth read(ServerScene scene, String taskset, String worker) {
    Map<String, String> hash = scene.commands.hgetAll(Keys.health(taskset));
    String until = hash.getOrDefault("until " + worker, "0");
    boolean sick = scene.commands.exists(Keys.sick(worker));
    assertThat(sick && !until.equals("off")).as("sick, and not off").isFalse();
    return new WorkerHealth(
        Integer.parseInt(hash.getOrDefault("asked " + worker, "0")),
        Integer.parseInt(hash.getOrDefault("confirmed " + worker, "0")),
        Integer.parseInt(hash.getOrDefault("refuted " + worker, "0")),
        until.equals("off")
            ? Restraint.OFF
            : Long.parseLong(until) > System.currentTimeMillis()
                ? Restraint.PAUSED
                : Restraint.NONE);
  }
}

package io.rrrspec.server.garbage;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.testing.TestRedis;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A message that nobody can serve is set aside; those before and behind it are served. */
class PoisonMessageTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private RealRun run;

  @BeforeEach
  void aRunWithTwoTasks() {
    run = new RealRun(redis).withTasks(2).start();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "garbage",
        "\t",
        "trial",
        "trial\t",
        "dance\ttest:taskset:1",
        "trial\tnonsense",
        "trial\ttest:text",
        "trial\ttest:list",
        "trial\ttest:hash",
        "trial\ttest:taskset:gone:task:a:trial:b",
        "cancel\tnonsense",
        "cancel\ttest:text",
        "cancel\ttest:hash",
        "cancel\ttest:worker:w1",
        "fail\ttest:list",
        "check\ttest:text",
        "check\ttest:taskset:gone",
        "check\ttest:taskset:text",
      })
  void it_is_set_aside_and_the_trials_around_it_are_judged(String poison) {
    run.raw.set("test:text", "text");
    run.raw.set("test:taskset:text", "text");
    run.raw.rpush("test:list", "entry");
    run.raw.hset("test:hash", Map.of("some", "thing"));
    run.pass();
    run.raw.rpush(run.keys.arbiterQueue(), poison);
    run.pass();

    run.step();

    assertThat(run.status()).isEqualTo(TasksetStatus.SUCCEEDED);
    assertThat(run.setAside()).containsExactly("arbiter_queue " + poison);
    assertThat(run.raw.llen(Keys.processing(run.keys.server("s1"), "arbiter_queue"))).isZero();
    assertThat(run.raw.hgetAll("test:hash")).isEqualTo(Map.of("some", "thing"));
    assertThat(run.raw.hget(run.worker, "status")).isNull();
  }

  @Test
  void aTrialWhoseTaskIsGoneIsJudgedSupersededAndNothingElseChanges() {
    String lost = "test:taskset:gone:task:a:trial:b";
    run.raw.hset(lost, Map.of("task", "test:taskset:gone:task:a", "status", "passed"));
    run.pass();
    run.raw.rpush(run.keys.arbiterQueue(), "trial\t" + lost);
    run.pass();

    run.step();

    assertThat(run.status()).isEqualTo(TasksetStatus.SUCCEEDED);
    assertThat(run.raw.hget(lost, "verdict")).isEqualTo("superseded");
    assertThat(run.raw.exists("test:taskset:gone")).isFalse();
  }

  @Test
  void aTaskThatSaysItBelongsToAnotherRunDoesNotCountThere() {
    String foreign = "test:taskset:other:task:a";
    run.raw.hset(foreign, "taskset", run.taskset);
    run.raw.hset(foreign + ":trial:b", Map.of("task", foreign, "status", "passed"));
    run.raw.rpush(run.keys.arbiterQueue(), "trial\t" + foreign + ":trial:b");
    run.step();
    assertThat(run.raw.hget(run.taskset, "succeeded_count")).isIn(null, "", "0");
    assertThat(run.raw.hget(foreign + ":trial:b", "verdict")).isEqualTo("superseded");

    run.pass();
    run.pass();
    run.step();

    assertThat(run.status()).isEqualTo(TasksetStatus.SUCCEEDED);
  }

  @Test
  void aTrialWhoseTaskIsNoHashIsSetAside() {
    String lost = "test:taskset:gone:task:a:trial:b";
    run.raw.set("test:taskset:gone:task:a", "text");
    run.raw.hset(lost, Map.of("task", "test:taskset:gone:task:a", "status", "passed"));
    run.pass();
    run.raw.rpush(run.keys.arbiterQueue(), "trial\t" + lost);
    run.pass();

    run.step();

    assertThat(run.status()).isEqualTo(TasksetStatus.SUCCEEDED);
    assertThat(run.setAside()).containsExactly("arbiter_queue trial\t" + lost);
  }

  @ParameterizedTest
  @CsvSource({"succeeded_count, SUCCEEDED", "failed_count, SUCCEEDED", "task_count, SUCCEEDED"})
  void a_taskset_with_a_count_that_is_no_number_ends_and_is_green_only_if_that_can_be_counted(
      String count, TasksetStatus end) {
    run.raw.hset(run.taskset, count, "many");
    run.pass();
    run.pass();

    run.steps(12);

    assertThat(run.status()).isEqualTo(end);
    assertThat(run.tasksets.active()).isEmpty();
    assertThat(run.raw.lrange(run.keys.persisterQueue(), 0, -1)).containsExactly(run.taskset);
  }

  @ParameterizedTest
  @ValueSource(strings = {":tasks_left", ":task_queue", ":waiting", ":log", ":events", ":wake"})
  void a_taskset_with_a_key_of_a_wrong_type_comes_to_an_end(String part) {
    String trial = run.pass();
    run.raw.del(run.taskset + part);
    run.raw.hset(run.taskset + part, Map.of("wrong", "type"));

    run.steps(20);
    if (run.status() == TasksetStatus.RUNNING) {
      run.pass();
      run.steps(3);
    }

    // Green only if every task of it was really decided.
    boolean green = run.status() == TasksetStatus.SUCCEEDED;
    assertThat(run.status()).isIn(TasksetStatus.SUCCEEDED, TasksetStatus.FAILED);
    if (green) {
      assertThat(run.raw.hget(run.taskset, "succeeded_count")).isEqualTo("2");
    }
    assertThat(run.raw.hget(trial, "verdict")).isNotEmpty();
    assertThat(run.tasksets.active()).isEmpty();
    assertThat(run.raw.lrange(run.keys.persisterQueue(), 0, -1)).contains(run.taskset);
  }

  @Test
  void aQueueThatIsNoListDoesNotStopTheArbiterForEver() {
    run.raw.set(run.keys.arbiterQueue(), "text");

    run.step();
    run.pass();
    run.pass();
    run.step();

    assertThat(run.status()).isEqualTo(TasksetStatus.SUCCEEDED);
  }

  @Test
  void aPlaceForWhatIsSetAsideThatIsNoListStopsNobody() {
    run.raw.set(run.keys.setAside(), "text");
    run.raw.rpush(run.keys.arbiterQueue(), "garbage");
    run.pass();
    run.pass();

    run.step();

    assertThat(run.status()).isEqualTo(TasksetStatus.SUCCEEDED);
  }
}

package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.TimeShare;
import io.rrrspec.common.queue.Discipline;
import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.queue.QueueInGroup;
import io.rrrspec.common.queue.QueueSetup;
import io.rrrspec.common.redis.Fate;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.SimulatedRedis;
import io.rrrspec.common.store.TasksetStore.Active;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.exceptions.JedisConnectionException;

class ActivateTasksetTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
  }

  private String created(int tasks) {
    return i.tasksets.create(aTaskset().withTasks(tasks).request(), Instant.EPOCH);
  }

  @Test
  void beforeActivationEverythingExpires() {
    String taskset = created(600);

    assertThat(i.commands.keys("*")).allSatisfy(k -> assertThat(i.commands.ttl(k)).isPositive());
    assertThat(i.list(i.keys.activeTasksets())).isEmpty();
    assertThat(i.tasksets.taskCount(taskset)).isEqualTo(600);
  }

  @Test
  void aClientThatIsCutOffLeavesNoKeyWithoutALifetime() {
    for (int last = 0; last < 6; last++) {
      int[] left = {last};
      SimulatedRedis breaking =
          new SimulatedRedis(
              testRedis.url(), commands -> left[0]-- > 0 ? Fate.ARRIVES : Fate.NEVER_ARRIVES);
      TasksetStore cutOff = new TasksetStore(breaking.connection(), i.keys);
      assertThatThrownBy(
              () -> cutOff.create(aTaskset().withTasks(600).request(), Instant.EPOCH),
              "after %s round trips",
              last)
          .isInstanceOf(JedisConnectionException.class);
      breaking.close();
    }
    assertThat(i.commands.keys(i.keys.taskset("*") + "*"))
        .isNotEmpty()
        .allSatisfy(k -> assertThat(i.commands.ttl(k)).as(k).isPositive());
  }

  @Test
  void ofTheRunsOfOneIdentityTheFirstIsActivatedUntilTheWindowIsOver() {
    Queue queue = QueueSetup.NONE.create("q").discipline("q", Discipline.parse("set 60")).get("q");
    Activation activation = new Activation(queue, "main", null);
    String first = created(1);
    String second = created(1);
    assertThat(i.tasksets.standsFor(activation)).isEmpty();
    assertThat(i.tasksets.activate(first, 1, activation)).isEqualTo(first);
    assertThat(i.tasksets.activate(second, 1, activation)).isEqualTo(first);
    assertThat(i.tasksets.activate(first, 1, activation)).as("again").isEqualTo(first);
    assertThat(i.tasksets.standsFor(activation)).contains(first);
    assertThat(i.list(i.keys.activeTasksets())).containsExactly(first);
    assertThat(i.commands.ttl(second)).as("it goes by itself").isPositive();
    String same = i.commands.keys(i.keys.namespace() + ":queue:*").iterator().next();
    assertThat(i.commands.pttl(same)).isBetween(1L, 60_000L);

    i.commands.del(same);
    assertThat(i.tasksets.activate(second, 1, activation)).isEqualTo(second);
  }

  @Test
  void aRunThatWasCancelledStandsForNoOtherAnyMore() {
    Queue queue = QueueSetup.NONE.create("q").discipline("q", Discipline.parse("set 60")).get("q");
    Activation activation = new Activation(queue, "main", null);
    String first = created(1);
    String second = created(1);
    String third = created(1);
    i.tasksets.activate(first, 1, activation);
    i.end(first, "cancel");
    assertThat(i.tasksets.standsFor(activation)).isEmpty();
    assertThat(i.tasksets.activate(second, 1, activation)).isEqualTo(second);
    i.end(first, "cancel");
    assertThat(i.tasksets.standsFor(activation)).as("cancelled twice").contains(second);
    i.tasksets.fail(second, "on purpose");
    assertThat(i.tasksets.activate(third, 1, activation)).as("failed").isEqualTo(second);
  }

  @Test
  void itsQueueIsKnownByTheSerialNumber() {
    QueueSetup setup = QueueSetup.NONE.create("old");
    String taskset = created(1);
    i.tasksets.activate(taskset, 1, new Activation(setup.get("old"), null, null));
    QueueSetup renamed = setup.rename("old", "new").create("old");
    assertThat(i.tasksets.active(List.of(taskset)).values())
        .extracting(Active::queueSerial)
        .containsExactly(setup.get("old").serial());
    assertThat(QueueInGroup.of(renamed, setup.get("old").serial(), "old", "").queue())
        .isEqualTo("new");
    assertThat(QueueInGroup.of(renamed, "old", "").queue()).isEqualTo("old");
  }

  @Test
  void twoClientsThatStartTheRunOfOneJobLeadToOneRun() {
    String number = "7";
    String job = i.keys.job(7);
    i.commands.hset(job, "status", "starting");
    i.commands.hset(i.keys.startingJobs(), number, "test:server:a");
    Activation activation = new Activation(null, null, 7L);
    String first = created(1);
    String second = created(1);

    assertThat(i.tasksets.activate(first, 1, activation)).isEqualTo(first);
    assertThat(i.tasksets.activate(second, 1, activation)).isEqualTo(first);
    assertThat(i.tasksets.activate(first, 1, activation)).as("again").isEqualTo(first);
    assertThat(i.list(i.keys.activeTasksets())).containsExactly(first);
    assertThat(i.commands.hget(first, "job")).isEqualTo(number);
    assertThat(i.commands.hmget(job, "status", "taskset")).containsExactly("running", first);
    assertThat(i.commands.exists(i.keys.startingJobs())).isFalse();
  }

  @Test
  void aJobThatWasCancelledWhileItStartedGetsNoRun() {
    i.commands.hset(i.keys.job(7), "status", "cancelled");
    String taskset = created(1);
    assertThatThrownBy(() -> i.tasksets.activate(taskset, 1, new Activation(null, null, 7L)))
        .hasMessage("job 7 is over: push it again");
    assertThat(i.list(i.keys.activeTasksets())).isEmpty();
    assertThat(i.commands.ttl(taskset)).isPositive();
  }

  @Test
  void withoutAWindowEachRunOfAnIdentityIsActivated() {
    for (Activation each :
        List.of(
            new Activation(QueueSetup.NONE.create("q").get("q"), "main", null),
            new Activation(
                QueueSetup.NONE.create("q").discipline("q", Discipline.parse("set")).get("q"),
                null,
                null))) {
      String first = created(1);
      String second = created(1);
      assertThat(i.tasksets.activate(first, 1, each)).isEqualTo(first);
      assertThat(i.tasksets.activate(second, 1, each)).isEqualTo(second);
    }
  }

  @Test
  void activationShowsItToTheServiceAndKeepsItsKeys() {
    String taskset = created(600);
    i.tasksets.activate(taskset, 600);

    assertThat(i.list(i.keys.activeTasksets())).containsExactly(taskset);
    assertThat(i.list(i.keys.dispatcherQueue())).containsExactly("0");
    assertThat(i.commands.ttl(taskset)).isEqualTo(-1);
    assertThat(i.commands.ttl(Keys.tasksLeft(taskset))).isEqualTo(-1);
    assertThat(i.commands.ttl(Keys.task(taskset, "task-599"))).isGreaterThan(86_400 * 29);
  }

  @Test
  void aRepeatChangesNothing() {
    String taskset = created(1);
    i.tasksets.activate(taskset, 1);
    i.tasksets.activate(taskset, 1);

    assertThat(i.list(i.keys.activeTasksets())).hasSize(1);
  }

  @Test
  void aRepeatAfterTheEndTakesTheExpiryFromNothing() {
    String taskset = created(1);
    i.tasksets.activate(taskset, 1);
    i.end(taskset, "cancel");
    i.tasksets.expire(taskset, Installation.KEEP);
    i.tasksets.activate(taskset, 1);

    assertThat(i.commands.ttl(taskset)).isPositive();
    assertThat(i.commands.ttl(Keys.task(taskset, "task-0")))
        .isBetween(1L, Installation.KEEP.toSeconds());
    assertThat(i.list(i.keys.activeTasksets())).isEmpty();
  }

  @Test
  void aClientThatDiesBeforeTheActivationLeavesNothingThatStays() {
    String taskset = created(1);
    i.redis.run("keep_tasks", List.of(taskset), List.of("0", "499", "2592000"));

    assertThat(i.commands.keys("*")).allSatisfy(k -> assertThat(i.commands.ttl(k)).isPositive());
  }

  @Test
  void whatIsNotCompleteOrGoneIsNotActivated() {
    String taskset = created(2);
    String gone = i.keys.taskset("gone");

    assertThatThrownBy(() -> i.tasksets.activate(taskset, 3)).isInstanceOf(ServiceException.class);
    assertThatThrownBy(() -> i.tasksets.activate(gone, 0)).isInstanceOf(ServiceException.class);
    assertThat(i.commands.exists(gone)).isFalse();
  }

  @Test
  void whatWasCancelledBeforeItBeganStaysCancelled() {
    String taskset = created(1);
    i.end(taskset, "cancel");
    i.tasksets.activate(taskset, 1);

    assertThat(i.list(i.keys.activeTasksets())).isEmpty();
    assertThat(i.tasksets.status(taskset)).hasValue(TasksetStatus.CANCELLED);
  }

  @Test
  void tasksGetTheProcessorTimesThatPastRunsOfTheirClassTook() {
    EstimateStore estimates = new EstimateStore(i.redis, i.keys);
    TimeShare share = new TimeShare(Duration.ofMillis(70), Duration.ofMillis(900));
    estimates.saveShares("test-class", Map.of("task-0", share, "task-2", share));
    assertThat(estimates.shares("test-class").get("task-2")).isEqualTo(share);
    i.commands.hset(i.keys.cpuEstimateMs("test-class"), "task-1", "odd");
    String taskset = created(3);

    assertThat(i.tasksets.tasks(taskset, 0, 9))
        .extracting(Task::cpuEstimate)
        .containsExactly(Duration.ofMillis(70), null, Duration.ofMillis(70));
    assertThat(i.commands.hmget(taskset, "known_cpu_ms", "known_wait_ms", "known_longest_ms"))
        .containsExactly("140", "1800", "970");

    i.commands.set(i.keys.cpuEstimateMs("test-class"), "no hash");
    assertThat(i.tasksets.tasks(created(1), 0, 9))
        .extracting(Task::cpuEstimate)
        .containsOnlyNulls();
  }

  @Test
  void aChunkOfTasksThatIsSentTwiceIsThereOnce() {
    String taskset = i.tasksets.create(aTaskset().request(), Instant.EPOCH);
    // For a all but its name is empty.
    List<String> chunk = new ArrayList<>(List.of("60", "0", "a"));
    chunk.addAll(Collections.nCopies(14, ""));
    chunk.addAll(
        List.of(
            "b",
            "2",
            "1500",
            "",
            "",
            "core~quick",
            "",
            "3",
            "2",
            "core",
            "spring Shop",
            "900",
            "",
            "",
            "7\t5\t42"));

    assertThat(i.redis.run("add_tasks", List.of(taskset), chunk)).isEqualTo(2L);
    assertThat(i.redis.run("add_tasks", List.of(taskset), chunk)).isEqualTo(2L);
    assertThat(i.list(Keys.taskQueue(taskset))).hasSize(2);
    assertThat(i.field(Keys.task(taskset, "b"), "past_tests")).isEqualTo("7");
    assertThat(i.field(Keys.task(taskset, "b"), "past_passed")).isEqualTo("5");
    assertThat(i.field(Keys.task(taskset, "b"), "past_ran")).isEqualTo("42");
    String shared = "spring Shop\tcore~quick";
    assertThat(i.list(Keys.affinityQueue(taskset, shared))).hasSize(1);
    assertThat(i.commands.hgetAll(Keys.affinities(taskset))).isEqualTo(Map.of(shared, "1500"));
    assertThat(i.commands.hgetAll(Keys.ranks(taskset))).isEqualTo(Map.of("core~quick", "3"));
    assertThat(i.commands.hgetAll(Keys.task(taskset, "b")))
        .containsEntry("max_trials", "2")
        .containsEntry("as_is", "core")
        .containsEntry("quick", "tried")
        .containsEntry("affinity_ms", "900");
  }
}

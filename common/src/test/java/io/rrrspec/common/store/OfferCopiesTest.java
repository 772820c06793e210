package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.SpeculationStore.Running;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two trials of one task on two hosts. */
class OfferCopiesTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;
  private SpeculationStore speculation;
  private String taskset;
  private String first;
  private String second;
  private Claim.Run run;

  @BeforeEach
  void runOneWhileAnotherHostWaits() {
    i = new Installation(testRedis);
    speculation = new SpeculationStore(i.redis);
    taskset = i.running(aTaskset().withTasks(1).maxTrials(2));
    i.serve(i.worker("v"), taskset);
    first = i.slave(taskset, "1");
    second = slaveOf("v", "2");
    run = i.claim(taskset, first);
    i.trials.claim(taskset, second, 1);
  }

  private String slaveOf(String worker, String id) {
    String key = Keys.slave(i.keys.worker(worker), id);
    i.slaves.register(key, taskset, "unknown", true).orElseThrow();
    return key;
  }

  private Claim.Run copy() {
    assertThat(speculation.offer(taskset, List.of(run.task()))).isEqualTo(1);
    return i.claim(taskset, second);
  }

  @Test
  void theTailOfARunIsSeen() {
    i.commands.hset(run.task(), Map.of("estimate_ms", "60000"));

    SpeculationStore.Tail tail = speculation.tail(taskset).orElseThrow();
    assertThat(speculation.hostsOf(tail.waiting())).containsExactly("host-v");
    assertThat(tail.running())
        .singleElement()
        .satisfies(
            running -> {
              assertThat(running.task()).isEqualTo(run.task());
              assertThat(running.host()).isEqualTo("host-w");
              assertThat(running.estimate()).isEqualTo(Duration.ofSeconds(60));
              assertThat(running.elapsed()).isLessThan(Duration.ofSeconds(60));
              assertThat(running.copied()).isFalse();
            });
    speculation.offer(taskset, List.of(run.task()));
    assertThat(speculation.tail(taskset)).as("something is on offer").isEmpty();
    i.claim(taskset, second);
    i.trials.claim(taskset, slaveOf("v", "3"), 1);
    assertThat(speculation.tail(taskset).orElseThrow().running())
        .extracting(Running::copied)
        .contains(true);
  }

  @Test
  void aTasksetOfAnotherMakeHasNoTail() {
    i.commands.hdel(taskset, "activated_ms");
    assertThat(speculation.tail(taskset)).isEmpty();
  }

  @Test
  void anOfferWakesAllWhoWaitAndIsMadeOnceForATask() {
    i.trials.claim(taskset, slaveOf("v", "3"), 1);

    assertThat(speculation.offer(taskset, List.of(run.task()))).isEqualTo(1);
    assertThat(i.list(Keys.wake(taskset))).hasSize(2);
    assertThat(speculation.offer(taskset, List.of(run.task()))).isZero();
    assertThat(i.list(Keys.copies(taskset))).hasSize(1);
  }

  @Test
  void nothingIsOfferedWhileTasksAreQueued() {
    i.commands.lpush(Keys.taskQueue(taskset), run.task());
    assertThat(speculation.offer(taskset, List.of(run.task()))).isZero();
  }

  @Test
  void onlyASlaveOnAnotherHostTakesIt() {
    speculation.offer(taskset, List.of(run.task()));
    String sameHost = i.slave(taskset, "3");

    assertThat(i.trials.claim(taskset, sameHost, 1)).isEqualTo(new Claim.Wait(null));
    assertThat(i.claim(taskset, second).task()).isEqualTo(run.task());
    assertThat(i.trials.claim(taskset, slaveOf("v", "4"), 1)).isEqualTo(new Claim.Wait(null));
    assertThat(i.list(Keys.trials(run.task()))).as("never a third").hasSize(2);
  }

  @Test
  void whatEndedMeanwhileIsNotTakenAnyMore() {
    speculation.offer(taskset, List.of(run.task()));
    i.finish(taskset, run, first, TrialStatus.FAILED);

    assertThat(i.trials.claim(taskset, second, 1)).isEqualTo(new Claim.Wait(null));
    assertThat(i.list(Keys.copies(taskset))).isEmpty();
  }

  @Test
  void theFirstThatPassesDecidesAndTheLoserIsToldAndCountsNowhere() {
    i.commands.rpush(Keys.tasksLeft(taskset), "one more, so that it goes on");
    Claim.Run copy = copy();
    i.finish(taskset, copy, second, TrialStatus.PASSED);

    assertThat(i.judge()).containsExactly("passed");
    assertThat(i.field(run.trial(), "verdict")).isEqualTo("superseded");
    assertThat(i.slaves.held(first)).isEqualTo(new SlaveStore.Held(run.trial(), true));
    assertThat(i.slaves.held(second)).isNull();
    i.finish(taskset, run, first, TrialStatus.FAILED);
    assertThat(i.judge()).containsExactly("judged");
    assertThat(i.field(run.task(), "bad")).isEmpty();
    assertThat(i.field(taskset, "succeeded_count")).isEqualTo("1");
    assertThat(i.field(taskset, "failed_count")).isEmpty();
  }

  @Test
  void aBadOneDecidesNothingWhileTheOtherIsOpen() {
    Claim.Run copy = copy();
    i.finish(taskset, copy, second, TrialStatus.FAILED);
    assertThat(i.judge()).containsExactly("bad");
    assertThat(i.field(run.task(), "status")).isEmpty();
    assertThat(i.list(Keys.taskQueue(taskset))).isEmpty();
    i.finish(taskset, run, first, TrialStatus.PASSED);
    i.judge();

    assertThat(i.field(taskset, "status")).isEqualTo("succeeded");
  }

  @Test
  void whenTheHostOfOneDiesTheOtherGoesOn() {
    Claim.Run copy = copy();
    i.endSlave(first, taskset, true);
    assertThat(i.judge()).containsExactly("lost");
    assertThat(i.list(Keys.taskQueue(taskset))).isEmpty();
    i.finish(taskset, copy, second, TrialStatus.PASSED);
    i.judge();

    assertThat(i.field(taskset, "status")).isEqualTo("succeeded");
  }
}

package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.SlaveNumberStore.Waiting;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A worker that changes its number of slaves. */
class SlaveNumberTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;
  private SlaveNumberStore numbers;
  private String taskset;
  private String slave;

  @BeforeEach
  void run() {
    i = new Installation(testRedis);
    numbers = new SlaveNumberStore(i.redis);
    taskset = i.running(aTaskset().withTasks(3));
    slave = i.slave(taskset, "1");
  }

  @Test
  void aSlaveTooManyEndsWhenItAsksAndNotBefore() {
    Claim.Run run = i.claim(taskset, slave);
    assertThat(numbers.retire(taskset, List.of(slave))).containsExactly(slave);

    // What it holds it runs: an answer that was lost is given again.
    assertThat(i.trials.claim(taskset, slave, 1)).isEqualTo(run);
    assertThat(
            i.trials.finishAndClaim(
                run.trial(), slave, taskset, Installation.result(TrialStatus.PASSED), 1))
        .isInstanceOf(Claim.Leave.class);
    assertThat(i.list(Keys.taskQueue(taskset))).hasSize(2);
  }

  @Test
  void whoIsOfUseAgainStays() {
    numbers.retire(taskset, List.of(slave));
    numbers.keep(taskset, List.of(slave));
    assertThat(i.trials.claim(taskset, slave, 1)).isInstanceOf(Claim.Run.class);
    assertThat(i.commands.hexists(slave, "retires")).isFalse();
  }

  @Test
  void whoWaitsIsWokenToEnd() {
    while (i.trials.claim(taskset, slave, 1) instanceof Claim.Run run) {
      i.trials.finish(run.trial(), slave, taskset, Installation.result(TrialStatus.PASSED));
    }
    assertThat(numbers.waiting(taskset, i.keys.worker("w"))).isEqualTo(new Waiting(0, 1, false));
    numbers.retire(taskset, List.of(slave));
    assertThat(i.list(Keys.wake(taskset))).hasSize(1);
    assertThat(i.trials.claim(taskset, slave, 1)).isInstanceOf(Claim.Leave.class);
    assertThat(numbers.waiting(taskset, i.keys.worker("w")).slaves()).isZero();
  }

  @Test
  void whoIsNotThereOrServesAnotherTasksetIsNotTold() {
    String gone = Keys.slave(i.keys.worker("w"), "99");
    String other = i.running(aTaskset().withTasks(1));
    assertThat(numbers.retire(other, List.of(slave, gone))).isEmpty();
    assertThat(i.commands.exists(gone)).isFalse();
    assertThat(i.trials.claim(taskset, slave, 1)).isInstanceOf(Claim.Run.class);
  }

  @Test
  void aNewLifeOfItsIdKnowsNothingOfIt() {
    numbers.retire(taskset, List.of(slave));
    i.slave(taskset, "1");
    assertThat(i.trials.claim(taskset, slave, 2)).isInstanceOf(Claim.Run.class);
  }

  @Test
  void whatIsKnownOfTheTasksIsReadAndWhatIsOddIsNothing() {
    i.commands.hset(taskset, "known_cpu_ms", "1500");
    i.commands.hset(taskset, "known_wait_ms", "odd");
    assertThat(numbers.knownWork(taskset))
        .isEqualTo(
            new SlaveNumberStore.KnownWork(Duration.ofMillis(1_500), Duration.ZERO, Duration.ZERO));
    assertThat(numbers.waiting(taskset, i.keys.worker("w"))).isEqualTo(new Waiting(3, 0, false));
  }
}

package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.testing.TestRedis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RegisterSlaveTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
  }

  @Test
  void everyRegistrationRaisesTheLifeAndListsTheSlaveOnce() {
    String taskset = i.running(aTaskset().withTasks(1));
    String slave = Keys.slave(i.keys.worker("w"), "1");

    assertThat(i.slaves.register(slave, taskset, "h", true)).hasValue(1);
    assertThat(i.slaves.register(slave, taskset, "h", true)).hasValue(2);
    assertThat(i.tasksets.slaves(taskset)).containsExactly(slave);
  }

  @Test
  void anOpenTrialOfAnEarlierLifeIsLost() {
    String taskset = i.running(aTaskset().withTasks(1));
    String slave = i.slave(taskset, "1");
    Claim.Run run = i.claim(taskset, slave);
    i.slave(taskset, "1");

    assertThat(i.judge()).containsExactly("lost");
    assertThat(i.field(run.trial(), "reason")).isEqualTo("its slave ended");
    assertThat(i.trials.claim(taskset, slave, 1)).isEqualTo(new Claim.Gone());
    assertThat(i.trials.claim(taskset, slave, 2)).isEqualTo(new Claim.Fresh());
  }

  @Test
  void nobodyRegistersUnderADeadWorkerOrForATasksetThatIsOver() {
    String taskset = i.running(aTaskset().withTasks(1));
    String slave = Keys.slave(i.keys.worker("w"), "1");
    i.commands.del(Keys.heartbeat(i.keys.worker("w")));
    assertThat(i.slaves.register(slave, taskset, "h", true)).isEmpty();

    i.worker("w");
    i.end(taskset, "cancel");
    assertThat(i.slaves.register(slave, taskset, "h", true)).isEmpty();
    assertThat(i.commands.exists(slave)).isFalse();
  }

  @Test
  void anIdThatComesBackDoesNotExpireWithItsOldTaskset() {
    String old = i.running(aTaskset().withTasks(1));
    String slave = i.slave(old, "1");
    i.claim(old, slave);
    i.end(old, "cancel");
    i.tasksets.expire(old, Installation.KEEP);
    i.endSlave(slave, old, false);
    i.slaves.appendLog(slave, "old", Installation.KEEP);

    String taskset = i.running(aTaskset().withTasks(1));
    i.slave(taskset, "1");
    assertThat(i.commands.ttl(slave)).isEqualTo(-1);
    assertThat(i.slaves.find(slave).log()).isEmpty();
    assertThat(i.slaves.find(slave).trials()).isEmpty();
    assertThat(i.trials.claim(taskset, slave, 2)).isInstanceOf(Claim.Run.class);
  }
}

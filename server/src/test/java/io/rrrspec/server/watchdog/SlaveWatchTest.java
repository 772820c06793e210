package io.rrrspec.server.watchdog;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.common.store.WatchStore;
import io.rrrspec.common.store.WatchStore.SlaveState;
import io.rrrspec.server.ServerScene;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SlaveWatchTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final int SLAVES = 50;

  private ServerScene scene;
  private SlaveWatch watch;
  private LostTasks lostTasks;
  private String taskset;
  private String worker;

  @BeforeEach
  void runOne() {
    scene = new ServerScene(testRedis);
    watch = new SlaveWatch(new WatchStore(scene.redis));
    lostTasks = new LostTasks(new WatchStore(scene.redis));
    taskset = aTaskset().withTasks(1).activatedIn(scene.tasksets);
    worker = scene.worker("w");
    ServerScene.step(scene.server("a"));
    scene.takeGiven(worker);
    for (int i = 0; i < SLAVES; i++) {
      scene.slave(worker, taskset, "s" + i);
    }
  }

  private List<String> dead() {
    Set<String> living = new WatchStore(scene.redis).living(scene.workers.announced());
    return watch
        .dead(taskset, scene.tasksets.slaves(taskset), living, scene.millis(), true)
        .stream()
        .map(SlaveState::key)
        .toList();
  }

  private long calls(String command) {
    Matcher count =
        Pattern.compile("cmdstat_" + command + ":calls=([0-9]+)")
            .matcher(scene.commands.info("commandstats"));
    return count.find() ? Long.parseLong(count.group(1)) : 0;
  }

  @Test
  void slavesOfALivingWorkerOfOursCostOneHeartbeatBetweenTwoReadings() {
    assertThat(dead()).isEmpty();
    long hashes = calls("hmget");
    long beats = calls("exists");
    for (int second = 0; second < 29; second++) {
      scene.pass(Duration.ofSeconds(1));
      assertThat(dead()).isEmpty();
    }
    assertThat(calls("hmget") - hashes).as("the worker's").isEqualTo(29);
    assertThat(calls("exists") - beats).isEqualTo(29);
    scene.pass(Duration.ofSeconds(1));
    dead();
    assertThat(calls("hmget") - hashes).isEqualTo(30 + SLAVES);
  }

  @Test
  void whenTheirWorkerDiesAllAreDeadAtTheNextLook() {
    dead();
    scene.commands.del(Keys.heartbeat(worker));
    assertThat(dead()).hasSize(SLAVES);
    assertThat(dead()).as("until somebody has ended them").hasSize(SLAVES);
    end(Keys.slave(worker, "s7"));
    assertThat(dead()).hasSize(SLAVES - 1);
  }

  @Test
  void anIdThatComesBackIsSeenToDieWithItsWorker() {
    String slave = Keys.slave(worker, "s7");
    end(slave);
    assertThat(dead()).isEmpty();
    scene.slaves.register(slave, taskset, "host", true);
    scene.commands.del(Keys.heartbeat(worker));
    assertThat(dead()).contains(slave);
  }

  @Test
  void slavesOfAWorkerThatIsNotAnnouncedAnyMoreLiveAsLongAsItBeats() {
    scene.commands.srem(scene.keys.workers(), worker);
    assertThat(dead()).isEmpty();
    scene.commands.del(Keys.heartbeat(worker));
    assertThat(dead()).hasSize(SLAVES);
  }

  @Test
  void oneThatBeatsForItselfIsLookedAtEveryTime() {
    String own = Keys.slave(worker, "own");
    scene.slaves.register(own, taskset, "host", false);
    scene.slaves.beat(List.of(own), Duration.ofMinutes(1));
    assertThat(dead()).isEmpty();
    scene.commands.del(Keys.heartbeat(own));
    assertThat(dead()).containsExactly(own);
  }

  @Test
  void idleSlavesAreNotAskedForTheTaskThatAnotherOneHolds() {
    scene.claim(taskset, Keys.slave(worker, "s7"));
    List<String> slaves = new ArrayList<>(scene.tasksets.slaves(taskset));
    lostTasks.putBack(taskset, slaves, scene.millis(), true);
    long asked = calls("hmget");
    for (int second = 0; second < 10; second++) {
      scene.pass(Duration.ofSeconds(1));
      assertThat(lostTasks.putBack(taskset, slaves, scene.millis(), true)).isZero();
    }
    assertThat(calls("hmget") - asked).isEqualTo(5);
  }

  @Test
  void slavesOfAnEarlierProcessOfTheirWorkerAreDeadAlthoughTheNameLives() {
    scene.workers.retire(worker);
    assertThat(claimName("first")).isZero();
    scene.workers.take(worker, taskset);
    String slave = Keys.slave(worker, "of-first");
    scene.slaves.register(slave, taskset, "host", true);
    assertThat(dead()).doesNotContain(slave);

    // Forgotten before anybody has ended its slaves, and at once there again as another process.
    scene.workers.retire(worker);
    assertThat(claimName("second")).isZero();
    scene.workers.take(worker, taskset);

    assertThat(dead()).containsExactly(slave);
    scene.slaves.register(slave, taskset, "host", true);
    assertThat(dead()).as("a new life of the id, of the second process").isEmpty();
  }

  @Test
  void slavesOfAWorkerThatServesSomethingElseAreDeadAlthoughItLives() {
    // Redis lost the ends of its slaves, and not that it left; or the worker took something else.
    scene.commands.hset(worker, "taskset", "");
    assertThat(dead()).hasSize(SLAVES);
    scene.commands.hset(worker, "taskset", scene.keys.taskset("other"));
    assertThat(dead()).hasSize(SLAVES);
    scene.commands.hset(worker, "taskset", taskset);
    assertThat(dead()).isEmpty();
  }

  private long claimName(String owner) {
    return scene.workers.claim(worker, owner, "default", "host", Duration.ofMinutes(5));
  }

  private void end(String slave) {
    scene.slaves.end(
        slave,
        taskset,
        new SlaveStore.End(SlaveStatus.NORMAL_EXIT, TrialStatus.ERROR, true, "", "", null),
        Duration.ofHours(1));
  }
}

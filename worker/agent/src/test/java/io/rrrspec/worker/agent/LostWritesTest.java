package io.rrrspec.worker.agent;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.testing.TasksetBuilder;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.worker.slave.TrialNote;
import io.rrrspec.worker.slave.jvm.LastWords;
import io.rrrspec.worker.slave.jvm.SlaveExit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A worker whose Redis has lost its last writes: what it says is older than what happened. */
class LostWritesTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  @TempDir Path dir;
  private Scene scene;
  private TrialStore trials;

  @BeforeEach
  void open() {
    scene = new Scene(testRedis, dir, 1).start();
    trials = new TrialStore(scene.redis, scene.keys);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private static TasksetBuilder slaves(String command) {
    return aTaskset().withTasks("a", "b").slaveCommand(command);
  }

  private String field(String key, String name) {
    String value = scene.commands.hget(key, name);
    return value == null ? "" : value;
  }

  /** The slave that runs, announced by the test in its place. */
  private Announced announced(String taskset) {
    await().atMost(Scene.LONG).until(() -> scene.worker.runningSlaves().size() == 1);
    String slave = scene.worker.runningSlaves().get(0);
    long life = scene.slaves.register(slave, taskset, "localhost", true).orElseThrow();
    return new Announced(slave, life);
  }

  private record Announced(String key, long life) {}

  private Claim.Run claim(String taskset, Announced slave) {
    return (Claim.Run) trials.claim(taskset, slave.key(), slave.life());
  }

  private void note(Announced slave, String trial) throws IOException {
    Path slaveFile = dir.resolve("slave-w.json");
    Files.writeString(TrialNote.of(slaveFile, Keys.lastPart(slave.key())), trial);
  }

  @Test
  void aRunThatItHasLeftAndServesAgainByRedisIsLeftAgain() {
    String taskset = scene.give(slaves("sleep 300"), Map.of());
    Announced slave = announced(taskset);
    Claim.Run run = claim(taskset, slave);
    Map<String, String> worker = scene.commands.hgetAll(scene.key);
    Map<String, String> running = scene.commands.hgetAll(slave.key());
    scene.commands.hset(taskset, "status", "cancelled");
    await().atMost(Scene.LONG).until(scene::isIdle);

    // The end of the run, and all that came after it, is lost.
    scene.commands.hset(taskset, "status", "running");
    scene.commands.del(slave.key());
    scene.commands.hset(slave.key(), running);
    scene.commands.hdel(run.trial(), "status");
    scene.commands.hset(scene.key, worker);
    await().atMost(Scene.LONG).until(scene::isIdle);

    assertThat(field(run.trial(), "status")).isEqualTo("error");
    assertThat(field(run.trial(), "lost")).as("nobody's fault").isEqualTo("1");
    assertThat(field(slave.key(), "status")).isNotEmpty();
    String next = scene.give(slaves("sleep 300"), Map.of());
    await().atMost(Scene.LONG).until(() -> next.equals(scene.workers.heldTaskset(scene.key)));
  }

  @Test
  void aSlaveThatHasEndedAndLivesByRedisIsEndedAgain() {
    String taskset = scene.give(slaves("sleep 300"), Map.of());
    await().atMost(Scene.LONG).until(() -> scene.worker.runningSlaves().size() == 1);
    String ghost = Keys.slave(scene.key, "999999999");
    long life = scene.slaves.register(ghost, taskset, "localhost", true).orElseThrow();
    Claim.Run run = (Claim.Run) trials.claim(taskset, ghost, life);

    await().atMost(Scene.LONG).until(() -> !field(ghost, "status").isEmpty());
    assertThat(field(run.trial(), "lost")).isEqualTo("1");
    assertThat(scene.isIdle()).isFalse();
  }

  @Test
  void aSlaveThatRunsATrialWhichRedisHasLostIsEndedAndWhatItHoldsIsNotToBlame() throws IOException {
    String taskset = scene.give(slaves("sleep 300"), Map.of());
    Announced slave = announced(taskset);
    Claim.Run reopened = claim(taskset, slave);
    note(slave, reopened.trial() + "-and-then-another-one");

    await().atMost(Scene.LONG).until(() -> !field(slave.key(), "status").isEmpty());
    assertThat(field(reopened.trial(), "lost")).isEqualTo("1");
    await()
        .atMost(Scene.LONG)
        .until(
            () ->
                scene.worker.runningSlaves().size() == 1
                    && !scene.worker.runningSlaves().contains(slave.key()));
    assertThat(dir.resolve("slave-trial-of-" + Keys.lastPart(slave.key()))).doesNotExist();
  }

  @Test
  void aSlaveThatDiesInATrialWhichRedisHasLostIsNotHeldAgainstWhatItHolds() throws IOException {
    String taskset = scene.give(slaves("sleep 300"), Map.of());
    Announced slave = announced(taskset);
    Claim.Run reopened = claim(taskset, slave);
    note(slave, reopened.trial() + "-and-then-another-one");
    kill(slave);

    await().atMost(Scene.LONG).until(() -> !field(reopened.trial(), "status").isEmpty());
    assertThat(field(reopened.trial(), "reason")).as("seen by its end").contains("signal KILL");
    assertThat(field(reopened.trial(), "lost")).isEqualTo("1");
  }

  @Test
  void aSlaveThatHadReportedAllAndEndedIsNotHeldAgainstATrialThatIsOpenAgain() throws IOException {
    Path end = dir.resolve("end");
    String taskset = scene.give(slaves("until test -e " + end + "; do sleep 0.1; done"), Map.of());
    Announced slave = announced(taskset);
    Claim.Run reopened = claim(taskset, slave);
    note(slave, TrialNote.ENDS);
    Files.createFile(end);

    await().atMost(Scene.LONG).until(() -> !field(reopened.trial(), "status").isEmpty());
    assertThat(field(reopened.trial(), "lost")).isEqualTo("1");
  }

  @Test
  void aNoteThatSaysSoOfASlaveThatDiedIsNotBelieved() throws IOException {
    String taskset = scene.give(slaves("sleep 300"), Map.of());
    Announced slave = announced(taskset);
    Claim.Run run = claim(taskset, slave);
    note(slave, TrialNote.ENDS);
    kill(slave);

    await().atMost(Scene.LONG).until(() -> !field(run.trial(), "status").isEmpty());
    assertThat(field(run.trial(), "reason")).contains("signal KILL");
    assertThat(field(run.trial(), "lost")).isEmpty();
  }

  private static void kill(Announced slave) {
    ProcessHandle.of(Long.parseLong(Keys.lastPart(slave.key()))).orElseThrow().destroyForcibly();
  }

  @Test
  void aSlaveThatRunsWhatItHoldsAndDiesHasHadABadTrial() throws IOException {
    String taskset = scene.give(slaves("sleep 300"), Map.of());
    Announced slave = announced(taskset);
    Claim.Run run = claim(taskset, slave);
    note(slave, run.trial());
    kill(slave);

    await().atMost(Scene.LONG).until(() -> !field(run.trial(), "status").isEmpty());
    assertThat(field(run.trial(), "lost")).isEmpty();
  }

  @Test
  void slavesThatAreToldThatTheyAreGoneAreNoReasonToLeave() {
    String words = LastWords.line(SlaveExit.GONE.words()).strip();
    String command = "echo '" + words + "'; exit " + SlaveExit.GONE.code();
    String taskset = scene.give(slaves(command), Map.of());
    await().atMost(Scene.LONG).until(() -> scene.tasksets.slaves(taskset).size() > 6);

    assertThat(scene.isIdle()).isFalse();
    assertThat(scene.left(taskset)).isEmpty();
  }

  @Test
  void afterRedisWasEmptiedItServesTheNextRun() {
    String taskset = scene.give(slaves("sleep 300"), Map.of());
    await().atMost(Scene.LONG).until(() -> scene.worker.runningSlaves().size() == 1);
    scene.commands.flushAll();

    await().atMost(Scene.LONG).until(() -> scene.workers.all().size() == 1);
    String next = scene.give(slaves("sleep 300"), Map.of());
    await().atMost(Scene.LONG).until(() -> next.equals(scene.workers.heldTaskset(scene.key)));
    assertThat(scene.commands.exists(taskset)).isFalse();
    for (String key : scene.commands.keys(taskset + "*")) {
      assertThat(scene.commands.ttl(key)).as(key).isPositive();
    }
  }
}

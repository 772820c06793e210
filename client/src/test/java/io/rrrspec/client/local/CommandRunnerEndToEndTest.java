package io.rrrspec.client.local;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.testing.TestRedis;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Commands through a real Redis, with real slave processes. */
class CommandRunnerEndToEndTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  @TempDir Path workspace;
  @TempDir Path runtime;

  private String run(TestCluster cluster, io.rrrspec.testing.TasksetBuilder taskset) {
    String notify = redis.keys().notifyList("test");
    String key =
        taskset
            .slaveCommand(TestCluster.slaveCommand())
            .notifying(notify)
            .activatedIn(cluster.tasksets());
    boolean over = false;
    for (int i = 0; i < 6 && !over; i++) {
      over = cluster.tasksets().awaitEnd(notify, Duration.ofSeconds(10));
    }
    assertThat(over).as("the taskset ended").isTrue();
    return key;
  }

  @Test
  void everyCommandRunsOnceAndDecidesItsTask() {
    try (TestCluster cluster = new TestCluster(redis, workspace, runtime, 2)) {
      String key = run(cluster, aTaskset().withTasks("echo hello", "exit 3", "true"));

      Taskset taskset = cluster.tasksets().find(key).orElseThrow();
      assertThat(taskset.status()).isEqualTo(TasksetStatus.FAILED);
      assertThat(taskset.succeededCount()).isEqualTo(2);
      assertThat(taskset.failedCount()).isEqualTo(1);
      Trial hello = cluster.trials(cluster.task(key, "echo hello")).get(0);
      assertThat(hello.stdout()).isEqualTo("hello\n");
      assertThat(hello.verdict()).isEqualTo(TrialVerdict.PASSED);
      assertThat(cluster.task(key, "exit 3").status()).isEqualTo(TaskStatus.FAILED);
      assertThat(cluster.trials(cluster.task(key, "exit 3"))).hasSize(1);
    }
  }

  @Test
  void aTaskThatFailsOnceIsTriedAgainByAnotherSlave() {
    try (TestCluster cluster = new TestCluster(redis, workspace, runtime, 2)) {
      String key =
          run(cluster, aTaskset().withTasks("test -e seen || ! touch seen", "true").maxTrials(2));

      assertThat(cluster.tasksets().status(key)).contains(TasksetStatus.SUCCEEDED);
      Task task = cluster.tasks(key).get(0);
      assertThat(cluster.trials(task))
          .extracting(Trial::verdict)
          .containsExactly(TrialVerdict.BAD, TrialVerdict.PASSED);
      assertThat(cluster.trials(task)).extracting(Trial::slaveKey).doesNotHaveDuplicates();
    }
  }

  @Test
  void withOneSlaveTheRetryRunsInAFreshJvm() {
    try (TestCluster cluster = new TestCluster(redis, workspace, runtime, 1)) {
      String key = run(cluster, aTaskset().withTasks("false").maxTrials(3));

      assertThat(cluster.tasksets().status(key)).contains(TasksetStatus.FAILED);
      assertThat(cluster.trials(cluster.tasks(key).get(0)))
          .extracting(Trial::verdict)
          .containsExactly(TrialVerdict.BAD, TrialVerdict.BAD, TrialVerdict.BAD);
      assertThat(cluster.tasksets().slaves(key)).hasSize(3);
    }
  }

  @Test
  void aSlaveThatIsKilledCostsItsTrialAndNoMore() {
    try (TestCluster cluster = new TestCluster(redis, workspace, runtime, 1)) {
      // The command's parent is the slave's JVM.
      String key = run(cluster, aTaskset().withTasks("kill -9 $PPID; sleep 20", "true"));

      Trial killed = cluster.trials(cluster.task(key, "kill -9 $PPID; sleep 20")).get(0);
      assertThat(killed.status()).isEqualTo(TrialStatus.ERROR);
      assertThat(killed.reason()).contains("signal KILL");
      assertThat(cluster.task(key, "true").status()).isEqualTo(TaskStatus.PASSED);
    }
  }

  @Test
  void aSlaveCommandThatEndsAtOnceFailsTheTasksetWithItsOutput() {
    try (TestCluster cluster = new TestCluster(redis, workspace, runtime, 1)) {
      String notify = redis.keys().notifyList("test");
      String key =
          aTaskset()
              .withTasks(2)
              .slaveCommand("echo no such thing >&2; exit 9")
              .notifying(notify)
              .activatedIn(cluster.tasksets());

      assertThat(cluster.tasksets().awaitEnd(notify, Duration.ofSeconds(15))).isTrue();
      Taskset taskset = cluster.tasksets().find(key).orElseThrow();
      assertThat(taskset.status()).isEqualTo(TasksetStatus.FAILED);
      assertThat(taskset.reason()).contains("exit code 9").contains("no such thing");
    }
  }
}

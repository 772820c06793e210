package io.rrrspec.acceptance.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.testing.TestRedis;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Both makes on one taskset at once. */
class MixedFleetTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final String FIXTURE = "/src/test/java/io/rrrspec/acceptance/foreign/fixture/";

  @TempDir Path dir;

  private Fleet fleet;

  @BeforeEach
  void start() {
    fleet = new Fleet(redis, dir);
  }

  @AfterEach
  void stop() throws Exception {
    fleet.close();
  }

  @Test
  void everyTaskOfARunThatBothServeIsDecidedOnce() throws Exception {
    List<String> specs = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      specs.add("m" + i + FIXTURE + "PassingBehaviour.java");
    }
    specs.add("bad1" + FIXTURE + "FailingBehaviour.java");
    specs.add("bad2" + FIXTURE + "FailingBehaviour.java");
    ForeignSlave.Tests likeTheRealOnes =
        specFile -> {
          Thread.sleep(150);
          return specFile.contains("Failing") ? "failed" : "passed";
        };
    fleet.worker("w", 2);
    fleet.foreignWorker("r", Timing.QUICK, likeTheRealOnes, likeTheRealOnes).start();
    try (CommandCount count = CommandCount.start(redis)) {
      String taskset =
          fleet
              .client()
              .with("slave_command", SlaveCommands.junit(fleet.workspace("w")))
              .with("max_trials", "3")
              .start(specs.toArray(String[]::new));

      assertThat(fleet.awaitEnd(taskset, Duration.ofSeconds(30))).isEqualTo("failed");
      assertThat(fleet.commands().hmget(taskset, "succeeded_count", "failed_count"))
          .containsExactly("40", "2");
      Set<String> workers = new HashSet<>();
      for (String spec : specs) {
        fleet.trials(taskset, spec).forEach(trial -> workers.add(Keys.workerOf(trial.slaveKey())));
      }
      assertThat(workers).hasSize(2);
      Map<String, Long> counts = count.stop();
      assertThat(counts.values().stream().mapToLong(Long::longValue).sum())
          .as("%s", counts)
          .isLessThan(5_000);
      fleet.client().waitFor(taskset, Duration.ofSeconds(10));
    }
  }
}

package io.rrrspec.acceptance.foreign;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.rrrspec.common.model.Trial;
import io.rrrspec.common.model.TrialVerdict;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.testing.TestRedis;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Foreign workers under our server, alone and beside ours. */
class ForeignWorkerTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final Duration SOON = Duration.ofSeconds(15);

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

  private static String pass(String specFile) {
    return "passed";
  }

  @Test
  void itServesARunAndWhatItWritesLateDoesNotStay() {
    fleet
        .foreignWorker("r", Timing.QUICK, ForeignWorkerTest::pass, ForeignWorkerTest::pass)
        .start();
    String taskset = fleet.client().start("a_spec.rb", "b_spec.rb", "c_spec.rb");

    assertThat(fleet.awaitEnd(taskset, SOON)).isEqualTo("succeeded");
    String log = taskset + ":" + fleet.keys.worker("r");
    await().atMost(SOON).until(() -> fleet.commands().ttl(log) > 0);
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(fleet.commands().keys("test:*"))
                    .filteredOn(key -> key.contains(taskset) || key.contains(":slave:"))
                    .isNotEmpty()
                    .allSatisfy(key -> assertThat(fleet.commands().ttl(key)).as(key).isPositive()));
    assertThat(fleet.commands().hget(log, "finished_at")).isNotEmpty();
  }

  @Test
  void whileItLooksIdleItIsNotGivenASecondTaskset() {
    Timing slow = Timing.QUICK.withGap(Duration.ofSeconds(2));
    ForeignWorker worker = fleet.foreignWorker("r", slow, ForeignWorkerTest::pass).start();
    String first = fleet.client().start("a_spec.rb");
    await().atMost(SOON).until(() -> worker.taken() == 0 && idle(worker) && reserved(worker));
    String second = fleet.client().with("rsync_name", "other").start("b_spec.rb");

    await()
        .during(Duration.ofSeconds(1))
        .atMost(SOON)
        .until(() -> fleet.commands().llen(worker.key() + ":worker_queue") == 0);
    assertThat(fleet.awaitEnd(first, SOON)).isEqualTo("succeeded");
    assertThat(fleet.awaitEnd(second, SOON)).isEqualTo("succeeded");
  }

  private boolean idle(ForeignWorker worker) {
    return String.valueOf(fleet.commands().hget(worker.key(), "taskset")).isEmpty()
        && fleet.commands().llen(worker.key() + ":worker_queue") == 0;
  }

  private boolean reserved(ForeignWorker worker) {
    return fleet.commands().exists(Keys.reservation(worker.key()));
  }

  @Test
  void afterAShortRunItIsGivenTheNextAtOnce() {
    fleet.foreignWorker("r", Timing.QUICK, ForeignWorkerTest::pass).start();
    String first = fleet.client().start("a_spec.rb");
    String second = fleet.client().with("rsync_name", "other").start("b_spec.rb");

    assertThat(fleet.awaitEnd(first, SOON)).isEqualTo("succeeded");
    // Its reservation, which nobody deletes, would last for ten seconds.
    assertThat(fleet.awaitEnd(second, Duration.ofSeconds(9))).isEqualTo("succeeded");
  }

  @Test
  void whatItCannotSetUpFailsWithAReason() {
    fleet.foreignWorker("r", Timing.QUICK, ForeignWorkerTest::pass).whoseSetUpFails().start();
    String taskset = fleet.client().start("a_spec.rb");

    assertThat(fleet.awaitEnd(taskset, SOON)).isEqualTo("failed");
    assertThat(fleet.commands().hget(taskset, "reason"))
        .isEqualTo("a worker could not prepare or run it");
  }

  @Test
  void whatNeedsOurWorkersWaitsForOneOfOurs() {
    ForeignWorker foreign = fleet.foreignWorker("r", Timing.QUICK, ForeignWorkerTest::pass).start();
    String taskset =
        aTaskset().withTasks("true").slaveCommand(SlaveCommands.ours()).activatedIn(fleet.tasksets);
    await()
        .atMost(SOON)
        .until(() -> fleet.commands().sismember(fleet.keys.workers(), foreign.key()));
    assertThat(fleet.commands().hget(taskset, "status")).isNull();
    fleet.worker("w", 1);

    assertThat(fleet.awaitEnd(taskset, SOON)).isEqualTo("succeeded");
    assertThat(foreign.taken()).isZero();
  }

  @Test
  void whatItHeldWhenItDiedGoesToOthers() throws Exception {
    CountDownLatch holds = new CountDownLatch(1);
    Timing mortal = Timing.QUICK.withHeartbeat(Duration.ofSeconds(2));
    ForeignWorker foreign =
        fleet
            .foreignWorker(
                "r",
                mortal,
                specFile -> {
                  holds.countDown();
                  Thread.sleep(60_000);
                  return "passed";
                })
            .start();
    String taskset = fleet.client().start("a_spec.rb");
    assertThat(holds.await(10, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
    foreign.close();
    fleet.foreignWorker("s", Timing.QUICK, ForeignWorkerTest::pass).start();

    assertThat(fleet.awaitEnd(taskset, SOON)).isEqualTo("succeeded");
    assertThat(fleet.trials(taskset, "a_spec.rb"))
        .extracting(Trial::verdict)
        .containsExactly(TrialVerdict.LOST, TrialVerdict.PASSED);
    assertThat(fleet.commands().smembers(fleet.keys.workers())).doesNotContain(foreign.key());
  }

  /** The environment of its worker, as an administrator sets it for our slaves. */
  private Map<String, String> settings() {
    return Map.of(
        "RRRSPEC_REDIS", redis.url().toString(),
        "RRRSPEC_NAMESPACE", "test",
        "RRRSPEC_WORKER_NAME", "r");
  }

  @Test
  void ourSlavesRunUnderIt() {
    List<Integer> exits = new CopyOnWriteArrayList<>();
    Path project = fleet.workspace("r");
    fleet
        .foreignWorker(
            "r",
            Timing.QUICK,
            ForeignSupervisor.processes(fleet.commands(), project, settings(), exits))
        .start();
    String passing = "io.rrrspec.acceptance.foreign.fixture.PassingBehaviour";
    String failing = "io.rrrspec.acceptance.foreign.fixture.FailingBehaviour";
    String taskset =
        fleet
            .client()
            .with("slave_command", SlaveCommands.oursByItself(project))
            .with("max_trials", "2")
            .start(failing, passing);

    assertThat(fleet.awaitEnd(taskset, Duration.ofSeconds(30))).isEqualTo("failed");
    assertThat(fleet.taskStatus(taskset, passing)).isEqualTo("passed");
    assertThat(fleet.trials(taskset, failing)).hasSize(2);
    // The retry wanted a fresh JVM: that must not look like a crash.
    assertThat(exits).containsExactly(42);
  }

  @Test
  void aSlaveOfOursThatIsKilledUnderItCostsItsTrialAndNoMore() {
    List<Integer> exits = new CopyOnWriteArrayList<>();
    Path project = fleet.workspace("r");
    fleet
        .foreignWorker(
            "r",
            Timing.QUICK,
            ForeignSupervisor.processes(fleet.commands(), project, settings(), exits))
        .start();
    String taskset =
        fleet
            .client()
            .with("runner", "")
            .with("slave_command", SlaveCommands.oursByItself(project))
            .with("max_trials", "1")
            .start(
                "io.rrrspec.acceptance.foreign.fixture.DyingBehaviour",
                "io.rrrspec.acceptance.foreign.fixture.PassingBehaviour");

    assertThat(fleet.awaitEnd(taskset, Duration.ofSeconds(30))).isEqualTo("failed");
    assertThat(fleet.trials(taskset, "io.rrrspec.acceptance.foreign.fixture.DyingBehaviour"))
        .singleElement()
        .satisfies(trial -> assertThat(trial.reason()).contains("failure_exit"));
    assertThat(fleet.taskStatus(taskset, "io.rrrspec.acceptance.foreign.fixture.PassingBehaviour"))
        .isEqualTo("passed");
  }

  @Test
  void aSlaveOfOursThatDoesNotKnowItsWorkerSaysWhatToSet() {
    List<Integer> exits = new CopyOnWriteArrayList<>();
    Path project = fleet.workspace("r");
    Map<String, String> wrong =
        Map.of("RRRSPEC_REDIS", redis.url().toString(), "RRRSPEC_NAMESPACE", "test");
    fleet
        .foreignWorker(
            "r", Timing.QUICK, ForeignSupervisor.processes(fleet.commands(), project, wrong, exits))
        .start();
    String taskset =
        fleet
            .client()
            .with("slave_command", SlaveCommands.oursByItself(project))
            .start("io.rrrspec.acceptance.foreign.fixture.PassingBehaviour");

    assertThat(fleet.awaitEnd(taskset, Duration.ofSeconds(30))).isEqualTo("failed");
    assertThat(exits).hasSizeGreaterThan(3).allMatch(code -> code == 1);
    assertThat(project.resolve("slave.out")).content().contains("set worker_name");
  }
}

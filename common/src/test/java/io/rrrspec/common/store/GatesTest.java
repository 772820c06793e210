package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.ResourceLimit;
import io.rrrspec.common.model.ResourceLimit.Scope;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.JudgementStore.End;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.testing.TestRedis;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tasks that goals of the build run before and behind. */
class GatesTest {
  private static final String GATE = "@0";

  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;
  private GateStore gates;
  private String taskset;
  private String plain;
  private String behind;

  @BeforeEach
  void run() {
    i = new Installation(testRedis);
    gates = new Stores(i.redis, i.keys).gates();
    taskset =
        aTaskset()
            .resources(Map.of(GATE, new ResourceLimit(0, Scope.RUN)))
            .withTasks(
                List.of(
                    new TaskRequest("plain", null).withLaunch("core"),
                    gated("first").withLaunch("core@its"),
                    gated("second").withLaunch("core@its")))
            .failFast(1)
            .activatedIn(i.tasksets);
    gates.hold(taskset, 1);
    i.serve(i.worker("w"), taskset);
    plain = slave("1", "core");
    behind = slave("2", "core@its");
  }

  @Test
  void nothingBehindAGateBeginsUntilItIsOpened() {
    assertThat(i.trials.claim(taskset, behind, 1)).isInstanceOf(Claim.Wait.class);
    assertThat(i.runOne(taskset, plain, TrialStatus.PASSED)).containsExactly("passed");
    assertThat(i.trials.claim(taskset, plain, 1)).isInstanceOf(Claim.Wait.class);

    gates.open(taskset, GATE);
    assertThat(i.claim(taskset, behind).task()).isEqualTo(Keys.task(taskset, "first"));
    assertThat(i.claim(taskset, slave("3", "core@its")).task())
        .isEqualTo(Keys.task(taskset, "second"));
  }

  @Test
  void theTasksetEndsWithItsLastGate() {
    gates.open(taskset, GATE);
    i.runOne(taskset, plain, TrialStatus.PASSED);
    i.runOne(taskset, behind, TrialStatus.PASSED);
    i.runOne(taskset, behind, TrialStatus.PASSED);
    assertThat(i.list(Keys.tasksLeft(taskset))).isEmpty();
    assertThat(i.field(taskset, "status")).isEqualTo("running");
    assertThat(i.end(taskset, "check")).isEqualTo(End.GOES_ON);

    gates.end(taskset, GATE, "");
    assertThat(i.field(taskset, "status")).isEqualTo("succeeded");
  }

  @Test
  void aGateThatFailsBehindItsTestsMakesTheRunRed() {
    gates.open(taskset, GATE);
    i.runOne(taskset, plain, TrialStatus.PASSED);
    i.runOne(taskset, behind, TrialStatus.PASSED);
    i.runOne(taskset, behind, TrialStatus.PASSED);
    gates.end(taskset, GATE, "core: stop failed");

    assertThat(i.field(taskset, "status")).isEqualTo("failed");
    assertThat(i.field(taskset, "reason")).isEqualTo("core: stop failed");
    assertThat(i.tasksets.find(taskset).orElseThrow().whyNotRun()).isNull();
  }

  @Test
  void whatStandsBehindAGateThatNeverOpensIsNotRun() {
    gates.end(taskset, GATE, "core: start failed");
    assertThat(i.list(Keys.taskQueue(taskset))).containsExactly(Keys.task(taskset, "plain"));
    assertThat(i.list(Keys.tasksLeft(taskset))).containsExactly(Keys.task(taskset, "plain"));
    assertThat(i.trials.claim(taskset, behind, 1)).isInstanceOf(Claim.Wait.class);
    assertThat(i.runOne(taskset, plain, TrialStatus.PASSED)).containsExactly("passed");

    assertThat(i.field(taskset, "status")).isEqualTo("failed");
    assertThat(i.field(taskset, "failed_count")).isEmpty();
    assertThat(i.field(taskset, "reason"))
        .isEqualTo("core: start failed; 2 classes not run: a goal before them failed");
    assertThat(i.tasksets.find(taskset).orElseThrow().whyNotRun())
        .isEqualTo("a goal before them failed");
  }

  @Test
  void aTasksetWithoutAWorkerEndsIfNothingOfItCanBeRun() {
    String idle =
        aTaskset()
            .resources(Map.of(GATE, new ResourceLimit(0, Scope.RUN)))
            .withTasks(List.of(gated("only").withLaunch("core@its")))
            .activatedIn(i.tasksets);
    gates.hold(idle, 1);
    gates.end(idle, GATE, "core: start failed");

    assertThat(i.field(idle, "status")).isEqualTo("failed");
    assertThat(i.field(idle, "reason"))
        .isEqualTo("core: start failed; 1 class not run: a goal before them failed");
  }

  @Test
  void aRunThatIsStoppedWaitsForItsGates() {
    i.runOne(taskset, plain, TrialStatus.FAILED);
    assertThat(i.list(Keys.tasksLeft(taskset))).isEmpty();
    assertThat(i.field(taskset, "status")).isEqualTo("running");

    gates.end(taskset, GATE, "");
    assertThat(i.field(taskset, "reason")).isEqualTo("2 classes not run: --fail-fast");
  }

  @Test
  void theJvmsOfALaunchThatIsClosedEnd() {
    gates.open(taskset, GATE);
    i.runOne(taskset, behind, TrialStatus.PASSED);
    i.runOne(taskset, behind, TrialStatus.PASSED);
    assertThat(gates.close(taskset, List.of("core@its"))).isEqualTo(1);
    assertThat(i.trials.claim(taskset, behind, 1)).isInstanceOf(Claim.Over.class);

    i.endSlave(behind, taskset, false);
    assertThat(gates.close(taskset, List.of("core@its"))).isZero();
    assertThat(i.claim(taskset, plain).task()).isEqualTo(Keys.task(taskset, "plain"));
  }

  private static TaskRequest gated(String name) {
    return new TaskRequest(name, null).withResources(Set.of(GATE));
  }

  private String slave(String id, String launch) {
    String key = Keys.slave(i.keys.worker("w"), id);
    i.slaves.register(key, taskset, "host", true, launch).orElseThrow();
    return key;
  }
}

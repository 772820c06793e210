package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.Culprits;
import io.rrrspec.common.model.OrderDependence;
import io.rrrspec.common.model.OrderDependent;
import io.rrrspec.common.model.Relation;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskStatus;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.common.store.TrialStore.Milestone;
import io.rrrspec.testing.TasksetBuilder;
import io.rrrspec.testing.TestRedis;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A class that fails after others is looked at again. Here JVMs are lists of what they have run,
 * and a rule says what fails in them.
 */
class ProbesTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final int MOST_STEPS = 10_000;

  private Installation i;
  private int slaves;
  private int probes;
  private int bad;
  private String failing = "test";

  /** Whether a class fails in a JVM that has run these before. */
  private BiPredicate<String, List<String>> fails = (spec, before) -> false;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
  }

  private static TasksetBuilder classes(int count) {
    return aTaskset().withTasks(count).runner(Runner.JUNIT).maxTrials(1);
  }

  /** One slave after the other serves it until it is over. */
  private void runToItsEnd(String taskset) {
    probes = 0;
    bad = 0;
    String slave = i.slave(taskset, "s" + ++slaves);
    List<String> ran = new ArrayList<>();
    for (int step = 0; step < MOST_STEPS; step++) {
      Claim claim = i.trials.claim(taskset, slave, 1);
      if (claim instanceof Claim.Over) {
        return;
      }
      if (claim instanceof Claim.Fresh) {
        end(taskset, slave);
        slave = i.slave(taskset, "s" + ++slaves);
        ran = new ArrayList<>();
      } else if (claim instanceof Claim.Run run) {
        run(taskset, slave, run, ran);
      } else {
        throw new AssertionError("one slave, and it is told " + claim);
      }
    }
    throw new AssertionError("no end:\n" + i.tasksets.log(taskset));
  }

  /** Runs the tasks of a taskset in one JVM, once each; returns its slave. */
  private String runAll(String taskset, int tasks) {
    String slave = i.slave(taskset, "a");
    List<String> ran = new ArrayList<>();
    for (int n = 0; n < tasks; n++) {
      run(taskset, slave, i.claim(taskset, slave), ran);
    }
    return slave;
  }

  /** Runs the first probe. */
  private void runAlone(String taskset) {
    String slave = i.slave(taskset, "b");
    run(taskset, slave, i.claim(taskset, slave), new ArrayList<>());
  }

  private void end(String taskset, String slave) {
    i.slaves.end(
        slave,
        taskset,
        new SlaveStore.End(SlaveStatus.NORMAL_EXIT, TrialStatus.ERROR, false, "", "", null),
        Installation.KEEP);
  }

  private void run(String taskset, String slave, Claim.Run run, List<String> ran) {
    boolean probe = !i.field(run.trial(), "probe").isEmpty();
    if (probe) {
      probes++;
      assertThat(ran).as("a probe has a fresh JVM").isEmpty();
    }
    ran.addAll(run.after());
    if (!run.after().isEmpty()) {
      i.trials.reach(run.trial(), Milestone.REACHED);
    }
    boolean failed = fails.test(run.specFile(), List.copyOf(ran));
    bad += failed && !probe ? 1 : 0;
    ran.add(run.specFile());
    finish(taskset, slave, run, failed ? failing : "");
    List<String> unused = i.judge();
  }

  /** Reports that the one test of a class passed, or failed under this name. */
  private void finish(String taskset, String slave, Claim.Run run, String failing) {
    boolean failed = !failing.isEmpty();
    CaseResult test =
        new CaseResult(
            run.specFile(),
            failed ? failing : "test",
            failed ? CaseResult.Outcome.FAILED : CaseResult.Outcome.PASSED,
            1,
            null,
            null,
            null);
    TrialStatus status = failed ? TrialStatus.FAILED : TrialStatus.PASSED;
    i.trials.finish(
        run.trial(),
        slave,
        taskset,
        new TrialResult(status, "", "", failed ? 0 : 1, 0, failed ? 1 : 0, List.of(test), null, 0));
  }

  private Task task(String taskset, String spec) {
    return i.tasksets.tasks(List.of(Keys.task(taskset, spec))).get(0);
  }

  private OrderDependence found(String taskset, String spec) {
    return Objects.requireNonNull(task(taskset, spec).orderDependence());
  }

  private static int halvings(int classes) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(classes - 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 41, 97, 98})
  void theOneCulpritIsFoundAndTheRunIsGreen(int culprit) {
    fails = (spec, before) -> spec.equals("task-99") && before.contains("task-" + culprit);
    String taskset = i.running(classes(100));
    runToItsEnd(taskset);

    assertThat(i.field(taskset, "status")).isEqualTo("succeeded");
    Task victim = task(taskset, "task-99");
    assertThat(victim.status()).isEqualTo(TaskStatus.PASSED);
    assertThat(victim.orderDependence())
        .isEqualTo(OrderDependence.after(List.of("task-" + culprit), true, 4, 5));
    assertThat(probes).isLessThanOrEqualTo(halvings(99) + 4 + 6);
    assertThat(i.tasksets.log(taskset))
        .contains("order-dependent: task-99 fails after task-" + culprit + " (4 of 4), passes");
    assertThat(i.field(taskset, "order_dependent_count")).isEqualTo("1");
  }

  @Test
  void culpritsThatHarmOnlyTogetherAreFound() {
    fails =
        (spec, before) ->
            spec.equals("task-29") && before.containsAll(List.of("task-3", "task-17", "task-18"));
    String taskset = i.running(classes(30));
    runToItsEnd(taskset);

    OrderDependence found = found(taskset, "task-29");
    assertThat(found.after()).containsExactly("task-3", "task-17", "task-18");
    assertThat(found.confirmed()).isTrue();
  }

  @Test
  void eachTestIsCountedOnceHoweverOftenItWasLookedAt() {
    fails = (spec, before) -> spec.equals("task-9") && before.contains("task-4");
    String taskset = i.running(classes(10));
    runToItsEnd(taskset);

    assertThat(i.field(taskset, "succeeded_count")).isEqualTo("10");
    assertThat(i.field(taskset, "failed_count")).isEmpty();
    List<String> verdicts =
        task(taskset, "task-9").trials().stream().map(t -> i.field(t, "verdict")).toList();
    assertThat(verdicts).startsWith("bad").endsWith("passed");
    assertThat(verdicts.subList(1, verdicts.size() - 1)).containsOnly("probe");
  }

  @Test
  void aClassThatFailsAloneHasFailed() {
    fails = (spec, before) -> spec.equals("task-5");
    String taskset = i.running(classes(6));
    runToItsEnd(taskset);

    assertThat(i.field(taskset, "status")).isEqualTo("failed");
    assertThat(task(taskset, "task-5").status()).isEqualTo(TaskStatus.FAILED);
    assertThat(probes).isEqualTo(1);
    assertThat(i.tasksets.log(taskset)).contains("failed: it fails alone, too: task-5");
  }

  @Test
  void theFirstOfItsJvmNeedsNoSecondLook() {
    fails = (spec, before) -> spec.equals("task-0");
    String taskset = i.running(classes(3));
    runToItsEnd(taskset);

    assertThat(probes).isZero();
    assertThat(task(taskset, "task-0").status()).isEqualTo(TaskStatus.FAILED);
  }

  @Test
  void retriesComeBeforeSecondLooks() {
    fails = (spec, before) -> spec.equals("task-2") && before.contains("task-0");
    String taskset = i.running(classes(3).maxTrials(2));
    runToItsEnd(taskset);

    assertThat(bad).isEqualTo(1);
    assertThat(probes).isZero();
    assertThat(task(taskset, "task-2").orderDependence()).isNull();
    assertThat(i.field(taskset, "status")).isEqualTo("succeeded");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.9, 0.7, 0.5, 0.3, 0.1})
  void aClassThatFailsAtRandomIsNeverCalledOrderDependentAndNeverTurnsGreen(double rate) {
    Random random = new Random(4_711);
    int failures = 0;
    for (int run = 0; run < 200; run++) {
      fails = (spec, before) -> spec.equals("task-7") && random.nextDouble() < rate;
      String taskset = i.running(classes(8));
      runToItsEnd(taskset);
      Task task = task(taskset, "task-7");
      assertThat(task.orderDependence()).isNull();
      assertThat(task.status()).isEqualTo(bad == 0 ? TaskStatus.PASSED : TaskStatus.FAILED);
      failures += bad;
    }
    assertThat(failures).isBetween(1, 200);
  }

  @Test
  void theRunIsRedIfThatIsAskedFor() {
    fails = (spec, before) -> spec.equals("task-3") && before.contains("task-1");
    String taskset = i.running(classes(4).orderDependent(OrderDependent.FAIL));
    runToItsEnd(taskset);

    assertThat(i.field(taskset, "status")).isEqualTo("failed");
    assertThat(task(taskset, "task-3").orderDependence()).isNotNull();
  }

  @Test
  void nobodyLooksIfThatIsAskedFor() {
    fails = (spec, before) -> spec.equals("task-3") && before.contains("task-1");
    String taskset = i.running(classes(4).orderDependent(OrderDependent.IGNORE));
    runToItsEnd(taskset);

    assertThat(probes).isZero();
    assertThat(i.field(taskset, "status")).isEqualTo("failed");
  }

  @Test
  void commandsAreNotLookedAtAgain() {
    fails = (spec, before) -> spec.equals("task-3") && before.contains("task-1");
    String taskset = i.running(classes(4).runner(Runner.COMMAND));
    runToItsEnd(taskset);

    assertThat(probes).isZero();
  }

  @Test
  void withoutRetriesLeftItHasFailed() {
    fails = (spec, before) -> spec.equals("task-3") && before.contains("task-1");
    String taskset = i.running(classes(4).maxRetriesTotal(0));
    runToItsEnd(taskset);

    assertThat(probes).isZero();
    assertThat(i.field(taskset, "status")).isEqualTo("failed");
  }

  @Test
  void withoutTimeForASearchWhatIsLeftOfTheSuspectsStands() {
    fails = (spec, before) -> spec.equals("task-9") && before.contains("task-4");
    String taskset = i.running(classes(10));
    i.commands.hset(taskset, "probe_limit_ms", "-1");
    runToItsEnd(taskset);

    OrderDependence found = found(taskset, "task-9");
    assertThat(found.confirmed()).isFalse();
    assertThat(found.after()).hasSize(9).contains("task-4");
    assertThat(probes).isEqualTo(2);
    assertThat(i.field(taskset, "status")).isEqualTo("failed");
  }

  @Test
  void whatHasBeenFoundIsConfirmedHoweverLateItIs() {
    fails = (spec, before) -> spec.equals("task-1") && before.contains("task-0");
    String taskset = i.running(classes(2));
    i.commands.hset(taskset, "probe_limit_ms", "-1");
    runToItsEnd(taskset);

    assertThat(found(taskset, "task-1"))
        .isEqualTo(OrderDependence.after(List.of("task-0"), true, 4, 5));
    assertThat(i.field(taskset, "status")).isEqualTo("succeeded");
  }

  @Test
  void theFailureOfAnotherTestExplainsNothing() {
    int[] runs = {0};
    fails =
        (spec, before) -> {
          if (!spec.equals("task-3")) {
            return false;
          }
          failing = runs[0]++ == 0 ? "flaky" : "dependent";
          return before.contains("task-1");
        };
    String taskset = i.running(classes(4));
    runToItsEnd(taskset);

    assertThat(task(taskset, "task-3").orderDependence()).isNull();
    assertThat(i.field(taskset, "status")).isEqualTo("failed");
  }

  @Test
  void aJvmThatDiesInTheClassExplainsNothing() {
    fails = (spec, before) -> spec.equals("task-3") && before.contains("task-1");
    String taskset = i.running(classes(4));
    String slave = runAll(taskset, 4);
    runAlone(taskset);
    String replaying = i.slave(taskset, "c");
    i.trials.reach(i.claim(taskset, replaying).trial(), Milestone.REACHED);
    i.endSlave(replaying, taskset, false);
    i.judge();

    assertThat(i.field(taskset, "status")).isEqualTo("failed");
    assertThat(task(taskset, "task-3").orderDependence()).isNull();
  }

  @Test
  void aClassWhoseJvmDiesIsNotLookedAtAgain() {
    String taskset = i.running(classes(2));
    String slave = i.slave(taskset, "a");
    run(taskset, slave, i.claim(taskset, slave), new ArrayList<>());
    i.claim(taskset, slave);
    i.endSlave(slave, taskset, false);
    i.judge();

    assertThat(i.field(taskset, "status")).isEqualTo("failed");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void aClassThatFailsInARegularTurnIsNotCalledOrderDependent(int turn) {
    for (int start = 0; start < 2 * turn; start++) {
      int[] runs = {start};
      fails = (spec, before) -> spec.equals("task-5") && runs[0]++ / turn % 2 == 0;
      String taskset = i.running(classes(6));
      runToItsEnd(taskset);
      assertThat(task(taskset, "task-5").orderDependence()).as("from %d", start).isNull();
    }
  }

  @Test
  void aKnownPairIsKeptApart() {
    fails = (spec, before) -> spec.equals("task-2") && before.contains("task-0");
    String taskset = i.running(classes(0).withTasks(known("task-2", "task-0", true)));
    runToItsEnd(taskset);

    assertThat(bad).isZero();
    assertThat(probes).isZero();
    assertThat(i.field(taskset, "status")).isEqualTo("succeeded");
  }

  @Test
  void ofSetsThatHarmTogetherOneMayRunBefore() {
    fails = (spec, before) -> before.containsAll(List.of("task-0", "task-1")) && isLast(spec);
    List<TaskRequest> tasks =
        List.of(
            new TaskRequest("task-0", null),
            new TaskRequest("task-3", null)
                .with(List.of(new Culprits(List.of("task-0", "task-1"), true, Relation.AFTER))),
            new TaskRequest("task-1", null));
    String taskset = i.running(classes(0).withTasks(tasks));
    int before = slaves;
    runToItsEnd(taskset);

    assertThat(bad).isZero();
    assertThat(slaves - before).as("JVMs").isEqualTo(1);
  }

  private static boolean isLast(String spec) {
    return spec.equals("task-3");
  }

  /** Three classes; one of them has a culprit. */
  private static List<TaskRequest> known(String victim, String culprit, boolean confirmed) {
    List<Culprits> culprits = List.of(new Culprits(List.of(culprit), confirmed, Relation.AFTER));
    return IntStream.range(0, 3)
        .mapToObj(n -> "task-" + n)
        .map(spec -> new TaskRequest(spec, null).with(spec.equals(victim) ? culprits : List.of()))
        .toList();
  }

  @Test
  void whatIsSuspectedIsReplayedFirstAndMayBeWrong() {
    fails = (spec, before) -> spec.equals("task-2") && before.contains("task-0");
    String right = i.running(classes(0).withTasks(known("task-2", "task-0", false)));
    runToItsEnd(right);
    OrderDependence found = task(right, "task-2").orderDependence();
    assertThat(found).isEqualTo(OrderDependence.after(List.of("task-0"), true, 4, 5));

    String wrong = i.running(classes(0).withTasks(known("task-2", "task-1", false)));
    runToItsEnd(wrong);
    assertThat(task(wrong, "task-2").orderDependence()).isEqualTo(found);
  }

  @Test
  void aProbeThatEndsBeforeItsClassBeginsExplainsNothing() {
    fails = (spec, before) -> spec.equals("task-3") && before.contains("task-1");
    String taskset = i.running(classes(4));
    String slave = runAll(taskset, 4);
    assertThat(i.trials.claim(taskset, slave, 1)).isInstanceOf(Claim.Fresh.class);
    String alone = i.slave(taskset, "b");
    run(taskset, alone, i.claim(taskset, alone), new ArrayList<>());
    String replaying = i.slave(taskset, "c");
    assertThat(i.claim(taskset, replaying).after()).containsExactly("task-0", "task-1", "task-2");
    i.endSlave(replaying, taskset, false);
    i.judge();

    assertThat(i.field(taskset, "status")).isEqualTo("failed");
    assertThat(task(taskset, "task-3").orderDependence()).isNull();
  }

  @Test
  void aLostProbeIsMadeAgain() {
    fails = (spec, before) -> spec.equals("task-3") && before.contains("task-1");
    String taskset = i.running(classes(4));
    String slave = runAll(taskset, 4);
    String lost = i.slave(taskset, "b");
    assertThat(i.claim(taskset, lost).after()).isEmpty();
    i.endSlave(lost, taskset, true);
    assertThat(i.judge()).containsExactly("lost");
    runToItsEnd(taskset);

    assertThat(i.field(taskset, "status")).isEqualTo("succeeded");
    assertThat(task(taskset, "task-3").orderDependence()).isNotNull();
  }

  @Test
  void theProbesOfAClassStayOnOneWorkerAndBeginAgainIfThatGoes() {
    fails = (spec, before) -> spec.equals("task-3") && before.contains("task-1");
    String taskset = i.running(classes(4));
    String unused = runAll(taskset, 4);
    runAlone(taskset);
    i.serve(i.worker("v"), taskset);
    String other = i.slaveOf("v", taskset, "1");
    assertThat(i.trials.claim(taskset, other, 1)).isInstanceOf(Claim.Wait.class);

    i.commands.del(Keys.heartbeat(i.keys.worker("w")));
    Claim.Run again = i.claim(taskset, other);
    assertThat(again.after()).as("alone once more").isEmpty();
    assertThat(i.field(again.trial(), "probe")).isEqualTo("alone");
  }

  @Test
  void aClaimThatIsMadeAgainNamesTheSameClassesToRunBefore() {
    fails = (spec, before) -> spec.equals("task-2") && before.contains("task-1");
    String taskset = i.running(classes(3));
    String slave = runAll(taskset, 3);
    runAlone(taskset);
    String replaying = i.slave(taskset, "c");
    Claim.Run first = i.claim(taskset, replaying);
    assertThat(first.after()).containsExactly("task-0", "task-1");
    assertThat(i.claim(taskset, replaying)).isEqualTo(first);
  }

  @Test
  void whoWatchesSeesWhatIsLookedAtAgain() {
    fails = (spec, before) -> spec.equals("task-2") && before.contains("task-1");
    String taskset = i.running(classes(3));
    List<String> keys = List.of(Keys.task(taskset, "task-1"), Keys.task(taskset, "task-2"));
    assertThat(i.tasksets.probed(keys)).isZero();
    String unused = runAll(taskset, 3);
    assertThat(i.tasksets.probed(keys)).isEqualTo(1);
    runToItsEnd(taskset);
    assertThat(i.tasksets.probed(keys)).isZero();
  }
}

package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.Culprits;
import io.rrrspec.common.model.OrderDependence;
import io.rrrspec.common.model.Relation;
import io.rrrspec.common.model.ResourceLimit;
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
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A class that fails beside others is looked at again with its host to itself, and beside them.
 * Here two JVMs of one host claim in turn, and a rule says what fails beside what.
 */
class ConflictsTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final int MOST_STEPS = 3_000;

  private Installation i;
  private int slaves;
  private String message = "Address already in use";

  /** Whether a class fails while another JVM is in this state. */
  private BiPredicate<String, Jvm> fails = (spec, other) -> false;

  /** Whether the JVM of a companion dies. */
  private Predicate<Claim.Run> dies = run -> false;

  /** A JVM: what it runs, and what it has run. */
  private static final class Jvm {
    final String slave;
    final List<String> ran = new ArrayList<>();
    Claim.@Nullable Run run;
    boolean failed;

    Jvm(String slave) {
      this.slave = slave;
    }

    boolean runs(String spec) {
      Claim.Run now = run;
      if (now == null) {
        return false;
      }
      return now.company() instanceof Claim.Company.Companion
          ? now.after().contains(spec)
          : now.specFile().equals(spec);
    }
  }

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
  }

  private static TasksetBuilder classes(int count) {
    return aTaskset().withTasks(count).runner(Runner.JUNIT).maxTrials(1);
  }

  private Jvm start(String taskset) {
    return new Jvm(i.slave(taskset, "s" + ++slaves));
  }

  /** Two JVMs serve it until it is over; returns how many JVMs there were. */
  private int runToItsEnd(String taskset) throws InterruptedException {
    int before = slaves;
    List<Jvm> jvms = new ArrayList<>(List.of(start(taskset), start(taskset)));
    for (int step = 0; step < MOST_STEPS; step++) {
      if (!i.field(taskset, "status").equals("running")) {
        return slaves - before;
      }
      int turn = step % 2;
      Jvm jvm = jvms.get(turn);
      if (!step(taskset, jvm, jvms.get(1 - turn))) {
        end(taskset, jvm);
        jvms.set(turn, start(taskset));
      }
    }
    throw new AssertionError("no end:\n" + i.tasksets.log(taskset));
  }

  /** Returns whether the JVM goes on. */
  private boolean step(String taskset, Jvm jvm, Jvm other) throws InterruptedException {
    // So that what comes later is later by the clock of Redis, too.
    Thread.sleep(2);
    Claim.Run run = jvm.run;
    if (run == null) {
      Claim claim = i.trials.claim(taskset, jvm.slave, 1);
      if (claim instanceof Claim.Run next) {
        jvm.run = next;
        jvm.failed = fails.test(next.specFile(), other);
        begin(jvm, next);
      }
      return !(claim instanceof Claim.Fresh || claim instanceof Claim.Change);
    }
    if (run.company() instanceof Claim.Company.Companion) {
      if (dies.test(run)) {
        return false;
      }
      if (i.field(run.trial(), "released").equals("1")) {
        i.finish(taskset, run, jvm.slave, TrialStatus.PASSED);
        jvm.run = null;
        List<String> unused = i.judge();
      }
      return true;
    }
    if (run.company() instanceof Claim.Company.Beside beside) {
      i.trials.reach(beside.companion(), Milestone.BEGUN);
      i.trials.reach(run.trial(), Milestone.REACHED);
    }
    finish(taskset, jvm, run);
    jvm.ran.add(run.specFile());
    jvm.run = null;
    List<String> unused = i.judge();
    return true;
  }

  private static void begin(Jvm jvm, Claim.Run run) {
    if (run.company() instanceof Claim.Company.Companion) {
      jvm.ran.addAll(run.after());
    }
  }

  private void finish(String taskset, Jvm jvm, Claim.Run run) {
    CaseResult.Outcome outcome = jvm.failed ? CaseResult.Outcome.FAILED : CaseResult.Outcome.PASSED;
    CaseResult test = new CaseResult(run.specFile(), "test", outcome, 1, message, null, null);
    TrialStatus status = jvm.failed ? TrialStatus.FAILED : TrialStatus.PASSED;
    int failed = jvm.failed ? 1 : 0;
    i.trials.finish(
        run.trial(),
        jvm.slave,
        taskset,
        new TrialResult(status, "", "", 1 - failed, 0, failed, List.of(test), null, 0));
  }

  private void end(String taskset, Jvm jvm) {
    i.slaves.end(
        jvm.slave,
        taskset,
        new SlaveStore.End(SlaveStatus.NORMAL_EXIT, TrialStatus.ERROR, true, "", "", null),
        Installation.KEEP);
    List<String> unused = i.judge();
  }

  private Task task(String taskset, String spec) {
    return i.tasksets.tasks(List.of(Keys.task(taskset, spec))).get(0);
  }

  private OrderDependence found(String taskset, String spec) {
    return Objects.requireNonNull(task(taskset, spec).orderDependence(), i.tasksets.log(taskset));
  }

  @Test
  void aPortThatAnotherJvmHoldsIsAConflict() throws Exception {
    fails = (spec, other) -> spec.equals("task-1") && other.runs("task-0");
    String taskset = i.running(classes(6));
    runToItsEnd(taskset);

    assertThat(i.field(taskset, "status")).isEqualTo("succeeded");
    OrderDependence found = found(taskset, "task-1");
    assertThat(found.after()).containsExactly("task-0");
    assertThat(found.relation()).isEqualTo(Relation.WHILE);
    assertThat(found.confirmed()).isTrue();
    assertThat(found.failed()).isGreaterThanOrEqualTo(4);
    assertThat(task(taskset, "task-1").status()).isEqualTo(TaskStatus.PASSED);
    assertThat(i.tasksets.log(taskset))
        .contains("conflict: task-1 fails beside task-0")
        .contains("passes with its host to itself");
    assertThat(i.field(taskset, "succeeded_count")).isEqualTo("6");
    assertThat(i.field(taskset, "probing")).isEqualTo("0");
    assertThat(i.field(taskset, "probing_quiet")).isEqualTo("0");
  }

  @Test
  void whatAnotherJvmHasLeftBehindIsAConflict() throws Exception {
    fails = (spec, other) -> spec.equals("task-7") && other.ran.contains("task-0");
    String taskset = i.running(classes(8));
    runToItsEnd(taskset);

    OrderDependence found = found(taskset, "task-7");
    assertThat(found.after()).containsExactly("task-0");
    assertThat(found.relation()).isEqualTo(Relation.SINCE);
    assertThat(i.field(taskset, "status")).isEqualTo("succeeded");
  }

  @Test
  void aClassThatFailsWithItsHostToItselfHasFailed() throws Exception {
    fails = (spec, other) -> spec.equals("task-1");
    String taskset = i.running(classes(6));
    runToItsEnd(taskset);

    assertThat(i.field(taskset, "status")).isEqualTo("failed");
    assertThat(task(taskset, "task-1").orderDependence()).isNull();
    assertThat(i.tasksets.log(taskset)).contains("it fails with its host to itself, too");
  }

  @Test
  void anIsolatedClassIsNeverRunBesideWhatAnotherJvmHasLeftBehind() throws Exception {
    fails = (spec, other) -> spec.equals("task-7") && !other.ran.isEmpty();
    TasksetBuilder builder =
        classes(8).resources(Map.of("!isolated", new ResourceLimit(1, ResourceLimit.Scope.HOST)));
    List<TaskRequest> tasks = new ArrayList<>(builder.request().tasks());
    tasks.set(7, tasks.get(7).withResources(Set.of("!isolated")));
    String taskset = i.running(builder.withTasks(tasks));

    runToItsEnd(taskset);

    assertThat(i.field(taskset, "status")).isEqualTo("failed");
    assertThat(task(taskset, "task-7").orderDependence()).isNull();
    assertThat(i.tasksets.log(taskset)).doesNotContain("beside");
  }

  @Test
  void otherFailuresAreNotSuspected() throws Exception {
    message = "expected: <3> but was: <4>";
    fails = (spec, other) -> spec.equals("task-1");
    String taskset = i.running(classes(6));
    assertThat(runToItsEnd(taskset)).as("JVMs").isEqualTo(2);

    assertThat(i.field(taskset, "status")).isEqualTo("failed");
    assertThat(i.field(taskset, "retries")).isEmpty();
  }

  @Test
  void inARunThatHasFailedNobodyWaitsForASearch() throws Exception {
    fails = (spec, other) -> List.of("task-1", "task-3", "task-4").contains(spec);
    String taskset = i.running(classes(6));
    runToItsEnd(taskset);

    assertThat(i.field(taskset, "status")).isEqualTo("failed");
    assertThat(i.field(taskset, "failed_count")).isEqualTo("3");
    assertThat(i.field(taskset, "probing")).isEqualTo("0");
    assertThat(i.tasksets.log(taskset)).containsOnlyOnce("with its host to itself, too");
  }

  @Test
  void aClassThatFailsAtRandomIsNeverAConflict() throws Exception {
    Random random = new Random(7);
    int failures = 0;
    for (int run = 0; run < 200; run++) {
      boolean[] failed = {false};
      double rate = 0.1 + 0.2 * (run % 5);
      fails =
          (spec, other) -> {
            boolean now = spec.equals("task-3") && random.nextDouble() < rate;
            failed[0] |= now;
            return now;
          };
      String taskset = i.running(classes(6));
      runToItsEnd(taskset);
      assertThat(task(taskset, "task-3").orderDependence()).isNull();
      assertThat(i.field(taskset, "status")).isEqualTo(failed[0] ? "failed" : "succeeded");
      failures += failed[0] ? 1 : 0;
    }
    assertThat(failures).isBetween(20, 180);
  }

  @Test
  void aCompanionThatDiesIsReplaced() throws Exception {
    fails = (spec, other) -> spec.equals("task-1") && other.runs("task-0");
    int[] deaths = {0};
    dies = run -> deaths[0]++ < 2;
    String taskset = i.running(classes(4));
    runToItsEnd(taskset);

    assertThat(found(taskset, "task-1").confirmed()).isTrue();
    assertThat(i.field(taskset, "status")).isEqualTo("succeeded");
  }

  @Test
  void companionsThatAlwaysDieEndTheSearch() throws Exception {
    fails = (spec, other) -> spec.equals("task-1") && other.runs("task-0");
    dies = run -> true;
    String taskset = i.running(classes(4));
    runToItsEnd(taskset);

    assertThat(i.field(taskset, "status")).isEqualTo("failed");
    assertThat(task(taskset, "task-1").orderDependence()).isNull();
    assertThat(i.tasksets.log(taskset)).contains("too many of its trials were lost");
  }

  @Test
  void severalConflictsAreLookedAtOneAfterTheOther() throws Exception {
    Set<String> oneOfThem = new TreeSet<>(List.of("task-1", "task-3"));
    fails =
        (spec, other) -> oneOfThem.contains(spec) && (other.runs("task-0") || other.runs("task-2"));
    String taskset = i.running(classes(8));
    runToItsEnd(taskset);

    assertThat(i.field(taskset, "status")).isEqualTo("succeeded");
    assertThat(found(taskset, "task-1").relation()).isEqualTo(Relation.WHILE);
    assertThat(found(taskset, "task-3").relation()).isEqualTo(Relation.WHILE);
  }

  @Test
  void knownConflictsAreKeptApart() throws Exception {
    fails = (spec, other) -> spec.equals("task-1") && other.runs("task-0");
    String taskset = i.running(classes(0).withTasks(known("task-1", "task-0", Relation.WHILE, 6)));
    assertThat(runToItsEnd(taskset)).isEqualTo(2);

    assertThat(i.field(taskset, "status")).isEqualTo("succeeded");
    assertThat(i.field(taskset, "order_dependent_count")).isEmpty();
    assertThat(task(taskset, "task-1").trials()).hasSize(1);
  }

  @Test
  void whatAJvmLeavesBehindEndsWithIt() throws Exception {
    fails = (spec, other) -> spec.equals("task-5") && other.ran.contains("task-0");
    String taskset = i.running(classes(0).withTasks(known("task-5", "task-0", Relation.SINCE, 6)));
    runToItsEnd(taskset);

    assertThat(i.field(taskset, "status")).isEqualTo("succeeded");
    assertThat(task(taskset, "task-5").trials()).hasSize(1);
  }

  @Test
  void aSearchForCulpritsInTheOwnJvmKeepsAwayFromKnownConflicts() {
    message = "spoilt";
    String taskset = i.running(classes(0).withTasks(known("task-1", "task-2", Relation.WHILE, 3)));
    Jvm first = start(taskset);
    Jvm loud = start(taskset);
    for (String spec : List.of("task-0", "task-1")) {
      first.run = i.claim(taskset, first.slave);
      assertThat(first.run.specFile()).isEqualTo(spec);
      if (spec.equals("task-1")) {
        loud.run = i.claim(taskset, loud.slave);
        first.failed = true;
      }
      finish(taskset, first, first.run);
      List<String> unused = i.judge();
    }
    Jvm fresh = start(taskset);
    assertThat(i.trials.claim(taskset, fresh.slave, 1)).isNotInstanceOf(Claim.Run.class);
    finish(taskset, loud, Objects.requireNonNull(loud.run));
    assertThat(i.claim(taskset, fresh.slave).specFile()).isEqualTo("task-1");
  }

  private static List<TaskRequest> known(
      String victim, String culprit, Relation relation, int count) {
    List<Culprits> culprits = List.of(new Culprits(List.of(culprit), true, relation));
    return IntStream.range(0, count)
        .mapToObj(n -> "task-" + n)
        .map(spec -> new TaskRequest(spec, null).with(spec.equals(victim) ? culprits : List.of()))
        .toList();
  }

  @Test
  void theProbesBeginAgainIfTheirWorkerGoes() throws Exception {
    fails = (spec, other) -> spec.equals("task-1") && other.runs("task-0");
    String taskset = i.running(classes(2));
    Jvm first = start(taskset);
    Jvm second = start(taskset);
    for (int n = 0; n < 4; n++) {
      assertThat(step(taskset, n % 2 == 0 ? first : second, n % 2 == 0 ? second : first)).isTrue();
    }
    assertThat(step(taskset, first, second)).as("makes room").isFalse();
    assertThat(step(taskset, second, first)).as("makes room").isFalse();
    end(taskset, first);
    end(taskset, second);
    Jvm alone = start(taskset);
    assertThat(step(taskset, alone, second)).isTrue();
    assertThat(Objects.requireNonNull(alone.run).after()).isEmpty();
    assertThat(step(taskset, alone, second)).isTrue();
    i.commands.del(Keys.heartbeat(i.keys.worker("w")));
    i.serve(i.worker("v"), taskset);
    String other = i.slaveOf("v", taskset, "1");
    Claim.Run again = i.claim(taskset, other);
    assertThat(i.field(again.trial(), "probe")).isEqualTo("alone");
    assertThat(again.company()).isNull();
    assertThat(i.trials.claim(taskset, i.slaveOf("v", taskset, "2"), 1))
        .isInstanceOf(Claim.Wait.class);
  }
}

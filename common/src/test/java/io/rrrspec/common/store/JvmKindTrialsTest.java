package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.PastTests;
import io.rrrspec.common.model.RanTests;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskJvm;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TrialResult;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Classes in JVMs that are made for speed: a failure there is judged by JVMs as the project has
 * them. One place starts whatever the launches need; a rule says what fails.
 */
class JvmKindTrialsTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final int MOST_STEPS = 1_000;
  private static final String AS_IS = "core";
  private static final String QUICK = "core~quick";

  private Installation i;
  private int slaves;
  private JvmKind kind = JvmKind.QUICK;
  private Rule fails = (spec, launch, before) -> false;

  /** What c0 had when it last passed; null: nobody knows. */
  private @Nullable PastTests past;

  /** Of a c0 that passes: how many tests pass and are skipped in a launch. */
  private Function<String, List<Integer>> counts = launch -> List.of(1, 0);

  /** The names of the tests that run in c0 in a launch. */
  private Function<String, List<String>> names = launch -> List.of("test");

  /** What the class c0 has run in: launch, a colon, and how many classes ran before it. */
  private final List<String> trials = new ArrayList<>();

  /** Which trial of c0 is lost with its JVM, from 0; -1: none. */
  private int lost = -1;

  @FunctionalInterface
  private interface Rule {
    boolean fails(String spec, String launch, List<String> before);
  }

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
  }

  private String run(int maxTrials) {
    return run(maxTrials, 4);
  }

  private String run(int maxTrials, int classes) {
    List<TaskRequest> tasks =
        IntStream.range(0, classes)
            .mapToObj(
                n ->
                    new TaskRequest("c" + n, Duration.ofSeconds(n + 1))
                        .withLaunch(AS_IS)
                        .in(kind)
                        .withPast(n == 0 ? past : null))
            .sorted((a, b) -> b.specFile().compareTo(a.specFile()))
            .toList();
    String taskset =
        i.running(aTaskset().runner(Runner.JUNIT).maxTrials(maxTrials).withTasks(tasks));
    i.workers.tellPlaces(i.keys.worker("w"), 1);
    serve(taskset);
    return taskset;
  }

  private void serve(String taskset) {
    LaunchStore launches = new LaunchStore(i.redis);
    LaunchStore.Place place = new LaunchStore.Place(taskset, i.keys.worker("w"), 0, 1);
    String slave = null;
    String launch = "";
    List<String> ran = new ArrayList<>();
    for (int step = 0; step < MOST_STEPS; step++) {
      if (!i.field(taskset, "status").equals("running")) {
        return;
      }
      if (slave == null) {
        String next = launches.choose(place);
        if (next != null) {
          launch = next;
          slave = start(taskset, launches, place, launch);
          ran = new ArrayList<>();
        }
        continue;
      }
      Claim claim = i.trials.claim(taskset, slave, 1);
      if (claim instanceof Claim.Run run) {
        boolean dies = report(taskset, slave, run, launch, ran);
        ran.add(run.specFile());
        if (dies) {
          slave = null;
        }
      } else {
        end(taskset, slave, false);
        slave = null;
        if (claim instanceof Claim.Fresh) {
          launches.again(place, launch);
          slave = start(taskset, launches, place, launch);
          ran = new ArrayList<>();
        }
      }
    }
    throw new AssertionError("no end:\n" + i.tasksets.log(taskset));
  }

  private String start(
      String taskset, LaunchStore launches, LaunchStore.Place place, String launch) {
    String slave = Keys.slave(i.keys.worker("w"), "s" + ++slaves);
    launches.started(place, slave);
    i.slaves.register(slave, taskset, "host-w", true, launch).orElseThrow();
    return slave;
  }

  private void end(String taskset, String slave, boolean isLost) {
    i.slaves.end(
        slave,
        taskset,
        new SlaveStore.End(SlaveStatus.NORMAL_EXIT, TrialStatus.ERROR, isLost, "", "", null),
        Installation.KEEP);
    List<String> unused = i.judge();
  }

  private boolean report(
      String taskset, String slave, Claim.Run run, String launch, List<String> ran) {
    List<String> before = new ArrayList<>(ran);
    before.addAll(run.after());
    if (!run.after().isEmpty()) {
      i.trials.reach(run.trial(), TrialStore.Milestone.REACHED);
    }
    boolean first = run.specFile().equals("c0");
    if (first) {
      trials.add(launch + ":" + before.size());
      if (trials.size() - 1 == lost) {
        end(taskset, slave, true);
        return true;
      }
    }
    boolean failed = fails.fails(run.specFile(), launch, before);
    CaseResult.Outcome outcome = failed ? CaseResult.Outcome.FAILED : CaseResult.Outcome.PASSED;
    List<CaseResult> tests =
        (first ? names.apply(launch) : List.of("test"))
            .stream()
                .map(name -> new CaseResult(run.specFile(), name, outcome, 1, "wrong", null, null))
                .toList();
    i.trials.finish(
        run.trial(),
        slave,
        taskset,
        new TrialResult(
            failed ? TrialStatus.FAILED : TrialStatus.PASSED,
            "",
            "",
            failed ? 0 : first ? counts.apply(launch).get(0) : 1,
            failed || !first ? 0 : counts.apply(launch).get(1),
            failed ? 1 : 0,
            tests,
            null,
            0));
    List<String> unused = i.judge();
    return false;
  }

  private List<String> verdicts(String taskset) {
    return i.list(Keys.task(taskset, "c0") + ":trial").stream()
        .map(trial -> i.field(trial, "verdict"))
        .toList();
  }

  private void assertThatItEnded(String taskset, String status, @Nullable String quick) {
    assertThat(i.field(taskset, "status")).as(i.tasksets.log(taskset)).isEqualTo(status);
    assertThat(i.field(Keys.task(taskset, "c0"), "quick")).isEqualTo(quick);
  }

  @Test
  void whatPassesRunsOnceInAQuickJvm() {
    String taskset = run(1);
    assertThatItEnded(taskset, "succeeded", "tried");
    assertThat(trials).containsExactly(QUICK + ":3");
    assertThat(verdicts(taskset)).containsExactly("passed");
  }

  @ParameterizedTest
  @EnumSource(names = {"QUICK", "SERIAL"})
  void whatFailsInOneKindOnlyHasPassed(JvmKind ofAll) {
    kind = ofAll;
    String there = AS_IS + "~" + kind.text();
    fails = (spec, launch, before) -> spec.equals("c0") && launch.equals(there);
    String taskset = run(1);
    assertThatItEnded(taskset, "succeeded", "refused");
    assertThat(trials).containsExactly(there + ":3", AS_IS + ":0", there + ":0");
    assertThat(verdicts(taskset)).containsExactly("bad", "passed", "probe");
    assertThat(i.tasksets.tasks(List.of(Keys.task(taskset, "c0"))))
        .extracting(Task::jvm)
        .containsExactly(new TaskJvm(kind, TaskJvm.State.REFUSED));
    assertThat(i.tasksets.log(taskset))
        .contains(
            "failed in a " + kind.text() + " JVM, runs again as is: c0",
            "passed as is, runs once more in a " + kind.text() + " JVM: c0",
            "fails in " + kind.text() + " JVMs only: c0");
  }

  @Test
  void whatRanAsManyTestsAsBeforeHasPassed() {
    past = new PastTests(3, 2, null);
    counts = launch -> List.of(2, 1);
    String taskset = run(1);
    assertThatItEnded(taskset, "succeeded", "tried");
    assertThat(trials).containsExactly(QUICK + ":3");
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "2, 0", "3, 1"})
  void whatSkipsTestsOrHasOthersInAQuickJvmRunsAsIs(int passed, int skipped) {
    past = new PastTests(3, 2, null);
    counts = launch -> launch.equals(QUICK) ? List.of(passed, skipped) : List.of(2, 1);
    String taskset = run(1);
    assertThatItEnded(taskset, "succeeded", "differs");
    assertThat(trials).containsExactly(QUICK + ":3", AS_IS + ":0");
    assertThat(verdicts(taskset)).containsExactly("superseded", "passed");
    assertThat(i.tasksets.tasks(List.of(Keys.task(taskset, "c0"))))
        .extracting(Task::jvm)
        .containsExactly(new TaskJvm(kind, TaskJvm.State.DIFFERS));
    assertThat(i.tasksets.log(taskset))
        .contains(
            "ran "
                + passed
                + " of "
                + (passed + skipped)
                + " tests in a quick JVM, and 2 of 3 when it last passed: c0");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void whatSkipsInAQuickJvmAloneMayFail(int maxTrials) {
    past = new PastTests(1, 1, null);
    counts = launch -> launch.equals(QUICK) ? List.of(0, 1) : List.of(1, 0);
    fails = (spec, launch, before) -> spec.equals("c0") && launch.equals(AS_IS);
    String taskset = run(maxTrials);
    assertThatItEnded(taskset, "failed", "differs");
    assertThat(i.field(taskset, "failed_count")).isEqualTo("1");
  }

  private static long numberOf(String... names) {
    return RanTests.of(
        Stream.of(names)
            .map(name -> new CaseResult("c0", name, CaseResult.Outcome.PASSED, 9, null, null, null))
            .toList());
  }

  @Test
  void whatRanTheSameTestsAsBeforeHasPassed() {
    past = new PastTests(3, 2, numberOf("a", "b"));
    counts = launch -> List.of(2, 1);
    names = launch -> List.of("b", "a");
    String taskset = run(1);
    assertThatItEnded(taskset, "succeeded", "tried");
    assertThat(trials).containsExactly(QUICK + ":3");
  }

  @Test
  void whatRunsAsManyTestsButOthersInAQuickJvmRunsAsIs() {
    past = new PastTests(3, 2, numberOf("a", "b"));
    counts = launch -> List.of(2, 1);
    names = launch -> launch.equals(QUICK) ? List.of("a", "c") : List.of("a", "b");
    fails = (spec, launch, before) -> spec.equals("c0") && launch.equals(AS_IS);
    String taskset = run(1);
    assertThatItEnded(taskset, "failed", "differs");
    assertThat(trials).containsExactly(QUICK + ":3", AS_IS + ":0");
    assertThat(i.tasksets.log(taskset))
        .contains(
            "ran 2 of 3 tests in a quick JVM, and 2 of 3, not all the same, when it last passed:"
                + " c0");
  }

  @Test
  void aClassWhoseTestsHaveOtherNamesNowIsNotDifferentInAQuickJvm() {
    past = new PastTests(3, 2, numberOf("a", "b"));
    counts = launch -> List.of(2, 1);
    names = launch -> List.of("a", "c");
    String taskset = run(1);
    assertThatItEnded(taskset, "succeeded", "");
    assertThat(trials).containsExactly(QUICK + ":3", AS_IS + ":0");
  }

  @Test
  void aClassThatHasChangedIsNotDifferentInAQuickJvm() {
    past = new PastTests(1, 1, null);
    counts = launch -> List.of(2, 0);
    String taskset = run(1);
    assertThatItEnded(taskset, "succeeded", "");
    assertThat(trials).containsExactly(QUICK + ":3", AS_IS + ":0");
    assertThat(i.tasksets.tasks(List.of(Keys.task(taskset, "c0"))))
        .extracting(Task::jvm)
        .containsOnlyNulls();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aLostTrialOfOneWithOtherTestsIsMadeAgain(int which) {
    lost = which;
    past = new PastTests(1, 1, null);
    counts = launch -> launch.equals(QUICK) ? List.of(0, 1) : List.of(1, 0);
    String taskset = run(1);
    assertThatItEnded(taskset, "succeeded", "differs");
    assertThat(verdicts(taskset)).contains("superseded", "passed", "lost");
  }

  @Test
  void aTaskKnowsItsKindBeforeItHasFailed() {
    kind = JvmKind.SERIAL;
    String taskset = run(1);
    assertThat(i.tasksets.tasks(List.of(Keys.task(taskset, "c0"))))
        .extracting(Task::jvm)
        .containsExactly(new TaskJvm(JvmKind.SERIAL, TaskJvm.State.TRIED));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void whatFailsEverywhereHasFailedAfterAsManyTrialsAsAlways(int maxTrials) {
    fails = (spec, launch, before) -> spec.equals("c0");
    String taskset = run(maxTrials, 1);
    assertThatItEnded(taskset, "failed", "failed");
    assertThat(trials).hasSize(1 + maxTrials).startsWith(QUICK + ":0", AS_IS + ":0");
    assertThat(verdicts(taskset)).containsOnly("bad");
  }

  @Test
  void aFailureThatDoesNotComeAgainIsNoneOfTheJvm() {
    fails = (spec, launch, before) -> spec.equals("c0") && trials.size() == 1;
    String taskset = run(1, 1);
    assertThatItEnded(taskset, "failed", "flaky");
    assertThat(verdicts(taskset)).containsExactly("bad", "probe", "probe");
    assertThat(i.field(taskset, "failed_count")).isEqualTo("1");
  }

  @Test
  void withRetriesItIsFlaky() {
    fails = (spec, launch, before) -> spec.equals("c0") && trials.size() == 1;
    String taskset = run(2, 1);
    assertThatItEnded(taskset, "succeeded", "flaky");
    assertThat(verdicts(taskset)).containsExactly("bad", "passed", "probe");
  }

  @Test
  void aFailureAfterOtherClassesIsNoneOfTheJvm() {
    fails = (spec, launch, before) -> spec.equals("c0") && before.contains("c2");
    String taskset = run(1);
    assertThat(i.field(taskset, "status")).as(i.tasksets.log(taskset)).isEqualTo("succeeded");
    assertThat(i.field(Keys.task(taskset, "c0"), "quick")).isEqualTo("flaky");
    assertThat(i.field(Keys.task(taskset, "c0"), "order_dependence")).contains("c2");
  }

  @Test
  void aFailureInBothAfterOtherClassesIsFound() {
    fails =
        (spec, launch, before) ->
            spec.equals("c0") && (launch.equals(QUICK) || before.contains("c2"));
    String taskset = run(1);
    assertThatItEnded(taskset, "succeeded", "refused");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aLostTrialIsMadeAgain(int which) {
    lost = which;
    fails = (spec, launch, before) -> spec.equals("c0") && launch.equals(QUICK);
    String taskset = run(1);
    assertThatItEnded(taskset, "succeeded", "refused");
    assertThat(trials).hasSize(4);
    assertThat(verdicts(taskset)).contains("bad", "passed", "probe", "lost");
  }

  /**
   * A run that stops at the first failure, with one class that may be in quick JVMs.
   *
   * @param maxTrials of that class; the other one has one trial
   */
  private String runThatStops(int maxTrials, int places) {
    List<TaskRequest> tasks =
        List.of(
            new TaskRequest("c0", Duration.ofSeconds(9)).withLaunch(AS_IS).in(kind),
            new TaskRequest("c1", Duration.ofSeconds(5)).withLaunch(AS_IS).withMaxTrials(1));
    String taskset =
        i.running(
            aTaskset().runner(Runner.JUNIT).maxTrials(maxTrials).failFast(1).withTasks(tasks));
    i.workers.tellPlaces(i.keys.worker("w"), places);
    return taskset;
  }

  private Claim.Run claim(String taskset, int place, String launch) {
    LaunchStore launches = new LaunchStore(i.redis);
    LaunchStore.Place at = new LaunchStore.Place(taskset, i.keys.worker("w"), place, 2);
    assertThat(launches.choose(at)).isEqualTo(launch);
    String slave = start(taskset, launches, at, launch);
    return (Claim.Run) i.trials.claim(taskset, slave, 1);
  }

  private void report(String taskset, Claim.Run run, String launch) {
    String slave = i.field(run.trial(), "slave");
    assertThat(report(taskset, slave, run, launch, List.of())).isFalse();
  }

  @Test
  void aFailureInAQuickJvmAloneStopsNothing() {
    fails = (spec, launch, before) -> launch.equals(QUICK);
    String taskset = runThatStops(1, 1);
    serve(taskset);

    assertThatItEnded(taskset, "succeeded", "refused");
    assertThat(i.field(taskset, "failed_count")).isNotEqualTo("1");
  }

  @Test
  void whatFailedInAQuickJvmAloneBeforeTheRunStopsHasNotFailed() {
    fails = (spec, launch, before) -> true;
    String taskset = runThatStops(1, 2);
    Claim.Run quick = claim(taskset, 0, QUICK);
    Claim.Run other = claim(taskset, 1, AS_IS);
    report(taskset, quick, QUICK);
    report(taskset, other, AS_IS);

    assertThatOnlyTheOtherFailed(taskset);
  }

  @Test
  void whatFailsInAQuickJvmAfterTheRunHasStoppedHasNotFailed() {
    fails = (spec, launch, before) -> true;
    String taskset = runThatStops(1, 2);
    Claim.Run quick = claim(taskset, 0, QUICK);
    Claim.Run other = claim(taskset, 1, AS_IS);
    report(taskset, other, AS_IS);
    report(taskset, quick, QUICK);

    assertThatOnlyTheOtherFailed(taskset);
  }

  private void assertThatOnlyTheOtherFailed(String taskset) {
    assertThatItEnded(taskset, "failed", "failed");
    assertThat(i.field(Keys.task(taskset, "c0"), "status")).isNullOrEmpty();
    assertThat(i.field(Keys.task(taskset, "c1"), "status")).isEqualTo("failed");
    assertThat(i.field(taskset, "failed_count")).isEqualTo("1");
    assertThat(i.field(taskset, "reason")).isEqualTo("1 class not run: --fail-fast");
    assertThat(verdicts(taskset)).containsExactly("bad");
  }

  @Test
  void whatFailedAsIsBeforeTheRunStopsHasFailed() {
    fails = (spec, launch, before) -> true;
    String taskset = runThatStops(2, 2);
    Claim.Run quick = claim(taskset, 0, QUICK);
    Claim.Run other = claim(taskset, 1, AS_IS);
    report(taskset, quick, QUICK);
    end(taskset, i.field(quick.trial(), "slave"), false);
    report(taskset, claim(taskset, 0, AS_IS), AS_IS);
    report(taskset, other, AS_IS);

    assertThatItEnded(taskset, "failed", "failed");
    assertThat(i.field(Keys.task(taskset, "c0"), "status")).isEqualTo("failed");
    assertThat(i.field(taskset, "failed_count")).isEqualTo("2");
  }

  @Test
  void whatPassedAsIsBeforeTheRunStopsHasPassed() {
    fails = (spec, launch, before) -> spec.equals("c1") || launch.equals(QUICK);
    String taskset = runThatStops(1, 1);
    serve(taskset);

    assertThatItEnded(taskset, "failed", "confirm");
    assertThat(verdicts(taskset)).containsExactly("bad", "passed");
    assertThat(i.field(Keys.task(taskset, "c0"), "status")).isEqualTo("passed");
  }

  @Test
  void aClassThatFailsAtRandomDoesNotHangARun() {
    Random random = new Random(1);
    for (int n = 0; n < 30; n++) {
      trials.clear();
      fails = (spec, launch, before) -> random.nextInt(3) == 0;
      String taskset = run(1 + n % 3);
      int count = i.tasksets.tasks(i.list(Keys.tasks(taskset))).size();
      int decided =
          Integer.parseInt("0" + i.field(taskset, "failed_count"))
              + Integer.parseInt("0" + i.field(taskset, "succeeded_count"));
      assertThat(decided).isEqualTo(count);
    }
  }
}

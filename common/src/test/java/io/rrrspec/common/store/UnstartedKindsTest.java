package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.Affinity;
import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.ResourceLimit;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.SplitRequest;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TaskJvm;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JVMs that are made for speed and do not start: what waits for one runs as is, once. */
class UnstartedKindsTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final String AS_IS = "core";
  private static final String QUICK = "core~quick";

  private Installation i;
  private LaunchStore launches;
  private String taskset = "";
  private int slaves;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
    launches = new LaunchStore(i.redis);
  }

  private static TaskRequest asIs(String name, int seconds) {
    return new TaskRequest(name, Duration.ofSeconds(seconds)).withLaunch(AS_IS);
  }

  private static TaskRequest quick(String name, int seconds) {
    return asIs(name, seconds).in(JvmKind.QUICK);
  }

  private void run(int maxTrials, TaskRequest... tasks) {
    taskset =
        i.running(aTaskset().runner(Runner.JUNIT).maxTrials(maxTrials).withTasks(List.of(tasks)));
    i.workers.tellPlaces(i.keys.worker("w"), 1);
  }

  private int runAsIs() {
    return launches.runAsIs(taskset, QUICK, "exit code 1: Conflicting collector combinations");
  }

  private @Nullable String choose() {
    return launches.choose(new LaunchStore.Place(taskset, i.keys.worker("w"), 0, 1));
  }

  private String slave(String launch) {
    String slave = Keys.slave(i.keys.worker("w"), "s" + ++slaves);
    i.slaves.register(slave, taskset, "host-w", true, launch).orElseThrow();
    return slave;
  }

  private List<String> runAllAsIs() {
    List<String> ran = new ArrayList<>();
    String slave = slave(AS_IS);
    while (i.trials.claim(taskset, slave, 1) instanceof Claim.Run run) {
      ran.add(run.specFile());
      i.finish(taskset, run, slave, TrialStatus.PASSED);
      i.judge();
    }
    return ran;
  }

  private String quickState(String spec) {
    return i.field(Keys.task(taskset, spec), "quick");
  }

  private List<String> verdicts(String spec) {
    return i.list(Keys.trials(Keys.task(taskset, spec))).stream()
        .map(trial -> i.field(trial, "verdict"))
        .toList();
  }

  @Test
  void whatWaitsRunsAsIsOnceInTheOrderOfTheTaskset() {
    run(1, quick("a", 9), asIs("b", 8), quick("c", 7), asIs("d", 6), quick("e", 5));

    assertThat(runAsIs()).isEqualTo(3);

    assertThat(i.commands.exists(Keys.launchQueue(taskset, QUICK))).isFalse();
    assertThat(i.commands.hgetAll(Keys.launches(taskset))).containsOnlyKeys(AS_IS);
    assertThat(i.commands.hget(Keys.launches(taskset), AS_IS)).isEqualTo("35000");
    assertThat(choose()).isEqualTo(AS_IS);
    assertThat(runAllAsIs()).containsExactly("a", "b", "c", "d", "e");
    assertThat(i.field(taskset, "status")).isEqualTo("succeeded");
    assertThat(i.tasksets.tasks(i.list(Keys.tasks(taskset))))
        .extracting(Task::jvm)
        .containsExactly(unstarted(), null, unstarted(), null, unstarted());
    assertThat(i.tasksets.log(taskset))
        .contains(
            "JVMs of core~quick do not start, so its classes run as is: exit code 1: Conflicting");
  }

  @Test
  void whatTakesNoTimeMovesToo() {
    run(1, quick("a", 0), quick("b", 0), asIs("c", 0), asIs("d", 0));

    assertThat(runAsIs()).isEqualTo(2);
    assertThat(runAllAsIs()).containsExactlyInAnyOrder("a", "b", "c", "d");
  }

  private static TaskJvm unstarted() {
    return new TaskJvm(JvmKind.QUICK, TaskJvm.State.UNSTARTED);
  }

  @Test
  void aRepeatMovesNothingAndOtherKindsAreNotTouched() {
    run(1, quick("a", 9), asIs("b", 8).in(JvmKind.SERIAL));
    assertThat(runAsIs()).isEqualTo(1);
    assertThat(runAsIs()).isZero();

    assertThat(i.list(Keys.launchQueue(taskset, "core~serial"))).hasSize(1);
    assertThat(quickState("b")).isEqualTo("tried");
    assertThat(i.tasksets.log(taskset)).containsOnlyOnce("do not start");
  }

  @Test
  void noJvmOfTheKindIsStartedAnyMore() {
    run(1, quick("a", 9));
    LaunchStore.Place place = new LaunchStore.Place(taskset, i.keys.worker("w"), 0, 1);
    assertThat(launches.again(place, QUICK)).isTrue();
    runAsIs();
    assertThat(launches.again(place, QUICK)).isFalse();
    assertThat(launches.again(place, AS_IS)).isTrue();
  }

  @Test
  void aTasksetThatIsOverIsLeftAlone() {
    run(1, quick("a", 9));
    i.tasksets.cancel(taskset, "");
    i.end(taskset, "cancel");
    assertThat(runAsIs()).isZero();
    assertThat(i.field(taskset, "unstarted_launches")).isEmpty();
  }

  @Test
  void moreThanOneScriptMovesAreMovedInOrder() {
    List<TaskRequest> tasks = new ArrayList<>(List.of(asIs("first", 9_000)));
    IntStream.range(0, 1_700).forEach(n -> tasks.add(quick("c" + n, 5_000 - n)));
    run(1, tasks.toArray(TaskRequest[]::new));

    assertThat(runAsIs()).isEqualTo(1_700);

    assertThat(i.list(Keys.launchQueue(taskset, AS_IS)))
        .hasSize(1_701)
        .doesNotHaveDuplicates()
        .filteredOn(task -> !task.endsWith(":first"))
        .containsExactlyElementsOf(
            tasks.stream().skip(1).map(task -> Keys.task(taskset, task.specFile())).toList());
    assertThat(runAllAsIs()).hasSize(1_701).doesNotHaveDuplicates();
    assertThat(i.field(taskset, "status")).isEqualTo("succeeded");
  }

  @Test
  void whatASlaveHoldsIsItsOwnAndRunsAsIsOnlyIfItIsLost() {
    run(1, quick("a", 9), quick("b", 8), quick("c", 7));
    String one = slave(QUICK);
    Claim.Run held = i.claim(taskset, one);
    String other = slave(QUICK);
    Claim.Run lost = i.claim(taskset, other);
    assertThat(runAsIs()).isEqualTo(1);

    i.endSlave(other, taskset, true);
    i.finish(taskset, held, one, TrialStatus.PASSED);
    i.judge();

    assertThat(lost.specFile()).isEqualTo("b");
    assertThat(runAllAsIs()).containsExactlyInAnyOrder("b", "c");
    assertThat(i.field(taskset, "status")).isEqualTo("succeeded");
    assertThat(List.of(quickState("a"), quickState("b"), quickState("c")))
        .containsExactly("tried", "unstarted", "unstarted");
  }

  @ParameterizedTest
  @CsvSource({"1, failed", "2, succeeded"})
  void whatWaitsForAnotherTrialThereIsDecidedByMaxTrials(int maxTrials, String status) {
    run(maxTrials, quick("a", 9));
    String there = slave(QUICK);
    i.runOne(taskset, there, TrialStatus.FAILED);
    i.endSlave(there, taskset, true);
    i.runOne(taskset, slave(AS_IS), TrialStatus.PASSED);
    assertThat(quickState("a")).isEqualTo("confirm");

    assertThat(runAsIs()).isEqualTo(1);
    i.judge();

    assertThat(i.field(taskset, "status")).isEqualTo(status);
    assertThat(quickState("a")).isEqualTo("flaky");
    assertThat(verdicts("a")).containsExactly("bad", maxTrials == 1 ? "probe" : "passed");
  }

  @ParameterizedTest
  @CsvSource({"1, failed", "2, succeeded"})
  void whatPassesAsIsAfterwardsIsDecidedByMaxTrials(int maxTrials, String status) {
    run(maxTrials, quick("a", 9));
    String there = slave(QUICK);
    Claim.Run held = i.claim(taskset, there);
    assertThat(runAsIs()).isZero();
    i.finish(taskset, held, there, TrialStatus.FAILED);
    i.judge();

    i.runOne(taskset, slave(AS_IS), TrialStatus.PASSED);

    assertThat(i.field(taskset, "status")).isEqualTo(status);
    assertThat(quickState("a")).isEqualTo("flaky");
  }

  @Test
  void aTrialThatIsToConfirmAndIsLostIsNotMadeAgain() {
    run(2, quick("a", 9));
    String there = slave(QUICK);
    i.runOne(taskset, there, TrialStatus.FAILED);
    i.endSlave(there, taskset, true);
    i.runOne(taskset, slave(AS_IS), TrialStatus.PASSED);
    String last = slave(QUICK);
    i.claim(taskset, last);
    runAsIs();
    i.endSlave(last, taskset, true);
    i.judge();

    assertThat(i.field(taskset, "status")).isEqualTo("succeeded");
    assertThat(verdicts("a")).containsExactly("bad", "passed", "lost");
  }

  @Test
  void whatNeedsResourcesAndWhatSharesSomethingIsMovedToo() {
    Affinity context = new Affinity("context", Duration.ofMillis(1_500));
    taskset =
        i.running(
            aTaskset()
                .runner(Runner.JUNIT)
                .resources(Map.of("db", new ResourceLimit(1, ResourceLimit.Scope.RUN)))
                .withTasks(
                    List.of(
                        quick("a", 9).withAffinity(context),
                        quick("b", 8).withResources(Set.of("db")),
                        asIs("c", 7).withAffinity(context),
                        asIs("d", 6).withResources(Set.of("db")),
                        quick("e", 5).withAffinity(context),
                        quick("f", 4).withResources(Set.of("db")))));

    assertThat(runAsIs()).isEqualTo(4);

    assertThat(i.commands.hgetAll(Keys.affinities(taskset)))
        .containsOnlyKeys("context\tcore")
        .containsValue("21000");
    assertThat(i.commands.hgetAll(Keys.lanes(taskset)))
        .containsOnlyKeys("db:core")
        .containsValue("18000");
    assertThat(i.list(Keys.lane(taskset, "db:core")))
        .extracting(Keys::lastPart)
        .containsExactly("b", "d", "f");
    assertThat(runAllAsIs()).containsExactlyInAnyOrder("a", "b", "c", "d", "e", "f");
    assertThat(i.field(taskset, "status")).isEqualTo("succeeded");
  }

  @Test
  void aClassInPartsIsMovedWithThem() {
    SplitRequest split =
        new SplitRequest(
            List.of(part(1, false, "#one"), part(2, true, "#one", "#two")), 2, 0, "ab12");
    run(1, quick("a", 9).withSplit(split), quick("b", 2));

    assertThat(runAsIs()).isEqualTo(3);

    String slave = slave(AS_IS);
    assertThat(i.claim(taskset, slave).specFile()).isEqualTo("a#1/2");
    assertThat(i.field(Keys.task(taskset, "a"), "launch")).isEqualTo(AS_IS);
    assertThat(quickState("a")).isEqualTo("unstarted");
  }

  private static SplitRequest.Part part(int number, boolean rest, String... tests) {
    return new SplitRequest.Part(
        Duration.ofSeconds(4), new ClassPart(number, 2, rest, List.of(tests)));
  }

  @Test
  void whateverHappensEachTaskIsDecidedOnce() {
    Random random = new Random(7);
    for (int round = 0; round < 40; round++) {
      List<TaskRequest> tasks = new ArrayList<>();
      for (int n = 0; n < 8; n++) {
        tasks.add(random.nextInt(4) == 0 ? asIs("c" + n, 9 - n) : quick("c" + n, 9 - n));
      }
      run(1 + round % 3, tasks.toArray(TaskRequest[]::new));
      runAtRandom(random, random.nextInt(12));
      int decided =
          Integer.parseInt("0" + i.field(taskset, "failed_count"))
              + Integer.parseInt("0" + i.field(taskset, "succeeded_count"));
      assertThat(decided).as(i.tasksets.log(taskset)).isEqualTo(8);
    }
  }

  /** One place; JVMs of the kind do not start any more from some step on. */
  private void runAtRandom(Random random, int until) {
    LaunchStore.Place place = new LaunchStore.Place(taskset, i.keys.worker("w"), 0, 1);
    String slave = null;
    String launch = "";
    for (int step = 0; i.field(taskset, "status").equals("running"); step++) {
      assertThat(step).as(i.tasksets.log(taskset)).isLessThan(1_000);
      if (step == until) {
        runAsIs();
        i.judge();
      }
      if (slave == null) {
        String next = launches.choose(place);
        if (next != null) {
          assertThat(step > until && next.equals(QUICK)).isFalse();
          launch = next;
          slave = slave(launch);
        }
        continue;
      }
      Claim claim = i.trials.claim(taskset, slave, 1);
      if (claim instanceof Claim.Run run && random.nextInt(5) > 0) {
        if (!run.after().isEmpty()) {
          i.trials.reach(run.trial(), TrialStore.Milestone.REACHED);
        }
        boolean fails = random.nextInt(4) == 0;
        i.finish(taskset, run, slave, fails ? TrialStatus.FAILED : TrialStatus.PASSED);
        i.judge();
      } else {
        i.endSlave(slave, taskset, true);
        i.judge();
        slave = null;
        if (claim instanceof Claim.Fresh && launches.again(place, launch)) {
          slave = slave(launch);
        }
      }
    }
  }
}

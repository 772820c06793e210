package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.CaseResult;
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
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Classes of several launches that fail beside each other: each JVM runs those of its own launch
 * alone, and the places of workers start what the looks need. Here the places take turns.
 */
class LaunchedConflictsTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final int MOST_STEPS = 2_000;

  private Installation i;
  private LaunchStore launches;
  private int slaves;
  private final List<Place> places = new ArrayList<>();

  /** Of these no two may run at once: both would fail. */
  private Set<String> exclusive = Set.of();

  /** What fails unless it is the first class of its JVM. */
  private String spoilt = "";

  /** Whether companions give up, as if nobody came. */
  private boolean lonely;

  /** The class of each companion, and the launch of its JVM. */
  private final Set<String> companions = new TreeSet<>();

  /** A place of a worker, with its JVM if it has one. */
  private static final class Place {
    final String worker;
    final int number;
    final int of;
    @Nullable String slave;
    String launch = "";
    int ran;
    Claim.@Nullable Run run;
    boolean failed;

    Place(String worker, int number, int of) {
      this.worker = worker;
      this.number = number;
      this.of = of;
    }

    List<String> running() {
      Claim.Run now = run;
      if (now == null) {
        return List.of();
      }
      return now.company() instanceof Claim.Company.Companion
          ? now.after()
          : List.of(now.specFile());
    }
  }

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
    launches = new LaunchStore(i.redis);
  }

  private static TaskRequest task(String name, int seconds) {
    String launch = name.substring(0, name.indexOf(':'));
    return new TaskRequest(name, Duration.ofSeconds(seconds)).withLaunch(launch);
  }

  /** What most tests run: the first class of each launch is in conflict with the other one. */
  private String shop(TaskRequest... more) {
    List<TaskRequest> tasks =
        new ArrayList<>(
            List.of(
                task("orders:refund", 9),
                task("orders:order", 3),
                task("stock:depot", 8),
                task("stock:shelf", 2)));
    tasks.addAll(List.of(more));
    exclusive = Set.of("orders:refund", "stock:depot");
    return i.running(aTaskset().runner(Runner.JUNIT).maxTrials(1).withTasks(tasks));
  }

  /** Gives a worker of the one host places in the taskset. */
  private void serve(String worker, String taskset, int count) {
    String key = i.keys.worker(worker);
    if (!worker.equals("w")) {
      i.workers.announce(key, "default", "host-w", Installation.LIFE);
      i.serve(key, taskset);
    }
    i.workers.tellPlaces(key, count);
    for (int n = 0; n < count; n++) {
      places.add(new Place(worker, n, count));
    }
  }

  private void runToItsEnd(String taskset) throws InterruptedException {
    for (int step = 0; step < MOST_STEPS; step++) {
      if (!i.field(taskset, "status").equals("running")) {
        return;
      }
      step(taskset, places.get(step % places.size()));
    }
    throw new AssertionError("no end:\n" + i.tasksets.log(taskset));
  }

  private void step(String taskset, Place place) throws InterruptedException {
    // So that what comes later is later by the clock of Redis, too.
    Thread.sleep(2);
    String slave = place.slave;
    Claim.Run run = place.run;
    if (slave == null) {
      String launch = launches.choose(asks(taskset, place));
      if (launch != null) {
        start(taskset, place, launch);
      }
    } else if (run == null) {
      claim(taskset, place, slave);
    } else if (run.company() instanceof Claim.Company.Companion) {
      accompany(taskset, place, slave, run);
    } else {
      if (run.company() instanceof Claim.Company.Beside beside) {
        i.trials.reach(beside.companion(), Milestone.READY);
        i.trials.reach(beside.companion(), Milestone.BEGUN);
        i.trials.reach(run.trial(), Milestone.REACHED);
      }
      if (!run.after().isEmpty()) {
        i.trials.reach(run.trial(), Milestone.REACHED);
      }
      place.failed |= collides(place) || isSpoilt(place, run);
      place.ran += 1 + run.after().size();
      place.run = null;
      report(taskset, slave, run, place.failed);
    }
  }

  private LaunchStore.Place asks(String taskset, Place place) {
    return new LaunchStore.Place(taskset, i.keys.worker(place.worker), place.number, place.of);
  }

  private void start(String taskset, Place place, String launch) {
    String slave = Keys.slave(i.keys.worker(place.worker), "s" + ++slaves);
    launches.started(asks(taskset, place), slave);
    i.slaves.register(slave, taskset, "host-w", true, launch).orElseThrow();
    place.slave = slave;
    place.launch = launch;
    place.ran = 0;
  }

  private void claim(String taskset, Place place, String slave) {
    Claim claim = i.trials.claim(taskset, slave, 1);
    if (claim instanceof Claim.Run run) {
      place.run = run;
      place.failed = false;
      place.failed = collides(place);
      for (String before : run.after()) {
        assertThat(before).as("a class of its launch").startsWith(place.launch + ":");
      }
      if (run.company() instanceof Claim.Company.Companion) {
        companions.add(place.worker + " " + String.join(" ", run.after()));
      } else {
        assertThat(run.specFile()).startsWith(place.launch + ":");
      }
    } else if (claim instanceof Claim.Fresh || claim instanceof Claim.Change) {
      i.slaves.end(
          slave,
          taskset,
          new SlaveStore.End(SlaveStatus.NORMAL_EXIT, TrialStatus.ERROR, false, "", "", null),
          Installation.KEEP);
      place.slave = null;
      if (claim instanceof Claim.Fresh) {
        launches.again(asks(taskset, place), place.launch);
        start(taskset, place, place.launch);
      }
    }
  }

  private void accompany(String taskset, Place place, String slave, Claim.Run run) {
    boolean released = i.field(run.trial(), "released").equals("1");
    if (lonely || released) {
      place.run = null;
      place.ran += run.after().size();
      i.trials.finish(
          run.trial(),
          slave,
          taskset,
          lonely
              ? TrialResult.error("the JVM beside it ended, or did not come", "", "")
              : Installation.result(TrialStatus.PASSED));
      List<String> unused = i.judge();
    }
  }

  private boolean collides(Place place) {
    List<String> own = place.running();
    return own.stream().anyMatch(exclusive::contains)
        && places.stream()
            .filter(other -> other != place)
            .flatMap(other -> other.running().stream())
            .anyMatch(exclusive::contains);
  }

  private boolean isSpoilt(Place place, Claim.Run run) {
    return run.specFile().equals(spoilt) && place.ran + run.after().size() > 0;
  }

  private void report(String taskset, String slave, Claim.Run run, boolean failed) {
    CaseResult test =
        new CaseResult(
            run.specFile(),
            "test",
            failed ? CaseResult.Outcome.FAILED : CaseResult.Outcome.PASSED,
            1,
            "the file is locked",
            null,
            null);
    i.trials.finish(
        run.trial(),
        slave,
        taskset,
        new TrialResult(
            failed ? TrialStatus.FAILED : TrialStatus.PASSED,
            "",
            "",
            failed ? 0 : 1,
            0,
            failed ? 1 : 0,
            List.of(test),
            null,
            0));
    List<String> unused = i.judge();
  }

  private Task found(String taskset, String spec) {
    return i.tasksets.tasks(List.of(Keys.task(taskset, spec))).get(0);
  }

  private void assertThatEachIsExplainedByTheOther(String taskset) {
    assertThat(i.field(taskset, "status")).as(i.tasksets.log(taskset)).isEqualTo("succeeded");
    Task refund = found(taskset, "orders:refund");
    OrderDependence why = Objects.requireNonNull(refund.orderDependence(), "no explanation");
    assertThat(why.after()).containsExactly("stock:depot");
    assertThat(why.relation()).isEqualTo(Relation.WHILE);
    assertThat(why.confirmed()).isTrue();
    assertThat(refund.status()).isEqualTo(TaskStatus.PASSED);
  }

  @Test
  void aCompanionRunsInAJvmOfItsOwnLaunch() throws Exception {
    String taskset = shop();
    serve("w", taskset, 2);
    runToItsEnd(taskset);

    assertThatEachIsExplainedByTheOther(taskset);
    assertThat(companions).contains("w stock:depot");
  }

  @ParameterizedTest
  @ValueSource(strings = {"orders:refund", "stock:depot"})
  void whatGoalsOfTheBuildRunAroundIsNotLookedAtAndNoSuspect(String gated) throws Exception {
    exclusive = Set.of("orders:refund", "stock:depot");
    List<TaskRequest> tasks =
        Stream.of(task("orders:refund", 9), task("stock:depot", 8))
            .map(one -> one.specFile().equals(gated) ? one.withResources(Set.of("@0")) : one)
            .toList();
    String taskset =
        i.running(
            aTaskset()
                .runner(Runner.JUNIT)
                .maxTrials(1)
                .resources(Map.of("@0", new ResourceLimit(100, ResourceLimit.Scope.RUN)))
                .withTasks(tasks));
    serve("w", taskset, 2);
    runToItsEnd(taskset);

    assertThat(i.field(taskset, "status")).as(i.tasksets.log(taskset)).isEqualTo("failed");
    assertThat(companions).isEmpty();
  }

  @Test
  void suspectsOfSeveralLaunchesAreTriedOneLaunchAfterTheOther() throws Exception {
    String taskset = shop(task("core:cart", 20));
    serve("w", taskset, 4);
    runToItsEnd(taskset);

    assertThatEachIsExplainedByTheOther(taskset);
    assertThat(companions).contains("w core:cart", "w stock:depot");
  }

  @Test
  void workersOfOneHostWithAPlaceEachLookTogether() throws Exception {
    String taskset = shop();
    serve("w", taskset, 1);
    serve("v", taskset, 1);
    runToItsEnd(taskset);

    assertThatEachIsExplainedByTheOther(taskset);
    assertThat(companions).isNotEmpty();
  }

  @Test
  void whereNoSecondPlaceIsLeftNothingIsLookedAtBesideOthers() throws Exception {
    String taskset = shop();
    serve("w", taskset, 1);
    serve("v", taskset, 1);
    while (i.field(taskset, "probing_quiet").isEmpty()) {
      step(taskset, places.get(0));
      step(taskset, places.get(1));
    }
    String stays = probed(taskset);
    places.removeIf(place -> !i.keys.worker(place.worker).equals(stays));
    i.commands.del(Keys.heartbeat(i.keys.worker(stays.endsWith("w") ? "v" : "w")));
    for (String slave : i.list(Keys.slaves(taskset))) {
      if (!slave.startsWith(stays + ":")) {
        i.endSlave(slave, taskset, true);
      }
    }
    List<String> unused = i.judge();
    runToItsEnd(taskset);

    assertThat(i.field(taskset, "status")).isEqualTo("failed");
    assertThat(i.tasksets.log(taskset)).contains("its host has no second place");
    assertThat(companions).isEmpty();
  }

  /** The worker of the class that is looked at with its host to itself. */
  private String probed(String taskset) {
    return List.of("orders:refund", "stock:depot").stream()
        .map(spec -> Keys.task(taskset, spec))
        .filter(task -> i.field(task, "probe").equals("alone"))
        .map(task -> i.field(task, "probe_worker"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theFirstCompanionThatWaitsInVainEndsTheSearch() throws Exception {
    lonely = true;
    String taskset = shop();
    serve("w", taskset, 2);
    runToItsEnd(taskset);

    assertThat(i.field(taskset, "status")).isEqualTo("failed");
    assertThat(i.tasksets.log(taskset)).contains("its JVM did not come");
    assertThat(companions).hasSize(1);
  }

  @Test
  void aLookInAPlaceThatServesAnotherLaunchGetsItsJvm() throws Exception {
    spoilt = "orders:order";
    String taskset = shop();
    exclusive = Set.of();
    serve("w", taskset, 1);
    serve("v", taskset, 1);
    runToItsEnd(taskset);

    assertThat(i.field(taskset, "status")).as(i.tasksets.log(taskset)).isEqualTo("succeeded");
    OrderDependence why =
        Objects.requireNonNull(found(taskset, "orders:order").orderDependence(), "no explanation");
    assertThat(why.after()).containsExactly("orders:refund");
  }
}

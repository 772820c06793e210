package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.ResourceLimit;
import io.rrrspec.common.model.ResourceLimit.Scope;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.testing.TasksetBuilder;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tasks that need resources: never more of them at once than the limit says. */
class ResourcesTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
  }

  @Test
  void aClaimPassesOverATaskWhoseResourceIsUsedUp() {
    String taskset = i.running(limited(1, Scope.RUN, "db 1", "db 2", "3", "4"));
    String first = i.slave(taskset, "1");
    String second = i.slave(taskset, "2");

    Claim.Run db = i.claim(taskset, first);
    assertThat(db.specFile()).isEqualTo("db 1");
    assertThat(i.claim(taskset, second).specFile()).isEqualTo("3");
    i.finish(taskset, db, first, TrialStatus.PASSED);

    assertThat(i.claim(taskset, first).specFile()).isEqualTo("db 2");
  }

  @Test
  void aSlaveThatMayTakeNothingWaitsAndIsWokenWhenTheResourceIsGivenBack() {
    String taskset = i.running(limited(1, Scope.RUN, "db 1", "db 2"));
    String first = i.slave(taskset, "1");
    String second = i.slave(taskset, "2");
    Claim.Run db = i.claim(taskset, first);

    assertThat(i.trials.claim(taskset, second, 1)).isEqualTo(new Claim.Wait(Duration.ofSeconds(2)));
    assertThat(i.list(Keys.wake(taskset))).isEmpty();
    i.finish(taskset, db, first, TrialStatus.PASSED);

    assertThat(i.list(Keys.wake(taskset))).hasSize(1);
    assertThat(i.claim(taskset, second).specFile()).isEqualTo("db 2");
  }

  @Test
  void whoTakesTheResourceAgainInTheSameStepWakesNobody() {
    String taskset = i.running(limited(1, Scope.RUN, "db 1", "db 2", "db 3"));
    String first = i.slave(taskset, "1");
    String second = i.slave(taskset, "2");
    Claim.Run db = i.claim(taskset, first);
    i.trials.claim(taskset, second, 1);

    Claim next = finishAndClaim(taskset, db, first);

    assertThat(next)
        .isInstanceOfSatisfying(
            Claim.Run.class, run -> assertThat(run.specFile()).isEqualTo("db 2"));
    assertThat(i.list(Keys.wake(taskset))).isEmpty();
  }

  @Test
  void aResourceIsFreeWhenItsSlaveHasEnded() {
    String taskset = i.running(limited(1, Scope.RUN, "db 1", "db 2").maxTrials(2));
    String first = i.slave(taskset, "1");
    String second = i.slave(taskset, "2");
    i.claim(taskset, first);
    i.trials.claim(taskset, second, 1);

    i.endSlave(first, taskset, true);

    assertThat(i.list(Keys.wake(taskset))).hasSize(1);
    assertThat(i.claim(taskset, second).specFile()).isEqualTo("db 2");
    i.judge();
    assertThat(i.trials.claim(taskset, i.slave(taskset, "3"), 1)).isInstanceOf(Claim.Wait.class);
  }

  @Test
  void aTestThatIsOutOfTimeHasTheResourceUntilItsJvmHasEnded() {
    String taskset = i.running(limited(1, Scope.RUN, "db 1", "db 2"));
    String first = i.slave(taskset, "1");
    String second = i.slave(taskset, "2");
    Claim.Run db = i.claim(taskset, first);
    i.finish(taskset, db, first, TrialStatus.TIMEOUT);
    i.judge();

    assertThat(i.trials.claim(taskset, second, 1)).isInstanceOf(Claim.Wait.class);
    i.endSlave(first, taskset, false);
    assertThat(i.claim(taskset, second).specFile()).isEqualTo("db 2");
  }

  @Test
  void aRetryWaitsForTheResourceToo() {
    String taskset = i.running(limited(1, Scope.RUN, "db 1", "db 2").maxTrials(2));
    String first = i.slave(taskset, "1");
    String second = i.slave(taskset, "2");
    Claim.Run db = i.claim(taskset, first);
    i.finish(taskset, db, first, TrialStatus.FAILED);
    Claim.Run other = i.claim(taskset, first);
    assertThat(other.specFile()).isEqualTo("db 2");
    i.judge();

    assertThat(i.trials.claim(taskset, second, 1)).isInstanceOf(Claim.Wait.class);
    i.finish(taskset, other, first, TrialStatus.PASSED);
    assertThat(i.claim(taskset, second).specFile()).isEqualTo("db 1");
  }

  @Test
  void aClaimThatIsRepeatedHoldsTheResourceOnce() {
    String taskset = i.running(limited(2, Scope.RUN, "db 1", "db 2", "db 3"));
    String first = i.slave(taskset, "1");
    Claim.Run db = i.claim(taskset, first);

    assertThat(i.claim(taskset, first)).isEqualTo(db);
    assertThat(i.claim(taskset, i.slave(taskset, "2")).specFile()).isEqualTo("db 2");
    assertThat(i.trials.claim(taskset, i.slave(taskset, "3"), 1)).isInstanceOf(Claim.Wait.class);
  }

  @Test
  void aLimitPerWorkerCountsEachWorkerByItself() {
    String taskset = i.running(limited(1, Scope.WORKER, "db 1", "db 2", "db 3"));
    i.serve(i.worker("v"), taskset);
    assertThat(i.claim(taskset, i.slave(taskset, "1")).specFile()).isEqualTo("db 1");

    assertThat(i.trials.claim(taskset, i.slave(taskset, "2"), 1)).isInstanceOf(Claim.Wait.class);
    assertThat(i.claim(taskset, i.slaveOf("v", taskset, "1")).specFile()).isEqualTo("db 2");
  }

  @Test
  void aLimitOfTheFleetCountsAllRunsAndWakesTheOther() {
    String mine = i.running(limited(1, Scope.FLEET, "db 1"));
    String other = limited(1, Scope.FLEET, "db 2", "3").activatedIn(i.tasksets);
    i.serve(i.worker("v"), other);
    String holder = i.slave(mine, "1");
    Claim.Run db = i.claim(mine, holder);

    String waiting = i.slaveOf("v", other, "1");
    assertThat(i.claim(other, waiting).specFile()).isEqualTo("3");
    String idle = i.slaveOf("v", other, "2");
    assertThat(i.trials.claim(other, idle, 1)).isInstanceOf(Claim.Wait.class);
    i.finish(mine, db, holder, TrialStatus.PASSED);

    assertThat(i.list(Keys.wake(other))).hasSize(1);
    assertThat(i.claim(other, idle).specFile()).isEqualTo("db 2");
  }

  @Test
  void aCancelledRunHasAResourceOfTheFleetUntilItsWorkerHasLeft() {
    String mine = i.running(limited(1, Scope.FLEET, "db 1", "4"));
    String other = limited(1, Scope.FLEET, "db 2").activatedIn(i.tasksets);
    i.serve(i.worker("v"), other);
    i.claim(mine, i.slave(mine, "1"));
    i.tasksets.cancel(mine, "nobody wants it");
    String idle = i.slaveOf("v", other, "1");

    assertThat(i.trials.claim(other, idle, 1)).isInstanceOf(Claim.Wait.class);
    i.workers.leave(i.keys.worker("w"), mine, "", false, Installation.KEEP);
    assertThat(i.claim(other, idle).specFile()).isEqualTo("db 2");
  }

  @Test
  void aTaskGetsAllItNeedsOrNothing() {
    Map<String, ResourceLimit> two =
        Map.of("db", new ResourceLimit(1, Scope.RUN), "port", new ResourceLimit(1, Scope.RUN));
    String taskset =
        i.running(
            aTaskset()
                .resources(two)
                .withTasks(
                    List.of(
                        task("port 1", "port"), task("both", "db", "port"), task("db 1", "db"))));
    String first = i.slave(taskset, "1");
    Claim.Run port = i.claim(taskset, first);
    assertThat(port.specFile()).isEqualTo("port 1");
    String second = i.slave(taskset, "2");
    assertThat(i.claim(taskset, second).specFile()).isEqualTo("db 1");
    i.finish(taskset, port, first, TrialStatus.PASSED);

    assertThat(i.trials.claim(taskset, first, 1)).isInstanceOf(Claim.Wait.class);
    i.endSlave(second, taskset, true);
    assertThat(i.claim(taskset, first).specFile()).isEqualTo("both");
  }

  @Test
  void aSecondTrialElsewhereNeedsTheResourceToo() {
    String taskset = i.running(limited(1, Scope.RUN, "db 1"));
    i.serve(i.worker("v"), taskset);
    i.claim(taskset, i.slave(taskset, "1"));
    i.redis.run("offer_copies", List.of(taskset), List.of(Keys.task(taskset, "db 1")));

    assertThat(i.list(Keys.copies(taskset))).hasSize(1);
    assertThat(i.trials.claim(taskset, i.slaveOf("v", taskset, "1"), 1))
        .isInstanceOf(Claim.Wait.class);
  }

  @Test
  void aProbeNeedsWhatTheClassesNeedThatItRunsBeforeItsOwn() {
    String taskset = i.running(limited(1, Scope.RUN, "db 1", "2"));
    String first = i.slave(taskset, "1");
    Claim.Run db = i.claim(taskset, first);
    String task = Keys.task(taskset, "2");
    i.commands.hset(task, Map.of("probe", "after", "probe_after", "db 1"));
    i.commands.del(Keys.taskQueue(taskset));
    i.commands.rpush(Keys.retryQueue(taskset), "0\t" + task);
    String second = i.slave(taskset, "2");

    assertThat(i.trials.claim(taskset, second, 1)).isInstanceOf(Claim.Wait.class);
    i.finish(taskset, db, first, TrialStatus.PASSED);
    assertThat(i.claim(taskset, second).after()).containsExactly("db 1");
    assertThat(i.commands.hget(Keys.resourceHolders(taskset), "db"))
        .isEqualTo(i.claim(taskset, second).trial());
  }

  @Test
  void noJvmIsStartedForALaunchWhoseResourceIsUsedUp() {
    LaunchStore launches = new LaunchStore(i.redis);
    String taskset =
        i.running(
            limits(1, Scope.RUN)
                .withTasks(
                    List.of(
                        task("db 1", "db").withLaunch("core"),
                        task("db 2", "db").withLaunch("app"))));
    LaunchStore.Place place = new LaunchStore.Place(taskset, i.keys.worker("w"), 1, 4);
    String core = Keys.slave(i.keys.worker("w"), "1");
    i.slaves.register(core, taskset, "host", true, "core").orElseThrow();
    Claim.Run db = i.claim(taskset, core);
    assertThat(db.specFile()).isEqualTo("db 1");
    assertThat(launches.choose(place)).isNull();

    i.finish(taskset, db, core, TrialStatus.PASSED);

    assertThat(i.trials.claim(taskset, core, 1)).isEqualTo(new Claim.Change());
    assertThat(launches.choose(place)).isEqualTo("app");
  }

  /** Slaves and deaths in a fixed order of lots; what runs is counted after each step. */
  @ParameterizedTest
  @EnumSource(value = Scope.class, names = "HOST", mode = EnumSource.Mode.EXCLUDE)
  void neverMoreThanTheLimitRunAtOnceAndAllRun(Scope scope) {
    List<String> names = new ArrayList<>();
    for (int n = 0; n < 60; n++) {
      names.add(n % 3 == 0 ? Integer.toString(n) : "db " + n);
    }
    String taskset = i.running(limited(2, scope, names.toArray(new String[0])).maxTrials(3));
    i.serve(i.worker("v"), taskset);
    Random lots = new Random(7);
    Map<String, Claim.Run> running = new HashMap<>();
    Deque<String> slaves = new ArrayDeque<>();
    int born = 0;
    int most = 0;
    for (int step = 0; i.field(taskset, "status").equals("running"); step++) {
      assertThat(step).isLessThan(5_000);
      if (slaves.size() < 8) {
        slaves.add(i.slaveOf(born % 2 == 0 ? "w" : "v", taskset, "s" + born++));
      }
      String slave = slaves.remove();
      Claim.Run run = running.remove(slave);
      if (run == null) {
        if (i.trials.claim(taskset, slave, 1) instanceof Claim.Run claimed) {
          running.put(slave, claimed);
        }
        slaves.add(slave);
      } else if (lots.nextInt(10) == 0) {
        i.endSlave(slave, taskset, true);
      } else {
        i.finish(
            taskset, run, slave, lots.nextInt(6) == 0 ? TrialStatus.FAILED : TrialStatus.PASSED);
        slaves.add(slave);
      }
      i.judge();
      most = Math.max(most, holders(running, scope == Scope.WORKER ? ":worker:w:" : ""));
      assertThat(holders(running, scope == Scope.WORKER ? ":worker:v:" : ""))
          .isLessThanOrEqualTo(2);
      assertThat(most).isLessThanOrEqualTo(2);
    }

    assertThat(most).isEqualTo(2);
    assertThat(i.list(Keys.tasksLeft(taskset))).isEmpty();
  }

  private static int holders(Map<String, Claim.Run> running, String worker) {
    return (int)
        running.entrySet().stream()
            .filter(e -> e.getKey().contains(worker) && e.getValue().specFile().startsWith("db"))
            .count();
  }

  @Test
  void onlyOurWorkersGetARunWithResources() {
    String taskset = i.running(limited(1, Scope.RUN, "db 1"));
    String foreign = i.keys.worker("foreign");
    i.commands.hset(foreign, "worker_type", "default");
    i.commands.set(foreign + ":heartbeat", "alive");

    assertThat(i.tasksets.active(List.of(taskset)).values())
        .singleElement()
        .matches(active -> active.needsOurs());
    assertThat(i.workers.assign(taskset, foreign, 0, 1, Duration.ofMinutes(1)))
        .isEqualTo(WorkerStore.Assigned.UNFIT);
  }

  @Test
  void aCopyOfARunHasItsResources() {
    String taskset = i.running(limited(1, Scope.RUN, "db 1", "2"));
    String again =
        new TasksetCopies(i.redis, i.keys).createLike(taskset, null, Instant.EPOCH).orElseThrow();

    assertThat(i.field(again, "resources")).isEqualTo("{\"db\":{\"limit\":1,\"per\":\"run\"}}");
    assertThat(i.list(Keys.lane(again, "db:"))).containsExactly(Keys.task(again, "db 1"));
  }

  @Test
  void nothingOfItIsLeftWhenTheTasksetIsOver() {
    String taskset = i.running(limited(1, Scope.RUN, "db 1", "db 2"));
    String slave = i.slave(taskset, "1");
    i.runOne(taskset, slave, TrialStatus.PASSED);
    assertThat(i.commands.exists(Keys.lanes(taskset), Keys.resourceHolders(taskset))).isEqualTo(2);
    i.claim(taskset, slave);
    i.tasksets.cancel(taskset, "why");

    assertThat(
            i.commands.exists(
                Keys.lanes(taskset), Keys.lane(taskset, "db:"), Keys.resourceHolders(taskset)))
        .isZero();
  }

  private Claim finishAndClaim(String taskset, Claim.Run run, String slave) {
    return i.trials.finishAndClaim(
        run.trial(), slave, taskset, Installation.result(TrialStatus.PASSED), 1);
  }

  private static TasksetBuilder limits(int limit, Scope scope) {
    return aTaskset().resources(Map.of("db", new ResourceLimit(limit, scope)));
  }

  /** Tasks in this order, without estimates; those that begin with "db" need that. */
  private static TasksetBuilder limited(int limit, Scope scope, String... names) {
    List<TaskRequest> tasks = new ArrayList<>();
    for (String name : names) {
      tasks.add(name.startsWith("db") ? task(name, "db") : task(name));
    }
    return limits(limit, scope).withTasks(tasks);
  }

  private static TaskRequest task(String name, String... resources) {
    return new TaskRequest(name, null).withResources(Set.of(resources));
  }
}

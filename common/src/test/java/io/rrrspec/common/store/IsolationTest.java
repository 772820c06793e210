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
import java.util.ArrayDeque;
import java.util.Arrays;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks that need their host to themselves. */
class IsolationTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private static final String HOST = "!isolated";
  private static final Claim BLOCKED = new Claim.Pause(Duration.ofMillis(200));

  private Installation i;
  private LaunchStore launches;
  private SlaveNumberStore numbers;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
    launches = new LaunchStore(i.redis);
    numbers = new SlaveNumberStore(i.redis);
  }

  @Test
  void anIsolatedTaskComesLastAndWhenNothingElseRunsOnItsHost() {
    String taskset = i.running(tasks("alone 1", "alone 2", "a", "b"));
    String first = i.slave(taskset, "1");
    String second = i.slave(taskset, "2");
    Claim.Run a = i.claim(taskset, first);
    Claim.Run b = i.claim(taskset, second);
    assertThat(List.of(a.specFile(), b.specFile())).containsExactly("a", "b");
    i.finish(taskset, a, first, TrialStatus.PASSED);

    assertThat(i.trials.claim(taskset, first, 1)).isEqualTo(new Claim.Wait(Duration.ofSeconds(2)));
    i.finish(taskset, b, second, TrialStatus.PASSED);
    assertThat(i.list(Keys.wake(taskset))).as("it is woken").isNotEmpty();

    Claim.Run alone = i.claim(taskset, first);
    assertThat(alone.specFile()).isEqualTo("alone 1");
    assertThat(i.trials.claim(taskset, second, 1)).isEqualTo(BLOCKED);
    Claim next =
        i.trials.finishAndClaim(
            alone.trial(), first, taskset, Installation.result(TrialStatus.PASSED), 1);
    assertThat(next)
        .isInstanceOfSatisfying(
            Claim.Run.class, run -> assertThat(run.specFile()).isEqualTo("alone 2"));
    assertThat(i.trials.claim(taskset, second, 1)).isEqualTo(BLOCKED);
  }

  @Test
  void aRetryWaitsUntilTheHostIsGivenBack() {
    String taskset = i.running(tasks("alone", "a").maxTrials(2));
    String first = i.slave(taskset, "1");
    String second = i.slave(taskset, "2");
    Claim.Run a = i.claim(taskset, first);
    i.finish(taskset, a, first, TrialStatus.FAILED);
    Claim.Run alone = i.claim(taskset, first);
    assertThat(alone.specFile()).isEqualTo("alone");
    i.judge();

    assertThat(i.trials.claim(taskset, second, 1)).isEqualTo(BLOCKED);
    assertThat(i.commands.sismember(Keys.waiting(taskset), second)).isFalse();
    i.finish(taskset, alone, first, TrialStatus.PASSED);

    assertThat(i.claim(taskset, second).specFile()).isEqualTo("a");
  }

  @Test
  void anotherHostGoesOnAndAnotherWorkerOfTheSameHostDoesNot() {
    String taskset = i.running(tasks("a", "alone", "b").maxTrials(2));
    i.serve(i.worker("v"), taskset);
    String near = i.keys.worker("near");
    i.workers.announce(near, "default", "host-w", Installation.LIFE);
    i.serve(near, taskset);
    String elsewhere = i.slaveOf("v", taskset, "1");
    assertThat(i.claim(taskset, elsewhere).specFile()).isEqualTo("a");
    assertThat(i.claim(taskset, i.slaveOf("v", taskset, "2")).specFile()).isEqualTo("b");
    String here = i.slave(taskset, "1");
    assertThat(i.claim(taskset, here).specFile()).isEqualTo("alone");
    i.endSlave(elsewhere, taskset, true);
    i.judge();
    String beside = Keys.slave(near, "1");
    i.slaves.register(beside, taskset, "host-w", true).orElseThrow();

    assertThat(i.trials.claim(taskset, beside, 1)).isEqualTo(BLOCKED);
    assertThat(i.claim(taskset, i.slaveOf("v", taskset, "3")).specFile()).isEqualTo("a");
  }

  @Test
  void whatASlaveHeldIsFreeWhenItHasDied() {
    String taskset = i.running(tasks("alone", "alone 2").maxTrials(2));
    String first = i.slave(taskset, "1");
    String second = i.slave(taskset, "2");
    i.claim(taskset, first);
    assertThat(i.trials.claim(taskset, second, 1)).isEqualTo(BLOCKED);

    i.endSlave(first, taskset, true);
    i.judge();

    assertThat(i.claim(taskset, second)).isNotNull();
  }

  @Test
  void aTaskThatIsOutOfTimeHasItsHostUntilItsJvmHasEnded() {
    String taskset = i.running(tasks("alone", "alone 2"));
    String first = i.slave(taskset, "1");
    String second = i.slave(taskset, "2");
    Claim.Run alone = i.claim(taskset, first);
    i.finish(taskset, alone, first, TrialStatus.TIMEOUT);
    i.judge();

    assertThat(i.trials.claim(taskset, second, 1)).isEqualTo(BLOCKED);
    i.endSlave(first, taskset, false);
    assertThat(i.claim(taskset, second).specFile()).isEqualTo("alone 2");
  }

  @Test
  void noTaskBeginsWhileAJvmStartsOnItsHostAndNoJvmStartsBesideIt() {
    String taskset = i.running(tasks("a", "alone", "alone 2"));
    LaunchStore.Place one = place(taskset, 0);
    LaunchStore.Place two = place(taskset, 1);
    assertThat(launches.again(one, "")).isTrue();
    assertThat(launches.again(two, "")).isTrue();
    String first = i.slave(taskset, "1");
    launches.started(one, first);
    i.runOne(taskset, first, TrialStatus.PASSED);

    assertThat(i.trials.claim(taskset, first, 1)).isInstanceOf(Claim.Wait.class);
    String second = Keys.slave(i.keys.worker("w"), "2");
    launches.started(two, second);
    assertThat(i.trials.claim(taskset, first, 1)).isInstanceOf(Claim.Wait.class);
    // It dies before it was there.
    i.endSlave(second, taskset, true);

    Claim.Run alone = i.claim(taskset, first);
    assertThat(alone.specFile()).isEqualTo("alone");
    assertThat(launches.again(two, "")).as("a start beside it").isFalse();
    i.finish(taskset, alone, first, TrialStatus.PASSED);
    assertThat(launches.again(two, "")).as("a start for what one JVM can do").isFalse();
    i.endSlave(first, taskset, true);
    assertThat(launches.again(two, "")).as("a start of the only JVM").isTrue();
  }

  @Test
  void aStartOfAWorkerThatHasDiedKeepsNobodyWaiting() {
    String taskset = i.running(tasks("alone"));
    i.workers.announce(i.keys.worker("near"), "default", "host-w", Installation.LIFE);
    i.serve(i.keys.worker("near"), taskset);
    String slave = i.slave(taskset, "1");
    i.commands.hset(
        Keys.starting(taskset),
        i.keys.worker("near") + " 0",
        "\t" + System.currentTimeMillis() + "\t");
    assertThat(i.trials.claim(taskset, slave, 1)).isInstanceOf(Claim.Wait.class);

    i.commands.del(Keys.heartbeat(i.keys.worker("near")));

    assertThat(i.claim(taskset, slave).specFile()).isEqualTo("alone");
  }

  @Test
  void theLaunchOfAnIsolatedTaskGetsAJvmWhenTheHostIsFree() {
    String taskset =
        i.running(
            limits()
                .withTasks(
                    List.of(
                        new TaskRequest("a", null).withLaunch("core"),
                        task("alone 1").withLaunch("app"),
                        task("alone 2").withLaunch("app"))));
    String core = slave(taskset, "1", "core");
    Claim.Run a = i.claim(taskset, core);
    assertThat(launches.choose(place(taskset, 1))).as("beside what runs").isNull();
    i.finish(taskset, a, core, TrialStatus.PASSED);
    assertThat(i.trials.claim(taskset, core, 1)).isEqualTo(new Claim.Change());
    i.endSlave(core, taskset, true);

    assertThat(launches.choose(place(taskset, 0))).isEqualTo("app");
    assertThat(launches.choose(place(taskset, 1))).as("a second one").isNull();
    String app = slave(taskset, "2", "app");
    launches.started(place(taskset, 0), app);
    Claim.Run alone = i.claim(taskset, app);
    assertThat(launches.choose(place(taskset, 1))).isNull();
    assertThat(launches.again(place(taskset, 1), "app")).isFalse();
    i.finish(taskset, alone, app, TrialStatus.PASSED);
    assertThat(i.claim(taskset, app).specFile()).isEqualTo("alone 2");
  }

  @Test
  void aTaskMayNeedItsHostAndAResource() {
    Map<String, ResourceLimit> two =
        Map.of(HOST, new ResourceLimit(1, Scope.HOST), "db", new ResourceLimit(1, Scope.FLEET));
    String other =
        aTaskset()
            .resources(Map.of("db", new ResourceLimit(1, Scope.FLEET)))
            .withTasks(List.of(new TaskRequest("db", null).withResources(Set.of("db"))))
            .activatedIn(i.tasksets);
    i.serve(i.worker("v"), other);
    String taskset =
        i.running(
            aTaskset()
                .resources(two)
                .withTasks(
                    List.of(new TaskRequest("both", null).withResources(Set.of(HOST, "db")))));
    String holder = i.slaveOf("v", other, "1");
    Claim.Run db = i.claim(other, holder);
    String slave = i.slave(taskset, "1");
    assertThat(i.trials.claim(taskset, slave, 1)).isInstanceOf(Claim.Wait.class);

    i.finish(other, db, holder, TrialStatus.PASSED);

    assertThat(i.claim(taskset, slave).specFile()).isEqualTo("both");
  }

  @Test
  void isolatedTasksAreNoReasonForMoreSlaves() {
    String taskset = i.running(tasks("alone 1", "alone 2", "a", "b"));
    String worker = i.keys.worker("w");
    assertThat(numbers.waiting(taskset, worker))
        .isEqualTo(new SlaveNumberStore.Waiting(2, 0, false));
    String slave = i.slave(taskset, "1");
    i.runOne(taskset, slave, TrialStatus.PASSED);
    i.runOne(taskset, slave, TrialStatus.PASSED);
    i.claim(taskset, slave);

    assertThat(numbers.waiting(taskset, worker))
        .isEqualTo(new SlaveNumberStore.Waiting(0, 0, true));
    assertThat(numbers.waiting(taskset, i.worker("v")).alone()).isFalse();
  }

  @Test
  void whatIsKnownOfIsolatedTasksDoesNotCountForTheNumberOfSlaves() {
    String estimates = i.keys.cpuEstimateMs("test-class");
    i.commands.hset(estimates, Map.of("alone", "9000", "a", "100"));
    i.commands.hset(i.keys.waitEstimateMs("test-class"), Map.of("alone", "9000", "a", "200"));

    String taskset = i.running(tasks("alone", "a"));

    assertThat(numbers.knownWork(taskset))
        .isEqualTo(
            new SlaveNumberStore.KnownWork(
                Duration.ofMillis(100), Duration.ofMillis(200), Duration.ofMillis(300)));
  }

  /** Slaves of three workers on two hosts, and deaths, in an order of lots. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void nothingEverRunsBesideAnIsolatedTaskAndAllRun(long seed) {
    String[] names = new String[40];
    Random lots = new Random(seed);
    for (int n = 0; n < names.length; n++) {
      names[n] = (lots.nextInt(3) == 0 ? "alone " : "") + n;
    }
    String taskset = i.running(tasks(names).maxTrials(3));
    i.serve(i.worker("v"), taskset);
    i.workers.announce(i.keys.worker("near"), "default", "host-w", Installation.LIFE);
    i.serve(i.keys.worker("near"), taskset);
    List<String> workers = List.of("w", "near", "v");
    Map<String, Claim.Run> running = new HashMap<>();
    Deque<String> slaves = new ArrayDeque<>();
    int born = 0;
    int alone = 0;
    for (int step = 0; i.field(taskset, "status").equals("running"); step++) {
      assertThat(step).isLessThan(5_000);
      if (slaves.size() < 7) {
        String worker = workers.get(born % 3);
        String key = Keys.slave(i.keys.worker(worker), "s" + born++);
        i.slaves
            .register(key, taskset, worker.equals("v") ? "host-v" : "host-w", true)
            .orElseThrow();
        slaves.add(key);
      }
      String slave = slaves.remove();
      Claim.Run run = running.remove(slave);
      if (run == null) {
        Claim claim = i.trials.claim(taskset, slave, 1);
        if (claim instanceof Claim.Run claimed) {
          running.put(slave, claimed);
        }
        if (claim instanceof Claim.Fresh) {
          i.endSlave(slave, taskset, true);
        } else {
          slaves.add(slave);
        }
      } else if (lots.nextInt(10) == 0) {
        i.endSlave(slave, taskset, true);
      } else {
        i.finish(
            taskset, run, slave, lots.nextInt(6) == 0 ? TrialStatus.FAILED : TrialStatus.PASSED);
        slaves.add(slave);
      }
      i.judge();
      alone += isolatedHosts(running);
    }

    assertThat(alone).isPositive();
    assertThat(i.list(Keys.tasksLeft(taskset))).isEmpty();
  }

  /** On how many hosts an isolated task runs; fails if anything runs beside one. */
  private static int isolatedHosts(Map<String, Claim.Run> running) {
    int isolated = 0;
    for (boolean v : List.of(true, false)) {
      List<String> here =
          running.entrySet().stream()
              .filter(e -> e.getKey().contains(":worker:v:") == v)
              .map(e -> e.getValue().specFile())
              .toList();
      if (here.stream().anyMatch(name -> name.startsWith("alone"))) {
        assertThat(here).hasSize(1);
        isolated++;
      }
    }
    return isolated;
  }

  private String slave(String taskset, String id, String launch) {
    String key = Keys.slave(i.keys.worker("w"), id);
    i.slaves.register(key, taskset, "host-w", true, launch).orElseThrow();
    return key;
  }

  private LaunchStore.Place place(String taskset, int number) {
    return new LaunchStore.Place(taskset, i.keys.worker("w"), number, 2);
  }

  private static TasksetBuilder limits() {
    return aTaskset().resources(Map.of(HOST, new ResourceLimit(1, Scope.HOST)));
  }

  /** Tasks in this order, without estimates; those that begin with "alone" are isolated. */
  private static TasksetBuilder tasks(String... names) {
    return limits()
        .withTasks(
            Arrays.stream(names)
                .map(name -> name.startsWith("alone") ? task(name) : new TaskRequest(name, null))
                .toList());
  }

  private static TaskRequest task(String name) {
    return new TaskRequest(name, null).withResources(Set.of(HOST));
  }
}

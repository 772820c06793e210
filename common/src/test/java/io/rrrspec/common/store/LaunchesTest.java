package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.PlacedJvm;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks whose JVMs are not all started alike: each slave gets those of its own launch. */
class LaunchesTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;
  private LaunchStore launches;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
    launches = new LaunchStore(i.redis);
  }

  @Test
  void aSlaveGetsTheTasksOfItsLaunchInTheirOrder() {
    String taskset = i.running(aTaskset().withTasks(tasks("core", 9, 5, "app", 7, 3)));
    String core = slave(taskset, "1", "core");
    String app = slave(taskset, "2", "app");

    assertThat(claim(taskset, app).specFile()).isEqualTo("app:2");
    assertThat(claim(taskset, core).specFile()).isEqualTo("core:0");
    assertThat(i.list(Keys.taskQueue(taskset)))
        .containsExactly(Keys.task(taskset, "core:1"), Keys.task(taskset, "app:3"));
    assertThat(i.commands.hget(Keys.launches(taskset), "core")).isEqualTo("5000");
  }

  @Test
  void aSlaveWhoseLaunchIsExhaustedEndsForOneThatNobodyServes() {
    String taskset = i.running(aTaskset().withTasks(tasks("core", 9, "app", 7)));
    String core = slave(taskset, "1", "core");
    pass(taskset, claim(taskset, core), core);

    assertThat(i.trials.claim(taskset, core, 1)).isEqualTo(new Claim.Change());
    assertThat(choose(taskset, 0)).isEqualTo("app");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1e300", "1e300", "inf", "-inf", "nan", "never", "-9223372036854775808"})
  void aDamagedTimeKeepsNobodyFromALaunch(String time) {
    String taskset = i.running(aTaskset().withTasks(tasks("core", 9, 8, "app", 7)));
    String core = slave(taskset, "1", "core");
    Claim.Run running = claim(taskset, core);
    i.commands.hset(running.trial(), "started_ms", time);
    i.commands.hset(running.task(), "estimate_ms", time);

    assertThat(choose(taskset, 1)).isEqualTo("app");
  }

  @Test
  void aSlaveWaitsIfOthersHaveBegunAllThatIsLeftBeforeAnotherJvmIsReady() {
    String taskset = i.running(aTaskset().withTasks(tasks("core", 9, "app", 0, 0)));
    String core = slave(taskset, "1", "core");
    String app = slave(taskset, "2", "app");
    pass(taskset, claim(taskset, core), core);
    Claim.Run running = claim(taskset, app);

    assertThat(i.trials.claim(taskset, core, 1)).isInstanceOf(Claim.Wait.class);

    pass(taskset, running, app);
    end(app, taskset);
    assertThat(i.trials.claim(taskset, core, 1)).isEqualTo(new Claim.Change());
  }

  @Test
  void whatWaitsBehindAClassThatTakesLongerThanExpectedGetsAJvm() {
    String taskset = i.running(aTaskset().withTasks(tasks("core", 0, 0)));
    Claim.Run running = claim(taskset, slave(taskset, "1", "core"));
    assertThat(choose(taskset, 1)).isNull();

    long began = Long.parseLong(i.field(running.trial(), "started_ms"));
    i.commands.hset(running.trial(), "started_ms", Long.toString(began - 5_000));
    assertThat(choose(taskset, 1)).isEqualTo("core");
  }

  @Test
  void placesThatAskAtOneMomentAreSpread() {
    String taskset = i.running(aTaskset().withTasks(tasks("core", 9, 8, 7, "app", 9, 1, "web", 4)));

    List<@Nullable String> chosen = new ArrayList<>();
    for (int place = 0; place < 4; place++) {
      chosen.add(choose(taskset, place));
    }

    assertThat(chosen).containsExactly("core", "app", "web", "core");
  }

  @Test
  void aPlaceThatAsksAgainIsNotCountedTwice() {
    String taskset = i.running(aTaskset().withTasks(tasks("core", 9, 9, "app", 10)));

    assertThat(choose(taskset, 0)).isEqualTo("core");
    assertThat(choose(taskset, 0)).isEqualTo("core");
    assertThat(choose(taskset, 1)).isEqualTo("app");
  }

  @Test
  void aRetryWaitsForAJvmOfItsOwnLaunch() {
    String taskset = i.running(aTaskset().withTasks(tasks("core", 2, "app", 5)).maxTrials(2));
    String core = slave(taskset, "1", "core");
    String app = slave(taskset, "2", "app");
    Claim.Run bad = claim(taskset, core);
    pass(taskset, claim(taskset, app), app);
    i.finish(taskset, bad, core, TrialStatus.FAILED);
    i.judge();
    end(core, taskset);

    assertThat(i.trials.claim(taskset, app, 1)).isEqualTo(new Claim.Change());
    assertThat(choose(taskset, 1)).isEqualTo("core");
    assertThat(claim(taskset, slave(taskset, "3", "core")).specFile()).isEqualTo("core:0");
  }

  @Test
  void whatAForeignSlaveTookIsNotGivenOutAgain() {
    String taskset = i.running(aTaskset().withTasks(tasks("core", 9, 5, "app", 7)));
    i.commands.lpop(Keys.taskQueue(taskset));

    assertThat(claim(taskset, slave(taskset, "1", "core")).specFile()).isEqualTo("core:1");
  }

  @Test
  void fiveHundredLaunchesOfAClassEachAreServedOnceByEightPlaces() {
    List<Object> modules = new ArrayList<>();
    for (int n = 0; n < 500; n++) {
      modules.add("module-" + n);
      modules.add(1 + n % 9);
    }
    String taskset = i.running(aTaskset().withTasks(tasks(modules.toArray())));
    List<String> served = new ArrayList<>();
    List<@Nullable String> slaves = new ArrayList<>(Collections.nCopies(8, null));
    for (int round = 0; i.field(taskset, "status").equals("running"); round++) {
      assertThat(round).isLessThan(2_000);
      int place = round % 8;
      String slave = slaves.get(place);
      if (slave == null) {
        String launch = choose(taskset, place, 8);
        if (launch != null) {
          slaves.set(place, slave(taskset, Integer.toString(round), launch));
        }
        continue;
      }
      Claim claim = i.trials.claim(taskset, slave, 1);
      if (claim instanceof Claim.Run run) {
        served.add(run.specFile());
        pass(taskset, run, slave);
      } else if (claim instanceof Claim.Change) {
        end(slave, taskset);
        slaves.set(place, null);
      }
    }

    assertThat(served).hasSize(500).doesNotHaveDuplicates();
    assertThat(i.field(taskset, "status")).isEqualTo("succeeded");
  }

  @Test
  void aSlaveKeepsWhenAndWhereItsJvmWasStarted() {
    String taskset = i.running(aTaskset().withTasks(tasks("core", 9, 8, "app", 7)));
    LaunchStore.Place place = new LaunchStore.Place(taskset, i.keys.worker("w"), 2, 4);
    String core = Keys.slave(i.keys.worker("w"), "1");
    assertThat(launches.choose(place)).isEqualTo("core");
    launches.started(place, core);
    slave(taskset, "1", "core");

    PlacedJvm starting = jvm(core);
    assertThat(starting.launch()).isEqualTo("core");
    assertThat(starting.place()).isEqualTo(2);
    assertThat(starting.readyAt()).isNull();

    pass(taskset, claim(taskset, core), core);
    PlacedJvm ready = jvm(core);
    claim(taskset, core);
    end(core, taskset);
    PlacedJvm ended = jvm(core);
    assertThat(ready.readyAt()).isAfterOrEqualTo(ready.startedAt());
    assertThat(ended.readyAt()).isEqualTo(ready.readyAt());
    assertThat(ended.endedAt()).isAfterOrEqualTo(ready.readyAt());
    assertThat(new LogStore(i.redis).slaves(List.of(core)).get(0).jvm()).isEqualTo(ended);
  }

  @Test
  void aSlaveThatIsFasterThanItsWorkerGetsItsPlaceLater() {
    String taskset = i.running(aTaskset().withTasks(tasks("core", 9, "app", 7)));
    LaunchStore.Place place = new LaunchStore.Place(taskset, i.keys.worker("w"), 1, 4);
    String launch = launches.choose(place);
    assertThat(launch).isEqualTo("core");
    String core = slave(taskset, "1", "core");
    assertThat(new LogStore(i.redis).slaveOutlines(List.of(core)).get(0).jvm()).isNull();

    launches.started(place, core);

    assertThat(jvm(core).place()).isEqualTo(1);
  }

  @Test
  void aRunBeginsWithTheStartCostsOfItsClass() {
    EstimateStore estimates = new EstimateStore(i.redis, i.keys);
    estimates.saveStartCosts(
        "test-class", Map.of("core", Duration.ofSeconds(4), "gone", Duration.ofSeconds(9)));
    String taskset = i.running(aTaskset().withTasks(tasks("core", 9, 8, "app", 7)));

    assertThat(i.commands.hgetAll(Keys.startMs(taskset))).isEqualTo(Map.of("core", "4000\t1"));
    assertThat(startCost(taskset, "core")).isEqualTo("4000");
    assertThat(startCost(taskset, "app")).isEqualTo("700");

    String core = slave(taskset, "1", "core");
    i.commands.hset(core, "starting_ms", Long.toString(System.currentTimeMillis() - 6_000));
    claim(taskset, core);
    assertThat(i.commands.hget(Keys.startMs(taskset), "core")).matches("\\d+\t2");
    assertThat(Integer.parseInt(startCost(taskset, "core"))).isGreaterThanOrEqualTo(5_000);
  }

  @Test
  void onePlaceServesTheLaunchesInTheOrderOfTheirRanks() {
    List<TaskRequest> tasks =
        tasks("web", 9, 9, "core", 1, "app", 5).stream()
            .map(task -> task.withRank(List.of("core", "app", "web").indexOf(task.launch())))
            .toList();
    String taskset = i.running(aTaskset().withTasks(tasks));
    assertThat(i.commands.hgetAll(Keys.ranks(taskset))).isEqualTo(Map.of("app", "1", "web", "2"));

    List<String> served = new ArrayList<>();
    for (int n = 0; i.field(taskset, "status").equals("running"); n++) {
      String slave =
          slave(taskset, Integer.toString(n), Objects.requireNonNull(choose(taskset, 0, 1)));
      while (i.trials.claim(taskset, slave, 1) instanceof Claim.Run run) {
        served.add(run.specFile());
        pass(taskset, run, slave);
      }
      end(slave, taskset);
    }
    assertThat(served).containsExactly("core:2", "app:3", "web:0", "web:1");
    assertThat(i.commands.exists(Keys.ranks(taskset))).isFalse();

    String again =
        new TasksetCopies(i.redis, i.keys).createLike(taskset, null, Instant.EPOCH).orElseThrow();
    assertThat(i.commands.hgetAll(Keys.ranks(again))).isEqualTo(Map.of("app", "1", "web", "2"));
    assertThat(i.commands.ttl(Keys.ranks(again))).isPositive();
  }

  @Test
  void afterTheLastAllowedFailureLaunchesOfHigherRanksDoNotBegin() {
    List<TaskRequest> tasks =
        tasks("web", 9, "core", 1).stream()
            .map(task -> task.withRank("core".equals(task.launch()) ? 0 : 1))
            .toList();
    String taskset = i.running(aTaskset().withTasks(tasks).failFast(1));
    String core = slave(taskset, "1", Objects.requireNonNull(choose(taskset, 0, 1)));
    Claim.Run bad = claim(taskset, core);
    assertThat(bad.specFile()).isEqualTo("core:1");
    i.finish(taskset, bad, core, TrialStatus.FAILED);
    i.judge();

    assertThat(i.field(taskset, "status")).isEqualTo("failed");
    assertThat(i.commands.exists(Keys.trials(Keys.task(taskset, "web:0")))).isFalse();
  }

  @Test
  void startCostsOfLaunchesThatAreGoneDoNotStay() {
    EstimateStore estimates = new EstimateStore(i.redis, i.keys);
    estimates.saveStartCosts("test-class", Map.of("gone", Duration.ofSeconds(9)));
    estimates.saveStartCosts("test-class", Map.of("core", Duration.ofSeconds(4)));
    assertThat(estimates.startCosts("test-class")).isEqualTo(Map.of("core", Duration.ofSeconds(4)));

    estimates.saveStartCosts("test-class", Map.of());
    assertThat(i.commands.exists(i.keys.startCostMs("test-class"))).isFalse();
  }

  @Test
  void onlyOurWorkersGetARunOfSeveralLaunches() {
    String taskset = i.running(aTaskset().withTasks(tasks("core", 9, "app", 7)));
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
  void aRunOfAProjectThatCouldNotBeBuiltAsAWholeFailsAlthoughAllItsTasksPass() {
    String taskset = i.running(aTaskset().withTasks(tasks("core", 9)).broken("app is broken"));
    String core = slave(taskset, "1", "core");
    pass(taskset, claim(taskset, core), core);

    assertThat(i.field(taskset, "status")).isEqualTo("failed");
    assertThat(i.field(taskset, "reason")).isEqualTo("app is broken");
    String again =
        new TasksetCopies(i.redis, i.keys).createLike(taskset, null, Instant.EPOCH).orElseThrow();
    assertThat(i.field(again, "broken")).isEqualTo("app is broken");
    assertThat(i.commands.hget(Keys.launches(again), "core")).isEqualTo("9000");
  }

  @Test
  void nothingOfItIsLeftWhenTheTasksetIsOver() {
    String taskset = i.running(aTaskset().withTasks(tasks("core", 9, "app", 7)));
    assertThat(choose(taskset, 5)).isNotNull();
    String core = slave(taskset, "1", "core");
    String app = slave(taskset, "2", "app");
    for (String slave : List.of(core, app)) {
      pass(taskset, claim(taskset, slave), slave);
    }

    assertThat(i.field(taskset, "status")).isEqualTo("succeeded");
    assertThat(i.commands.exists(Keys.launches(taskset), Keys.starting(taskset))).isZero();
    assertThat(i.commands.exists(Keys.launchQueue(taskset, "core"))).isFalse();
  }

  /** Names of launches, each with the seconds of its tasks; the tasks are numbered. */
  private static List<TaskRequest> tasks(Object... launchesAndSeconds) {
    List<TaskRequest> tasks = new ArrayList<>();
    String launch = "";
    for (Object next : launchesAndSeconds) {
      if (next instanceof String name) {
        launch = name;
      } else {
        Duration estimate = Duration.ofMillis(Math.max(300, (Integer) next * 1_000));
        tasks.add(new TaskRequest(launch + ":" + tasks.size(), estimate).withLaunch(launch));
      }
    }
    return tasks;
  }

  /** In ms, as the next choice sees it. */
  private String startCost(String taskset, String launch) {
    List<?> read =
        (List<?>)
            i.redis.run("read_launches", List.of(taskset, i.keys.worker("w")), List.of("0", "4"));
    return (String) read.get(read.indexOf(launch) + 8);
  }

  private @Nullable String choose(String taskset, int place) {
    return choose(taskset, place, 4);
  }

  private @Nullable String choose(String taskset, int place, int places) {
    return launches.choose(new LaunchStore.Place(taskset, i.keys.worker("w"), place, places));
  }

  private String slave(String taskset, String id, String launch) {
    String key = Keys.slave(i.keys.worker("w"), id);
    i.slaves.register(key, taskset, "host", true, launch).orElseThrow();
    return key;
  }

  private PlacedJvm jvm(String slave) {
    return Objects.requireNonNull(new LogStore(i.redis).slaveOutlines(List.of(slave)).get(0).jvm());
  }

  private Claim.Run claim(String taskset, String slave) {
    return i.claim(taskset, slave);
  }

  private void pass(String taskset, Claim.Run run, String slave) {
    i.finish(taskset, run, slave, TrialStatus.PASSED);
    i.judge();
  }

  private void end(String slave, String taskset) {
    i.endSlave(slave, taskset, false);
  }
}

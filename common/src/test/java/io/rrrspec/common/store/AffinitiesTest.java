package io.rrrspec.common.store;

import static io.rrrspec.testing.TasksetBuilder.aTaskset;
import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.Affinity;
import io.rrrspec.common.model.KnownAffinity;
import io.rrrspec.common.model.ResourceLimit;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TrialAffinity;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.TrialStore.Claim;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tasks that share something in a JVM go where that is. */
class AffinitiesTest {
  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  private Installation i;

  @BeforeEach
  void install() {
    i = new Installation(testRedis);
  }

  /** A task whose key costs 1.5 s in each JVM. */
  private static TaskRequest task(String name, String key, int ms) {
    return plain(name, ms).withAffinity(new Affinity(key, Duration.ofMillis(1_500)));
  }

  private static TaskRequest plain(String name, int ms) {
    return new TaskRequest(name, Duration.ofMillis(ms));
  }

  private String running(TaskRequest... tasks) {
    return i.running(aTaskset().withTasks(Arrays.asList(tasks)).maxTrials(2));
  }

  private Claim claim(String taskset, String slave) {
    return i.trials.claim(taskset, slave, 1);
  }

  private String specOf(Claim claim) {
    return claim instanceof Claim.Run run ? run.specFile() : claim.getClass().getSimpleName();
  }

  /** The slave passes what it holds, has these keys then, and asks for the next task. */
  private Claim passed(
      String taskset, String slave, Claim held, @Nullable String key, String... has) {
    return i.trials.finishAndClaim(
        ((Claim.Run) held).trial(),
        slave,
        taskset,
        Installation.result(TrialStatus.PASSED).with(new TrialAffinity(key, false, List.of(has))),
        1);
  }

  @Test
  void aSlaveUsesUpTheKeyThatItHasBeforeItMakesAnother() {
    String taskset =
        running(
            task("a1", "A", 900), task("b1", "B", 800), task("b2", "B", 700), task("a2", "A", 9));
    String one = i.slave(taskset, "1");
    String two = i.slave(taskset, "2");

    Claim first = claim(taskset, one);
    Claim second = claim(taskset, two);

    assertThat(specOf(first)).as("the key with the most work").isEqualTo("b1");
    assertThat(specOf(second)).isEqualTo("a1");
    first = passed(taskset, one, first, "B", "B");
    assertThat(specOf(first)).isEqualTo("b2");
    assertThat(specOf(passed(taskset, two, second, "A", "A"))).isEqualTo("a2");
    assertThat(specOf(passed(taskset, one, first, "B", "B"))).isEqualTo("Wait");
  }

  @Test
  void timeOutsLeaveRoomForTheStart() {
    String taskset = running(task("a1", "A", 900), plain("p", 800));

    Claim.Run run = i.claim(taskset, i.slave(taskset, "1"));

    assertThat(run.estimate()).isEqualTo(Duration.ofMillis(2_400));
  }

  @Test
  void aKeyIsMadeInASecondJvmOnlyWhereTheRunEndsSooner() {
    List<TaskRequest> much = new ArrayList<>();
    for (int n = 0; n < 12; n++) {
      much.add(task("a" + n, "A", 1_000));
    }
    String taskset = i.running(aTaskset().withTasks(much));
    assertThat(specOf(claim(taskset, i.slave(taskset, "1")))).isEqualTo("a0");
    assertThat(specOf(claim(taskset, i.slave(taskset, "2")))).isEqualTo("a1");

    String little = running(task("x1", "X", 900), task("x2", "X", 800), task("x3", "X", 100));
    String other = i.slave(little, "3");
    assertThat(specOf(claim(little, i.slave(little, "4")))).isEqualTo("x1");
    // 2.4 s for the one that it holds, 0.9 s behind it: a second JVM would need 2.3 s.
    assertThat(specOf(claim(little, other))).isEqualTo("x2");
    assertThat(specOf(claim(little, i.slave(little, "5")))).isEqualTo("Wait");
  }

  @Test
  void whatIsLeftWhenItsJvmEndsIsTakenByAnother() {
    String taskset = running(task("a1", "A", 100), task("a2", "A", 90), plain("p", 50));
    String one = i.slave(taskset, "1");
    String two = i.slave(taskset, "2");
    claim(taskset, one);
    Claim plain = claim(taskset, two);
    assertThat(specOf(plain)).isEqualTo("p");
    assertThat(specOf(passed(taskset, two, plain, null))).isEqualTo("Wait");

    i.endSlave(one, taskset, false);

    assertThat(i.list(Keys.wake(taskset))).as("the waiting slave is woken").hasSize(1);
    assertThat(specOf(claim(taskset, two))).isEqualTo("a2");
  }

  @Test
  void whatAJvmHasLostIsMadeWhereverItComesFirst() {
    String taskset = running(task("a1", "A", 100), task("a2", "A", 90), task("b", "B", 95));
    String one = i.slave(taskset, "1");
    String two = i.slave(taskset, "2");
    Claim first = claim(taskset, one);

    // It has dirtied the context.
    assertThat(specOf(passed(taskset, one, first, null))).isEqualTo("b");
    assertThat(i.field(one, "affinities")).isEqualTo("B");
    assertThat(specOf(claim(taskset, two))).isEqualTo("a2");
  }

  @Test
  void aTaskWithoutAKeyComesBeforeTheKeyIfItIsLongerThanAllThatIsLeft() {
    String taskset =
        running(task("a1", "A", 900), task("a2", "A", 800), plain("long", 850), plain("short", 50));
    String slave = i.slave(taskset, "1");

    Claim held = claim(taskset, slave);
    assertThat(specOf(held)).isEqualTo("a1");
    held = passed(taskset, slave, held, "A", "A");
    assertThat(specOf(held)).isEqualTo("long");
    held = passed(taskset, slave, held, null, "A");
    assertThat(specOf(held)).isEqualTo("a2");
    held = passed(taskset, slave, held, "A", "A");
    assertThat(specOf(held)).isEqualTo("short");
  }

  @Test
  void theTrialKeepsWhatItsSlaveReported() {
    String taskset = running(task("a1", "A", 900));
    String slave = i.slave(taskset, "1");
    Claim.Run run = i.claim(taskset, slave);

    i.trials.finish(
        run.trial(),
        slave,
        taskset,
        Installation.result(TrialStatus.PASSED)
            .with(new TrialAffinity("B", true, List.of("A", "B"))));

    assertThat(i.trials.find(List.of(run.trial())).get(0).affinity()).isEqualTo("B");
    assertThat(i.trials.findOutlines(List.of(run.trial())).get(0).affinityStarted()).isTrue();
    assertThat(i.field(slave, "affinities")).isEqualTo("A\nB");
    assertThat(i.field(run.trial(), "affinity_opens")).isEqualTo("1");
    assertThat(i.slaves.register(slave, taskset, "host-w", true)).hasValue(2);
    assertThat(i.field(slave, "affinities")).as("a new JVM has nothing").isEmpty();
  }

  @Test
  void aTaskThatNeedsAResourceKeepsItsOwnRules() {
    String taskset =
        i.running(
            aTaskset()
                .withTasks(
                    List.of(
                        task("a1", "A", 900),
                        task("db", "A", 800).withResources(Set.of("db")),
                        plain("p", 10)))
                .resources(Map.of("db", new ResourceLimit(1, ResourceLimit.Scope.RUN))));
    String one = i.slave(taskset, "1");
    String two = i.slave(taskset, "2");

    assertThat(specOf(claim(taskset, one))).isEqualTo("a1");
    assertThat(specOf(claim(taskset, two))).isEqualTo("db");
    assertThat(i.field(two, "affinities")).isEqualTo("A");
    assertThat(specOf(claim(taskset, i.slave(taskset, "3")))).isEqualTo("p");
  }

  @Test
  void keysAreCountedForEachLaunch() {
    String taskset =
        running(
            task("core:1", "A", 90).withLaunch("core"),
            task("core:2", "A", 80).withLaunch("core"),
            task("app:1", "A", 70).withLaunch("app"));
    String core = launched(taskset, "1", "core");
    String app = launched(taskset, "2", "app");

    Claim first = claim(taskset, core);
    assertThat(specOf(first)).isEqualTo("core:1");
    assertThat(specOf(claim(taskset, app))).isEqualTo("app:1");
    assertThat(specOf(claim(taskset, launched(taskset, "3", "core")))).isEqualTo("Wait");
    assertThat(specOf(passed(taskset, core, first, "A", "A"))).isEqualTo("core:2");
  }

  private String launched(String taskset, String id, String launch) {
    String slave = Keys.slave(i.keys.worker("w"), id);
    i.slaves.register(slave, taskset, "host-w", true, launch).orElseThrow();
    return slave;
  }

  /** Else JVMs would start, get nothing, end for another launch, and start again. */
  @Test
  void noJvmStartsForAKeyThatAnotherJvmOfTheLaunchUsesUp() {
    String taskset =
        running(
            task("core:1", "A", 90).withLaunch("core"),
            task("core:2", "A", 80).withLaunch("core"),
            task("core:3", "A", 70).withLaunch("core"),
            plain("app:1", 60).withLaunch("app"));
    LaunchStore launchStore = new LaunchStore(i.redis);
    LaunchStore.Place place = new LaunchStore.Place(taskset, i.keys.worker("w"), 1, 2);
    String core = launched(taskset, "1", "core");
    String app = launched(taskset, "2", "app");
    Claim held = claim(taskset, core);
    Claim last = claim(taskset, app);

    assertThat(specOf(passed(taskset, app, last, null))).isEqualTo("Wait");
    assertThat(launchStore.choose(place)).isNull();

    i.endSlave(core, taskset, false);
    assertThat(specOf(held)).isEqualTo("core:1");
    assertThat(claim(taskset, app)).isEqualTo(new Claim.Change());
    assertThat(launchStore.choose(place)).isEqualTo("core");
  }

  @Test
  void whoTakesLongerThanExpectedIsNotWaitedFor() {
    String taskset = running(task("a1", "A", 100), task("a2", "A", 90));
    String one = i.slave(taskset, "1");
    Claim.Run hangs = i.claim(taskset, one);
    String two = i.slave(taskset, "2");
    assertThat(specOf(claim(taskset, two))).isEqualTo("Wait");

    // It was to take 1.6 s.
    long began = Long.parseLong(i.field(hangs.trial(), "started_ms"));
    i.commands.hset(hangs.trial(), "started_ms", Long.toString(began - 30_000));
    assertThat(specOf(claim(taskset, two))).isEqualTo("a2");
  }

  /** As a Ruby slave does. */
  @Test
  void whatAForeignSlaveTookIsNotGivenOutAgain() {
    String taskset = running(task("a1", "A", 900), task("a2", "A", 800), plain("p", 10));
    i.commands.lpop(Keys.taskQueue(taskset));
    String slave = i.slave(taskset, "1");

    Claim first = claim(taskset, slave);
    assertThat(specOf(first)).isEqualTo("a2");
    first = passed(taskset, slave, first, "A", "A");
    assertThat(specOf(first)).isEqualTo("p");
    assertThat(specOf(passed(taskset, slave, first, null))).isEqualTo("Wait");
  }

  /** All that such a slave touches is task_queue. */
  @Test
  void whatAForeignSlaveGaveBackIsGivenOut() {
    String taskset = running(task("a1", "A", 900), task("a2", "A", 800), plain("p", 10));
    String given = i.commands.lpop(Keys.taskQueue(taskset));
    String slave = i.slave(taskset, "1");
    Claim held = passed(taskset, slave, claim(taskset, slave), "A", "A");
    i.commands.rpush(Keys.taskQueue(taskset), given);

    held = passed(taskset, slave, held, null);
    assertThat(specOf(held)).isEqualTo("a1");
    assertThat(specOf(passed(taskset, slave, held, "A", "A"))).isEqualTo("Wait");
    assertThat(i.commands.exists(Keys.affinities(taskset), Keys.taskQueue(taskset))).isZero();
  }

  /** A class whose time is that of its key has no time of its own. */
  @Test
  void whatTakesNoTimeIsGivenOut() {
    String taskset = running(task("a", "A", 0), task("b", "A", 0), plain("p", 0), plain("q", 0));
    String slave = i.slave(taskset, "1");

    List<String> ran = new ArrayList<>();
    Claim held = claim(taskset, slave);
    while (held instanceof Claim.Run run) {
      ran.add(run.specFile());
      held = passed(taskset, slave, held, null, "A");
    }
    assertThat(ran).containsExactlyInAnyOrder("a", "b", "p", "q");
  }

  @Test
  void aSumThatCannotBeAddedToKeepsNoTaskFromRunning() {
    String taskset = running(task("a1", "A", 900), task("a2", "A", 800), plain("p", 10));
    i.commands.hset(Keys.affinities(taskset), "A\t", "much");
    String slave = i.slave(taskset, "1");

    Claim first = claim(taskset, slave);
    assertThat(specOf(first)).isEqualTo("a1");
    assertThat(specOf(passed(taskset, slave, first, "A", "A"))).isIn("a2", "p");
  }

  @Test
  void aTaskThatIsPutBackStandsInItsListAgain() {
    String taskset = running(task("a1", "A", 900), task("a2", "A", 800), plain("p", 10));
    String one = i.slave(taskset, "1");
    Claim.Run run = i.claim(taskset, one);
    i.commands.del(run.trial(), Keys.trials(run.task()));
    i.commands.hdel(one, "open_trial");

    i.lives.putBack(taskset, List.of(run.task()), false);

    assertThat(i.list(Keys.affinityQueue(taskset, "A\t")))
        .containsExactly(run.task(), Keys.task(taskset, "a2"));
    assertThat(i.commands.hget(Keys.affinities(taskset), "A\t")).isEqualTo("1700");
  }

  @Test
  void everythingExpiresAndIsGoneAtTheEnd() {
    String waits =
        i.tasksets.create(
            aTaskset().withTasks(List.of(task("a1", "A", 900), plain("p", 9))).request(),
            Instant.now());
    List<String> keys =
        List.of(Keys.affinities(waits), Keys.affinityQueue(waits, "A\t"), Keys.launches(waits));
    assertThat(keys).allSatisfy(key -> assertThat(i.commands.ttl(key)).as(key).isPositive());

    new TasksetCopies(i.redis, i.keys).keep(waits, 2, Duration.ofDays(7));
    assertThat(keys)
        .allSatisfy(key -> assertThat(i.commands.ttl(key)).as(key).isGreaterThan(86_400));
    String copy =
        new TasksetCopies(i.redis, i.keys).createLike(waits, null, Instant.now()).orElseThrow();
    assertThat(i.list(Keys.affinityQueue(copy, "A\t"))).containsExactly(Keys.task(copy, "a1"));

    String taskset = running(task("a1", "A", 900), plain("p", 9));
    assertThat(i.commands.ttl(Keys.affinityQueue(taskset, "A\t"))).isEqualTo(-1);
    i.end(taskset, "cancel");
    assertThat(
            i.commands.exists(
                Keys.affinities(taskset),
                Keys.affinityQueue(taskset, "A\t"),
                Keys.launches(taskset),
                Keys.launchQueue(taskset, "")))
        .isZero();
  }

  @Test
  void withoutKeysThereIsOneQueueAndNothingElse() {
    String taskset = running(plain("p1", 900), plain("p2", 800));
    String slave = i.slave(taskset, "1");

    Claim first = claim(taskset, slave);
    assertThat(specOf(first)).isEqualTo("p1");
    assertThat(i.commands.exists(Keys.launches(taskset), Keys.affinities(taskset))).isZero();
    assertThat(i.field(taskset, "affinity")).isEmpty();
    assertThat(specOf(passed(taskset, slave, first, null))).isEqualTo("p2");
    assertThat(i.commands.hexists(slave, "affinities")).isFalse();
  }

  @Test
  void whatIsKnownOfAClassIsReplaced() {
    AffinityStore store = new AffinityStore(i.redis, i.keys);
    KnownAffinity known =
        new KnownAffinity(
            new Affinity("spring: a b", Duration.ofMillis(1_200)), Duration.ofMillis(30));
    store.save("test-class", Map.of("gone", known));
    store.save("test-class", Map.of("a.BTest", known));
    i.commands.hset(i.keys.classAffinities("test-class"), "broken", "12\tx\ty");

    assertThat(store.find("test-class")).isEqualTo(Map.of("a.BTest", known));
    store.save("test-class", Map.of());
    assertThat(i.commands.exists(i.keys.classAffinities("test-class"))).isFalse();
  }

  @Test
  void whatWasLearnedStaysInAJvmAlthoughNoSlaveReportsIt() {
    String warm = Affinity.learned("com.foo.NamesTest");
    String taskset =
        running(
            task("names", warm, 3_000),
            task("parses", warm, 500),
            plain("long", 2_000),
            plain("short", 600));
    String one = i.slave(taskset, "1");
    String two = i.slave(taskset, "2");

    Claim first = claim(taskset, one);
    Claim second = claim(taskset, two);
    assertThat(specOf(first)).isEqualTo("names");
    assertThat(specOf(second)).isEqualTo("long");
    // Another one longer than its framework's key: the key stays.
    assertThat(specOf(passed(taskset, two, second, null))).isEqualTo("short");
    Claim third = passed(taskset, one, first, "spring", "spring");
    assertThat(specOf(third)).isEqualTo("parses");
    assertThat(i.redis.commands().hget(one, "affinities")).isEqualTo("spring\n" + warm);
  }

  @Test
  void whatThePartiesThatWatchATrialExpectHasRoomForTheCost() {
    String taskset = running(task("a", "A", 3_000), task("b", "A", 500), plain("c", 100));
    String slave = i.slave(taskset, "1");
    Claim first = claim(taskset, slave);

    assertThat(i.slaves.estimatesOf(taskset, ((Claim.Run) first).trial()))
        .containsExactly(Optional.of(Duration.ofMillis(4_500)));
    assertThat(i.trials.estimates(taskset, List.of("a", "b", "c", "unknown")))
        .containsExactly(
            Optional.of(Duration.ofMillis(4_500)),
            Optional.of(Duration.ofMillis(2_000)),
            Optional.of(Duration.ofMillis(100)),
            Optional.empty());
  }

  @Test
  void aSecondJvmMakesWhatWasLearnedOnlyIfTheFirstOneNeedsTwiceAsLong() {
    assertThat(secondOf("warm a", 1_200)).isEqualTo("Wait");
    assertThat(secondOf("framework", 1_200)).isEqualTo("b");
    assertThat(secondOf("warm a", 9_000)).isEqualTo("b");
  }

  /** What a second JVM gets while the first one runs a task of so many milliseconds. */
  private String secondOf(String key, int first) {
    String taskset = running(task("a", key, first), task("b", key, 1_000), task("c", key, 900));
    Claim unused = claim(taskset, i.slave(taskset, key + first));
    return specOf(claim(taskset, i.slave(taskset, key + first + "b")));
  }
}

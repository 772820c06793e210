package io.rrrspec.server.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.queue.Share;
import io.rrrspec.server.admission.AdmissionPlan.Rules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** What queues promise, over random queues, loads and numbers of workers. */
class AdmissionPropertiesTest {
  /** More than any group has. */
  private static final int PLENTY = 1_000;

  private static final long RECLAIM_MS = 5_000;

  @Provide
  Arbitrary<List<Queue>> queues() {
    Arbitrary<Share> rate =
        Arbitraries.oneOf(
            Arbitraries.integers().between(0, 4).map(n -> new Share(n, false)),
            Arbitraries.integers().between(0, 25).map(n -> new Share(n, true)));
    Arbitrary<Share> ceil =
        Arbitraries.oneOf(
            Arbitraries.just(Share.ALL),
            Arbitraries.integers().between(4, 12).map(n -> new Share(n, false)),
            Arbitraries.integers().between(25, 100).map(n -> new Share(n, true)));
    Arbitrary<Queue> one =
        Combinators.combine(
                Arbitraries.integers().between(0, 3), rate, ceil, Arbitraries.of(true, false))
            .as((priority, r, c, inTurn) -> new Queue("", "default", priority, r, c, inTurn));
    return one.list()
        .ofMinSize(1)
        .ofMaxSize(4)
        .map(
            queues -> {
              List<Queue> named = new ArrayList<>();
              for (Queue q : queues) {
                named.add(
                    new Queue(
                        "q" + named.size(),
                        q.group(),
                        q.priority(),
                        q.rate(),
                        q.ceil(),
                        q.inTurn()));
              }
              return named;
            });
  }

  private static Rules rules(List<Queue> queues) {
    return new Rules(queues, List.of(), Duration.ofMillis(RECLAIM_MS), Duration.ofSeconds(300));
  }

  private static Cluster backlogged(List<Queue> queues, int workers) {
    Cluster cluster = new Cluster(rules(queues), workers);
    queues.forEach(queue -> cluster.with(queue.name(), "run of " + queue.name(), PLENTY));
    return cluster.with("default", "run of nobody", PLENTY);
  }

  private static Map<String, Line> lines(List<Queue> queues, int workers) {
    Map<String, Line> lines = new HashMap<>();
    queues.forEach(queue -> lines.put(queue.name(), new Line(queue, workers)));
    lines.put("default", new Line(Queue.unconfigured("default"), workers));
    return lines;
  }

  private static boolean fits(List<Queue> queues, int workers) {
    return lines(queues, workers).values().stream().mapToDouble(l -> l.whole + l.fraction).sum()
        <= workers;
  }

  @Property
  void everyQueueThatWaitsHasItsRateAndNobodyMoreThanItsCeil(
      @ForAll("queues") List<Queue> queues, @ForAll @IntRange(min = 1, max = 40) int workers) {
    Cluster cluster = backlogged(queues, workers);
    cluster.look();
    assertThat(cluster.serves.values())
        .as("the default queue takes what is left")
        .doesNotContain("");
    Map<String, Integer> shares = cluster.shares();
    lines(queues, workers)
        .forEach(
            (name, line) -> {
              int has = shares.getOrDefault(name, 0);
              assertThat(has).isLessThanOrEqualTo(line.most);
              if (fits(queues, workers)) {
                assertThat(has).as(name).isGreaterThanOrEqualTo(line.whole);
              }
            });
  }

  @Property
  void whatWasBorrowedIsBackAfterTheReclaimTimeAndTheRunningTrial(
      @ForAll("queues") List<Queue> queues,
      @ForAll @IntRange(min = 1, max = 40) int workers,
      @ForAll @IntRange(min = 0, max = 60_000) int trialMs) {
    Cluster cluster = new Cluster(rules(queues), workers);
    cluster.with("default", "nightly", PLENTY);
    cluster.look();
    queues.forEach(queue -> cluster.with(queue.name(), "run of " + queue.name(), PLENTY));
    cluster.look();
    long began = cluster.now;
    cluster.now = began + RECLAIM_MS;
    cluster.look();
    cluster.now += trialMs;
    cluster.leave(trialMs);
    cluster.look();
    Map<String, Integer> shares = cluster.shares();
    lines(queues, workers)
        .forEach(
            (name, line) -> {
              if (fits(queues, workers)) {
                assertThat(shares.getOrDefault(name, 0))
                    .as(name)
                    .isGreaterThanOrEqualTo(line.whole);
              }
            });
    assertThat(cluster.leaving).isEmpty();
    cluster.now += 10 * RECLAIM_MS;
    assertThat(cluster.look().releases()).as("nobody is asked again").isEmpty();
  }

  @Property
  void sharesHoldWhileWorkersComeAndGo(
      @ForAll("queues") List<Queue> queues,
      @ForAll @IntRange(min = 1, max = 20) int workers,
      @ForAll Random random) {
    Cluster cluster = backlogged(queues, workers);
    List<String> all = List.copyOf(cluster.serves.keySet());
    for (int i = 0; i < 100; i++) {
      cluster.look();
      assertThat(cluster.serves.values()).doesNotContain("");
      Map<String, Integer> shares = cluster.shares();
      lines(queues, workers)
          .forEach(
              (name, line) ->
                  assertThat(shares.getOrDefault(name, 0)).isLessThanOrEqualTo(line.most));
      cluster.now += 1_000;
      cluster.leave(1_000);
      cluster.free(all.get(random.nextInt(all.size())));
    }
    if (fits(queues, workers)) {
      cluster.look();
      Map<String, Integer> shares = cluster.shares();
      lines(queues, workers)
          .forEach(
              (name, line) ->
                  assertThat(shares.getOrDefault(name, 0)).isGreaterThanOrEqualTo(line.whole));
    }
  }

  @Property
  void nobodyStarves(
      @ForAll("queues") List<Queue> queues, @ForAll @IntRange(min = 1, max = 10) int workers) {
    Cluster cluster = backlogged(queues, workers);
    List<String> all = List.copyOf(cluster.serves.keySet());
    for (int i = 0; i < 40 * workers; i++) {
      cluster.look();
      cluster.now += 1_000;
      cluster.leave(0);
      cluster.free(all.get(i % workers));
    }
    Set<String> served = new HashSet<>(cluster.served);
    lines(queues, workers)
        .forEach(
            (name, line) -> {
              boolean guaranteed = line.whole + line.fraction > 0;
              double others =
                  lines(queues, workers).values().stream()
                      .mapToDouble(l -> Math.ceil(l.whole + l.fraction))
                      .sum();
              if (guaranteed && fits(queues, workers) || others < workers) {
                assertThat(served).contains(name);
              }
            });
  }

  @Property
  void preferencesChangeNothingButByWhichWorkerARunIsServed(
      @ForAll("queues") List<Queue> queues,
      @ForAll @IntRange(min = 1, max = 20) int workers,
      @ForAll Random random) {
    Cluster without = new Cluster(rules(queues), workers);
    Cluster with = new Cluster(rules(queues), workers);
    List<String> all = List.copyOf(with.serves.keySet());
    for (int n = 0; n < 12; n++) {
      String queue = queues.get(random.nextInt(queues.size())).name();
      without.with(queue, "run " + n, 1 + n % 3);
      Demand plain = without.demands.get(n);
      with.demands.add(
          new Demand(
              plain.key(),
              plain.workerType(),
              plain.maxWorkers(),
              true,
              true,
              queue,
              plain.user(),
              false,
              random.nextBoolean() ? all.get(random.nextInt(all.size())) : null));
    }
    AdmissionPlan plan = without.look();
    AdmissionPlan preferring = with.look();
    assertThat(preferring.assignments().stream().map(a -> a.taskset() + a.serving() + a.turn()))
        .containsExactlyElementsOf(
            plan.assignments().stream().map(a -> a.taskset() + a.serving() + a.turn()).toList());
    assertThat(preferring.turns()).isEqualTo(plan.turns());
    assertThat(preferring.sample()).isEqualTo(plan.sample());
  }

  /** The rule before there were queues. */
  @Property
  void withNoQueueSetUpTheOldestRunIsServedUpToItsLimit(
      @ForAll List<@IntRange(min = 0, max = 5) Integer> limits,
      @ForAll @IntRange(min = 0, max = 30) int workers) {
    Cluster cluster = new Cluster(Rules.NONE, workers);
    Map<String, Integer> expected = new HashMap<>();
    int left = workers;
    for (int i = 0; i < limits.size(); i++) {
      cluster.with("default", "run " + i, limits.get(i));
      int gets = Math.min(left, limits.get(i));
      left -= gets;
      if (gets > 0) {
        expected.put("run " + i, gets);
      }
    }
    cluster.look();
    assertThat(cluster.runs()).isEqualTo(expected);
  }
}

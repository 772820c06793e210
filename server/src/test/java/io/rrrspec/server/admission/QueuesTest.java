package io.rrrspec.server.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.queue.Share;
import io.rrrspec.server.admission.AdmissionPlan.Release;
import io.rrrspec.server.admission.AdmissionPlan.Rules;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What queues promise, by examples. */
class QueuesTest {
  private static Queue queue(String name, String rate, String ceil) {
    return queue(name, 0, rate, ceil);
  }

  private static Queue queue(String name, int priority, String rate, String ceil) {
    return new Queue(name, "default", priority, Share.parse(rate), Share.parse(ceil), true);
  }

  private static Rules rules(Queue... queues) {
    return new Rules(List.of(queues), List.of(), Duration.ofSeconds(5), Duration.ofSeconds(300));
  }

  @Test
  void aGuaranteedShareIsServedBeforeTheOldestRun() {
    Cluster cluster =
        new Cluster(rules(queue("nightly", "0", "100%"), queue("pr", "50%", "100%")), 4);
    cluster.with("nightly", "old", 10).with("pr", "new", 10);
    cluster.look();
    assertThat(cluster.shares()).isEqualTo(Map.of("nightly", 1, "pr", 3));
  }

  @Test
  void nobodyHasMoreThanItsCeil() {
    Cluster cluster = new Cluster(rules(queue("purge", "0", "30%")), 10).with("purge", "p", 10);
    cluster.look();
    assertThat(cluster.shares()).isEqualTo(Map.of("purge", 3));
  }

  @Test
  void aCeilOfLessThanOneWorkerIsOneAndNoneIsAPause() {
    Cluster cluster =
        new Cluster(rules(queue("small", "0", "10%"), queue("paused", "0", "0")), 2)
            .with("small", "s", 10)
            .with("paused", "p", 10);
    cluster.look();
    assertThat(cluster.shares()).isEqualTo(Map.of("small", 1));
  }

  @Test
  void queuesTakeTurnsInTheOrderOfTheirPriority() {
    Cluster cluster =
        new Cluster(rules(queue("c", 1, "0", "100%"), queue("a", 2, "0", "100%")), 1)
            .with("a", "ra", 1_000)
            .with("c", "rc", 1_000)
            .with("default", "rd", 1_000);
    for (int i = 0; i < 7; i++) {
      cluster.look();
      cluster.free("worker-000");
    }
    assertThat(cluster.served).containsExactly("default", "c", "a", "default", "c", "a", "default");
  }

  @Test
  void aStrictGroupBeginsAtTheFrontUntilSomebodyStarves() {
    Queue first = queue("a", 0, "0", "100%");
    Queue second = queue("b", 1, "0", "100%");
    Rules strict =
        new Rules(
            List.of(first, second),
            List.of("default"),
            Duration.ofSeconds(5),
            Duration.ofSeconds(300));
    Cluster cluster = new Cluster(strict, 1).with("a", "ra", 9).with("b", "rb", 9);
    for (int i = 0; i < 8; i++) {
      cluster.look();
      cluster.free("worker-000");
      cluster.now += 100_000;
    }
    assertThat(cluster.served).containsExactly("a", "a", "a", "b", "a", "a", "b", "a");
  }

  @Test
  void partsOfAWorkerAreSharedOverTime() {
    Cluster cluster =
        new Cluster(
                rules(
                    queue("half", "50%", "100%"),
                    queue("third", "30%", "100%"),
                    queue("fifth", "20%", "100%")),
                1)
            .with("half", "h", 9)
            .with("third", "t", 9)
            .with("fifth", "f", 9);
    for (int i = 0; i < 100; i++) {
      cluster.look();
      cluster.free("worker-000");
    }
    assertThat(Collections.frequency(cluster.served, "half")).isEqualTo(50);
    assertThat(Collections.frequency(cluster.served, "third")).isEqualTo(30);
    assertThat(Collections.frequency(cluster.served, "fifth")).isEqualTo(20);
  }

  @Test
  void usersTakeTurnsInAQueueThatWasSetUpAndOnlyThere() {
    Cluster fair = new Cluster(rules(queue("pr", "0", "100%")), 4);
    fair.with("pr", "a1", 9, "ann").with("pr", "a2", 9, "ann").with("pr", "b1", 9, "bob");
    fair.look();
    assertThat(fair.runs()).isEqualTo(Map.of("a1", 2, "b1", 2));

    Cluster unconfigured = new Cluster(Rules.NONE, 4);
    unconfigured.with("default", "a1", 9, "ann").with("default", "b1", 9, "bob");
    unconfigured.look();
    assertThat(unconfigured.runs()).isEqualTo(Map.of("a1", 4));
  }

  @Test
  void aGuaranteeIsGotBackFromTheRunThatBorrowsMost() {
    Cluster cluster =
        new Cluster(rules(queue("nightly", "0", "100%"), queue("pr", "50%", "100%")), 4)
            .with("nightly", "long", 10);
    cluster.look();
    cluster.with("pr", "new", 10);
    assertThat(cluster.look().releases()).as("it has not waited").isEmpty();
    cluster.now += 4_999;
    assertThat(cluster.look().releases()).isEmpty();
    cluster.now += 1;
    assertThat(cluster.look().releases())
        .extracting(Release::taskset, Release::queue)
        .containsOnly(org.assertj.core.api.Assertions.tuple("long", "pr"))
        .hasSize(2);
    assertThat(cluster.look().releases()).as("two are on their way").isEmpty();
    cluster.leave(0);
    cluster.look();
    assertThat(cluster.shares()).isEqualTo(Map.of("nightly", 2, "pr", 2));
    cluster.now += 60_000;
    assertThat(cluster.look().releases()).isEmpty();
  }

  @Test
  void nobodyIsAskedForMoreThanThereIsWorkFor() {
    Cluster cluster = new Cluster(rules(queue("pr", "3", "100%")), 4).with("default", "long", 10);
    cluster.look();
    cluster.with("pr", "one", 1);
    cluster.look();
    cluster.now += 10_000;
    assertThat(cluster.look().releases()).hasSize(1);
  }

  @Test
  void whatNamesAnUnknownQueueIsServedLikeWhatNamesNone() {
    Cluster cluster = new Cluster(rules(queue("pr", "0", "100%")), 2).with("gone", "x", 2);
    cluster.look();
    assertThat(cluster.runs()).isEqualTo(Map.of("x", 2));
  }

  @Test
  void aWorkerThatIsNotDoneWithWhatIsOverCountsForItsQueue() {
    Offer leaves =
        new Offer(
            "a",
            "default",
            "over",
            true,
            true,
            Set.of(),
            false,
            Set.of(),
            Offer.Stay.MUST_STAY,
            "purge");
    Offer idle = new Offer("b", "default", null, true, true, Set.of());
    AdmissionPlan plan =
        AdmissionPlan.of(
            rules(queue("purge", "0", "1")),
            List.of(new Demand("next", "default", 1, true, true, "purge", "ann")),
            List.of(leaves, idle),
            Map.of(),
            0);
    assertThat(plan.assignments()).as("it would be beyond its ceil").isEmpty();
  }
}

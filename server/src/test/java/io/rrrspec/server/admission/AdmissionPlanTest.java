package io.rrrspec.server.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.queue.Turn;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AdmissionPlanTest {
  private static Demand demand(String key, int limit) {
    return new Demand(key, "default", limit, true, true);
  }

  private static Offer idle(String key) {
    return serving(key, null);
  }

  private static Offer serving(String key, @Nullable String taskset) {
    return new Offer(key, "default", taskset, true, true, Set.of());
  }

  private static Assignment given(String taskset, String worker, int serving, int limit) {
    Turn turn = new Turn("default", Turn.Kind.SURPLUS, Queue.DEFAULT, Map.of());
    return new Assignment(taskset, worker, serving, limit, turn);
  }

  private static List<Assignment> plan(List<Demand> demands, Offer... offers) {
    return AdmissionPlan.of(demands, List.of(offers)).assignments();
  }

  @Test
  void theOldestTasksetIsServedFirstUpToItsLimit() {
    assertThat(
            plan(
                List.of(demand("old", 2), demand("new", 2)),
                idle("a"),
                serving("b", "old"),
                idle("c")))
        .containsExactly(given("old", "a", 1, 2), given("new", "c", 0, 2));
  }

  @Test
  void noWorkerIsGivenTwice() {
    assertThat(plan(List.of(demand("x", 9), demand("y", 9)), idle("a")))
        .containsExactly(given("x", "a", 0, 9));
  }

  @Test
  void deadBusyBarredAndUnfitWorkersStayWhereTheyAre() {
    assertThat(
            plan(
                List.of(demand("x", 9)),
                new Offer("dead", "default", null, false, true, Set.of()),
                serving("busy", "y"),
                new Offer("barred", "default", null, true, true, Set.of("x")),
                new Offer("other-type", "gpu", null, true, true, Set.of()),
                new Offer("other-make", "default", null, true, false, Set.of())))
        .isEmpty();
  }

  @Test
  void aWorkerOfAnotherMakeServesWhatNeedsNothingOfOurs() {
    Offer foreign = new Offer("f", "default", null, true, false, Set.of());
    assertThat(plan(List.of(new Demand("x", "default", 9, false, true)), foreign)).hasSize(1);
  }

  private static Offer takenOff(String key, boolean stillSick) {
    return new Offer(
        key,
        "default",
        null,
        true,
        true,
        Set.of("x"),
        stillSick,
        Set.of("x"),
        Offer.Stay.MUST_STAY);
  }

  @Test
  void aSickWorkerGetsNothingAtAll() {
    assertThat(plan(List.of(demand("y", 9), demand("x", 9)), takenOff("a", true))).isEmpty();
  }

  @Test
  void aWorkerThatWasTakenOffIsTheLastResort() {
    assertThat(plan(List.of(demand("x", 9)), takenOff("a", false), takenOff("b", false)))
        .containsExactly(given("x", "a", 0, 9));
    assertThat(plan(List.of(demand("x", 9)), takenOff("a", false), idle("b")))
        .containsExactly(given("x", "b", 0, 9));
    assertThat(plan(List.of(demand("x", 9)), takenOff("a", false), serving("b", "x"))).isEmpty();
    assertThat(plan(List.of(demand("x", 9), demand("y", 9)), takenOff("a", false), idle("b")))
        .containsExactly(given("x", "b", 0, 9), given("y", "a", 0, 9));
  }

  private static Demand preferring(String key, String worker) {
    return new Demand(key, "default", 1, true, true, Queue.DEFAULT, "", false, worker);
  }

  @Test
  void aTasksetGetsTheWorkerThatItPrefersIfThatIsIdle() {
    assertThat(plan(List.of(preferring("x", "b")), idle("a"), idle("b")))
        .containsExactly(given("x", "b", 0, 1));
    assertThat(plan(List.of(preferring("x", "b")), idle("a"), serving("b", "y")))
        .containsExactly(given("x", "a", 0, 1));
    assertThat(plan(List.of(preferring("x", "gone")), idle("a")))
        .containsExactly(given("x", "a", 0, 1));
  }

  @Test
  void aWorkerThatTheTasksetHasLeftIsNotPreferred() {
    assertThat(plan(List.of(preferring("x", "b")), idle("a"), takenOff("b", false)))
        .containsExactly(given("x", "a", 0, 1));
    Offer foreign = new Offer("b", "default", null, true, false, Set.of());
    assertThat(plan(List.of(preferring("x", "b")), foreign)).isEmpty();
  }

  @Test
  void aWorkerThatSomebodyPrefersIsLeftToItWhileThereAreOthers() {
    List<Demand> both = List.of(demand("old", 1), preferring("new", "a"));
    assertThat(plan(both, idle("a"), idle("b")))
        .containsExactly(given("old", "b", 0, 1), given("new", "a", 0, 1));
    assertThat(plan(both, idle("a"))).containsExactly(given("old", "a", 0, 1));
  }

  @Test
  void ofTwoThatPreferAWorkerTheFirstGetsIt() {
    List<Demand> both = List.of(preferring("old", "b"), preferring("new", "b"));
    assertThat(plan(both, idle("a"), idle("b"), idle("c")))
        .containsExactly(given("old", "b", 0, 1), given("new", "a", 0, 1));
  }

  @Test
  void nobodyGoesWithoutAWorkerSinceAnotherPrefersOne() {
    Demand any = new Demand("any", "default", 1, false, true);
    List<Demand> demands = List.of(any, demand("ours", 1), preferring("new", "a"));
    Offer foreign = new Offer("f", "default", null, true, false, Set.of());
    assertThat(plan(demands, foreign, idle("a")))
        .containsExactly(given("any", "f", 0, 1), given("ours", "a", 0, 1));
    Offer barred = new Offer("b", "default", null, true, true, Set.of("ours"));
    assertThat(plan(List.of(any, demand("ours", 1), preferring("new", "b")), barred, idle("a")))
        .containsExactly(given("any", "b", 0, 1), given("ours", "a", 0, 1));
  }

  @Test
  void aTasksetWithoutWorkGetsNobody() {
    assertThat(plan(List.of(new Demand("x", "default", 9, true, false)), idle("a"))).isEmpty();
  }
}

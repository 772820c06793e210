package io.rrrspec.server.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.server.placement.Scheduler.Waits;
import io.rrrspec.server.placement.WorkerQueues.Ask;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchedulerTest {
  private static final Duration CACHE = Duration.ofMillis(200);
  private static final Duration DEPS = Duration.ofMillis(500);
  private static final Duration TICK = Duration.ofMillis(1);

  private final HandMovedTime time = new HandMovedTime();
  private int chance;
  private final Scheduler scheduler =
      new Scheduler(new Waits(CACHE, DEPS), time, bound -> chance % bound);

  private static Job job(String id, String result, String... dependencies) {
    return new Job(id, result, List.of(dependencies));
  }

  private void register(String... workers) {
    for (String worker : workers) {
      scheduler.register(worker);
    }
  }

  /** The worker has made an artifact that nobody asked for. */
  private void holds(String worker, String artifact) {
    assertThat(scheduler.complete(worker, job("made " + artifact, artifact), Outcome.SUCCEEDED))
        .isFalse();
  }

  /** What a worker gets now, which it then has; null: nothing. */
  private @Nullable Pick take(String worker) {
    Ask ask = scheduler.ask(worker);
    if (ask.answer().isDone()) {
      return ask.answer().join().orElse(null);
    }
    Cancellation cancellation = new Cancellation();
    cancellation.cancel();
    scheduler.withdraw(ask);
    return null;
  }

  private void assertGets(String worker, String id, Reason reason) {
    Pick pick = take(worker);
    assertThat(pick).as("what %s gets", worker).isNotNull();
    assertThat(pick == null ? "" : pick.job().id()).isEqualTo(id);
    assertThat(pick == null ? null : pick.reason()).isEqualTo(reason);
  }

  private void assertGetsNothing(String... workers) {
    for (String worker : workers) {
      assertThat(take(worker)).as("what %s gets", worker).isNull();
    }
  }

  @Test
  void aJobThatIsPendingIsTheSame() {
    register("w");
    PendingJob pending = scheduler.schedule(job("j", "r"));
    assertThat(scheduler.schedule(job("j", "r"))).isSameAs(pending);
    time.pass(DEPS);
    assertGets("w", "j", Reason.ANYBODY);
    assertThat(scheduler.schedule(job("j", "r"))).as("while a worker has it").isSameAs(pending);
    assertGetsNothing("w");
    assertThat(scheduler.complete("w", job("j", "r"), Outcome.FAILED)).isTrue();
    assertThat(scheduler.schedule(job("j", "r"))).as("after its end").isNotSameAs(pending);
  }

  @Test
  void fourJobsMayMakeOneResult() {
    register("w0", "w1");
    for (int slot = 0; slot < 4; slot++) {
      scheduler.schedule(job("slot " + slot, "workspace"));
    }
    time.pass(DEPS);
    assertGets("w0", "slot 0", Reason.ANYBODY);
    assertGets("w1", "slot 1", Reason.ANYBODY);
    assertThat(scheduler.complete("w0", job("slot 0", "workspace"), Outcome.SUCCEEDED)).isTrue();
    chance = 0;
    assertGets("w0", "slot 2", Reason.HAS_RESULT);
    assertGets("w1", "slot 3", Reason.ANYBODY);
    assertGetsNothing("w0", "w1");
  }

  @Test
  void whoHoldsTheResultGetsTheJobAtOnceAndOthersLater() {
    register("w0", "w1", "w2");
    holds("w0", "r");
    holds("w1", "d");
    scheduler.schedule(job("j", "r", "d"));
    assertGetsNothing("w1", "w2");
    time.pass(CACHE.minus(TICK));
    assertGetsNothing("w1", "w2");
    time.pass(TICK);
    assertGetsNothing("w2");
    assertGets("w1", "j", Reason.HAS_DEPENDENCY);
    assertGetsNothing("w0", "w1", "w2");
  }

  @Test
  void whoHoldsTheResultGetsItAtAnyTime() {
    for (Duration passed : List.of(Duration.ZERO, CACHE, CACHE.plus(DEPS))) {
      Scheduler other = new Scheduler(new Waits(CACHE, DEPS), time, bound -> 0);
      other.register("w0");
      other.complete("w0", job("before", "r"), Outcome.SUCCEEDED);
      other.schedule(job("j", "r"));
      time.pass(passed);
      assertThat(other.ask("w0").answer().join().map(Pick::reason)).contains(Reason.HAS_RESULT);
    }
  }

  @Test
  void theTwoWaitsFollowEachOther() {
    register("w0", "w1");
    holds("w0", "r");
    scheduler.schedule(job("j", "r"));
    time.pass(CACHE.plus(DEPS).minus(TICK));
    assertGetsNothing("w1");
    time.pass(TICK);
    assertGets("w1", "j", Reason.ANYBODY);
  }

  @Test
  void withoutAResultAnywhereThereIsOneWait() {
    register("w0", "w1");
    holds("w0", "d");
    scheduler.schedule(job("j", "r", "d"));
    assertThat(time.waiting()).isEqualTo(1);
    time.pass(DEPS.minus(TICK));
    assertGetsNothing("w1");
    time.pass(TICK);
    assertGets("w1", "j", Reason.ANYBODY);
    assertThat(time.waiting()).isZero();
  }

  @Test
  void oneDependencyOfManyIsEnough() {
    register("w0", "w1");
    holds("w0", "d3");
    scheduler.schedule(job("j", "r", "d1", "d2", "d3"));
    assertGetsNothing("w1");
    assertGets("w0", "j", Reason.HAS_DEPENDENCY);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theNewsOfAResultMayComeFirstOrLast(boolean newsFirst) {
    register("w0", "w1");
    if (newsFirst) {
      holds("w0", "r");
    }
    scheduler.schedule(job("j", "r"));
    if (!newsFirst) {
      holds("w0", "r");
    }
    assertGetsNothing("w1");
    assertGets("w0", "j", Reason.HAS_RESULT);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theNewsOfADependencyMayComeFirstOrLast(boolean newsFirst) {
    register("w0", "w1");
    if (newsFirst) {
      holds("w0", "d");
    }
    scheduler.schedule(job("j", "r", "d"));
    if (!newsFirst) {
      holds("w0", "d");
    }
    assertGetsNothing("w1");
    assertGets("w0", "j", Reason.HAS_DEPENDENCY);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whoeverHoldsADependencyHasNoTurnWhileTheResultIsSought(boolean newsFirst) {
    register("w0", "w1");
    holds("w0", "r");
    if (newsFirst) {
      holds("w1", "d");
    }
    scheduler.schedule(job("j", "r", "d"));
    if (!newsFirst) {
      holds("w1", "d");
    }
    assertGetsNothing("w1");
    time.pass(CACHE);
    assertGets("w1", "j", Reason.HAS_DEPENDENCY);
  }

  @Test
  void lateNewsOfAResultPutAJobOfTheGlobalQueueIntoAFirstQueue() {
    register("w0", "w1");
    scheduler.schedule(job("other", "x"));
    scheduler.schedule(job("j", "r"));
    time.pass(DEPS);
    holds("w0", "r");
    chance = 0;
    assertGets("w0", "j", Reason.HAS_RESULT);
    assertGets("w1", "other", Reason.ANYBODY);
    assertGetsNothing("w0", "w1");
  }

  @Test
  void lateNewsOfADependencyPutAJobOfTheGlobalQueueIntoASecondQueue() {
    register("w0", "w1");
    scheduler.schedule(job("other", "x"));
    scheduler.schedule(job("j", "r", "d"));
    time.pass(DEPS);
    holds("w0", "d");
    chance = 0;
    assertGets("w0", "j", Reason.HAS_DEPENDENCY);
    assertGets("w1", "other", Reason.ANYBODY);
  }

  @Test
  void theHeadOfOneOfThreeIsTakenByChance() {
    Set<String> taken = new HashSet<>();
    for (chance = 0; chance < 3; chance++) {
      Scheduler other = new Scheduler(new Waits(CACHE, DEPS), time, bound -> chance % bound);
      other.register("w");
      other.schedule(job("global", "x"));
      time.pass(DEPS);
      other.complete("w", job("a", "r"), Outcome.SUCCEEDED);
      other.complete("w", job("b", "d"), Outcome.SUCCEEDED);
      other.schedule(job("second", "y", "d"));
      other.schedule(job("first", "r"));
      Optional<Pick> pick = other.ask("w").answer().join();
      taken.add(pick.map(one -> one.job().id() + " " + one.reason()).orElse("nothing"));
    }
    assertThat(taken)
        .containsExactlyInAnyOrder("first HAS_RESULT", "second HAS_DEPENDENCY", "global ANYBODY");
  }

  @Test
  void aQueueIsServedInOrder() {
    register("w");
    for (String id : List.of("a", "b", "c")) {
      scheduler.schedule(job(id, id));
    }
    time.pass(DEPS);
    for (String id : List.of("a", "b", "c")) {
      assertGets("w", id, Reason.ANYBODY);
    }
  }

  @Test
  void onlyASuccessIsHeld() {
    register("w0", "w1");
    scheduler.schedule(job("j", "r"));
    time.pass(DEPS);
    assertGets("w0", "j", Reason.ANYBODY);
    assertThat(scheduler.complete("w0", job("j", "r"), Outcome.FAILED)).isTrue();
    assertThat(scheduler.locate("r")).isEmpty();
    assertThat(scheduler.complete("w0", job("j", "r"), Outcome.SUCCEEDED))
        .as("a second time")
        .isFalse();
    assertThat(scheduler.locate("r")).contains("w0");
  }

  @Test
  void whoHasScheduledIsToldTheEnd() {
    register("w");
    PendingJob good = scheduler.schedule(job("good", "r"));
    PendingJob bad = scheduler.schedule(job("bad", "r"));
    assertThat(good.end()).isNotDone();
    scheduler.complete("w", job("good", "r"), Outcome.SUCCEEDED);
    scheduler.complete("w", job("bad", "r"), Outcome.FAILED);
    assertThat(good.end().join()).contains(Outcome.SUCCEEDED);
    assertThat(bad.end().join()).contains(Outcome.FAILED);
    assertGetsNothing("w");
    assertThat(time.waiting()).as("nobody waits for what has ended").isZero();
  }

  @Test
  void anArtifactIsLocatedWhileItsHolderLives() {
    register("w0", "w1");
    assertThat(scheduler.locate("a")).isEmpty();
    holds("w0", "a");
    holds("w1", "a");
    assertThat(scheduler.locate("a")).contains("w0");
    scheduler.lost("w0");
    assertThat(scheduler.locate("a")).contains("w1");
    scheduler.forget("w1", "a");
    assertThat(scheduler.locate("a")).isEmpty();
    holds("w0", "a");
    assertThat(scheduler.locate("a")).as("of one who is lost").isEmpty();
    register("w0");
    assertThat(scheduler.locate("a")).as("a worker comes back empty").isEmpty();
  }

  @Test
  void anArtifactThatIsForgottenTakesTheJobOutOfTheQueue() {
    register("w0", "w1");
    holds("w0", "r");
    holds("w0", "d1");
    holds("w0", "d2");
    scheduler.schedule(job("j", "r", "d1", "d2"));
    scheduler.forget("w0", "r");
    assertGetsNothing("w0");
    time.pass(CACHE);
    scheduler.forget("w0", "d1");
    scheduler.forget("w0", "unknown");
    assertGets("w0", "j", Reason.HAS_DEPENDENCY);
    scheduler.schedule(job("k", "r", "d2"));
    scheduler.forget("w0", "d2");
    assertGetsNothing("w0");
    time.pass(DEPS);
    assertGets("w1", "k", Reason.ANYBODY);
  }

  @Test
  void whatALostWorkerHadAnotherGets() {
    register("w0", "w1");
    PendingJob pending = scheduler.schedule(job("j", "r", "d"));
    time.pass(DEPS);
    assertGets("w0", "j", Reason.ANYBODY);
    holds("w1", "d");
    scheduler.lost("w0");
    assertThat(pending.end()).isNotDone();
    assertGets("w1", "j", Reason.HAS_DEPENDENCY);
    assertThat(scheduler.complete("w0", job("j", "r"), Outcome.SUCCEEDED))
        .as("it was not lost after all")
        .isTrue();
    assertThat(scheduler.locate("r")).isEmpty();
    assertThat(scheduler.complete("w1", job("j", "r"), Outcome.SUCCEEDED)).isFalse();
  }

  @Test
  void oneWhoWaitsGetsWhatComes() {
    register("w0", "w1");
    Ask first = scheduler.ask("w0");
    Ask second = scheduler.ask("w1");
    scheduler.schedule(job("j", "r"));
    assertThat(first.answer()).isNotDone();
    time.pass(DEPS);
    assertThat(first.answer().join().map(pick -> pick.job().id())).contains("j");
    assertThat(second.answer()).isNotDone();
    holds("w1", "r");
    scheduler.schedule(job("k", "r"));
    assertThat(second.answer().join().map(Pick::reason)).contains(Reason.HAS_RESULT);
  }

  @Test
  void ofThoseWhoWaitTheNewsChoose() {
    register("w0", "w1");
    Ask other = scheduler.ask("w0");
    Ask holder = scheduler.ask("w1");
    scheduler.schedule(job("j", "r", "d"));
    holds("w1", "d");
    assertThat(holder.answer().join().map(Pick::reason)).contains(Reason.HAS_DEPENDENCY);
    assertThat(other.answer()).isNotDone();
    assertThat(time.waiting()).isZero();
  }

  @Test
  void aPickWaitsUntilThereIsAJob() throws InterruptedException {
    register("w");
    CompletableFuture<Optional<Pick>> picked = pick("w", new Cancellation());
    scheduler.schedule(job("j", "r"));
    time.pass(DEPS);
    assertThat(picked.orTimeout(1, TimeUnit.MINUTES).join().map(pick -> pick.job().id()))
        .contains("j");
  }

  @Test
  void aPickThatIsCancelledIsEmpty() throws InterruptedException {
    register("w");
    Cancellation cancellation = new Cancellation();
    CompletableFuture<Optional<Pick>> picked = pick("w", cancellation);
    cancellation.cancel();
    assertThat(picked.orTimeout(1, TimeUnit.MINUTES).join()).isEmpty();
    scheduler.schedule(job("j", "r"));
    time.pass(DEPS);
    assertThat(scheduler.pick("w", cancellation)).as("cancelled before").isEmpty();
    assertThat(scheduler.pick("w", new Cancellation()).map(pick -> pick.job().id())).contains("j");
  }

  @Test
  void aPickThatIsInterruptedTakesNothing() {
    register("w");
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> scheduler.pick("w", new Cancellation()))
        .isInstanceOf(InterruptedException.class);
    scheduler.schedule(job("j", "r"));
    time.pass(DEPS);
    assertGets("w", "j", Reason.ANYBODY);
  }

  @Test
  void thePickOfALostWorkerIsEmpty() throws InterruptedException {
    register("w");
    CompletableFuture<Optional<Pick>> picked = pick("w", new Cancellation());
    scheduler.lost("w");
    assertThat(picked.orTimeout(1, TimeUnit.MINUTES).join()).isEmpty();
    assertThat(scheduler.pick("w", new Cancellation())).isEmpty();
    assertThat(scheduler.pick("unknown", new Cancellation())).isEmpty();
  }

  @Test
  void onceItIsStoppedEverybodyHasAnAnswer() throws InterruptedException {
    register("w0", "w1");
    PendingJob waits = scheduler.schedule(job("j", "r"));
    PendingJob given = scheduler.schedule(job("k", "r"));
    time.pass(DEPS);
    assertGets("w0", "j", Reason.ANYBODY);
    CompletableFuture<Optional<Pick>> picked = pick("w1", new Cancellation());
    assertThat(picked.orTimeout(1, TimeUnit.MINUTES).join().map(p -> p.job().id())).contains("k");
    CompletableFuture<Optional<Pick>> last = pick("w1", new Cancellation());
    scheduler.stop();
    scheduler.stop();
    assertThat(last.orTimeout(1, TimeUnit.MINUTES).join()).isEmpty();
    assertThat(waits.end().join()).isEmpty();
    assertThat(given.end().join()).isEmpty();
    assertThat(scheduler.schedule(job("l", "r")).end().join()).isEmpty();
    assertThat(scheduler.pick("w0", new Cancellation())).isEmpty();
    assertThat(scheduler.complete("w0", job("j", "r"), Outcome.SUCCEEDED)).isFalse();
    assertThat(scheduler.locate("r")).isEmpty();
    assertThat(time.waiting()).isZero();
  }

  @Test
  void timeThatCannotBeToldHoldsNobodyUp() {
    Scheduler other =
        new Scheduler(
            new Waits(CACHE, DEPS),
            duration -> CompletableFuture.failedFuture(new IllegalStateException("no clock")),
            bound -> 0);
    other.register("w");
    other.schedule(job("j", "r"));
    assertThat(other.ask("w").answer().join().map(Pick::reason)).contains(Reason.ANYBODY);
  }

  @Test
  void theFirstWaitIsTheShorterOne() {
    assertThatThrownBy(() -> new Waits(DEPS, CACHE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("cacheTimeout PT0.5S must be below depsTimeout PT0.2S");
  }

  /** A pick on a thread of its own, which waits already. */
  private CompletableFuture<Optional<Pick>> pick(String worker, Cancellation cancellation)
      throws InterruptedException {
    CompletableFuture<Optional<Pick>> picked = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                picked.complete(scheduler.pick(worker, cancellation));
              } catch (InterruptedException | RuntimeException e) {
                picked.completeExceptionally(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    while (thread.getState() == Thread.State.RUNNABLE && !picked.isDone()) {
      Thread.sleep(1);
    }
    return picked;
  }
}

package io.rrrspec.server.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.server.placement.Scheduler.Waits;
import io.rrrspec.server.placement.WorkerQueues.Ask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Workers that die and come back, artifacts that get lost, news that come late or twice: after each
 * answer it is compared with a plain model that looks at all jobs each time.
 */
class SchedulerSimulationTest {
  private static final int WORKERS = 100;
  private static final int JOBS = 10_000;
  private static final int ARTIFACTS = 400;
  private static final int MOST_PENDING = 200;
  private static final long CACHE_MS = 200;
  private static final long DEPS_MS = 500;

  private final HandMovedTime time = new HandMovedTime();
  private long now;

  /** What the model knows of a job that has not ended. */
  private static final class Known {
    private final Job job;
    private final PendingJob pending;
    private long since;
    private boolean wasHeld;
    private @Nullable String worker;

    Known(Job job, PendingJob pending) {
      this.job = job;
      this.pending = pending;
    }
  }

  private final Map<String, Known> known = new LinkedHashMap<>();
  private final Map<String, Set<String>> held = new HashMap<>();
  private final Map<String, Ask> asking = new LinkedHashMap<>();
  private final Set<String> ended = new HashSet<>();
  private final List<PendingJob> all = new ArrayList<>();
  private final int[] given = new int[Reason.values().length];

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void eachJobIsGivenOnceWhileItsWorkerLives(long seed) {
    Random random = new Random(seed);
    Scheduler scheduler =
        new Scheduler(
            new Waits(Duration.ofMillis(CACHE_MS), Duration.ofMillis(DEPS_MS)),
            time,
            random::nextInt);
    int scheduled = 0;
    while (ended.size() < JOBS) {
      String worker = "w" + random.nextInt(WORKERS);
      boolean last = scheduled == JOBS;
      switch (random.nextInt(last ? 9 : 12)) {
        case 0 -> register(scheduler, worker);
        case 1 -> pass(random.nextInt(300));
        case 2, 3, 4 -> ask(scheduler, worker);
        case 5, 6 -> finish(scheduler, random);
        case 7 -> news(scheduler, worker, artifact(random), random);
        case 8 -> trouble(scheduler, worker, random);
        default -> {
          if (known.size() < MOST_PENDING) {
            schedule(scheduler, "j" + scheduled++, random);
          }
        }
      }
      hear();
    }
    assertThat(scheduler.pendingCount()).isZero();
    assertThat(time.waiting()).isZero();
    assertThat(all).hasSize(JOBS).allMatch(pending -> pending.end().isDone());
    assertThat(given).as("by each reason").doesNotContain(0);
  }

  private static String artifact(Random random) {
    return "a" + random.nextInt(ARTIFACTS);
  }

  private void register(Scheduler scheduler, String worker) {
    scheduler.register(worker);
    held.computeIfAbsent(worker, w -> new HashSet<>());
  }

  private void pass(long ms) {
    // Step by step: what is given at one moment counts before the next.
    for (long i = 0; i < ms; i += 10) {
      time.pass(Duration.ofMillis(10));
      now += 10;
      hear();
    }
  }

  private void schedule(Scheduler scheduler, String id, Random random) {
    List<String> dependencies = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      dependencies.add(artifact(random));
    }
    Job job = new Job(id, artifact(random), dependencies);
    boolean wasHeld = isHeld(job.result());
    PendingJob pending = scheduler.schedule(job);
    assertThat(scheduler.schedule(job)).isSameAs(pending);
    all.add(pending);
    Known made = new Known(job, pending);
    made.since = now;
    made.wasHeld = wasHeld;
    known.put(id, made);
  }

  private boolean isHeld(String artifact) {
    return held.values().stream().anyMatch(of -> of.contains(artifact));
  }

  private void ask(Scheduler scheduler, String worker) {
    if (asking.containsKey(worker)) {
      return;
    }
    boolean some =
        held.containsKey(worker)
            && known.values().stream().anyMatch(one -> reason(one, worker) != null);
    Ask ask = scheduler.ask(worker);
    if (!held.containsKey(worker)) {
      assertThat(ask.answer().join()).as("what a lost worker gets").isEmpty();
      return;
    }
    assertThat(ask.answer().isDone()).as("whether there is a job for it").isEqualTo(some);
    asking.put(worker, ask);
  }

  /** The best reason for which the model would give a job to a worker now; null: none. */
  private @Nullable Reason reason(Known one, String worker) {
    if (one.worker != null) {
      return null;
    }
    Set<String> holds = held.getOrDefault(worker, Set.of());
    long toDependencies = one.since + (one.wasHeld ? CACHE_MS : 0);
    if (holds.contains(one.job.result())) {
      return Reason.HAS_RESULT;
    }
    if (now >= toDependencies && one.job.dependencies().stream().anyMatch(holds::contains)) {
      return Reason.HAS_DEPENDENCY;
    }
    return now >= toDependencies + DEPS_MS ? Reason.ANYBODY : null;
  }

  /** Takes in what workers that asked were given. */
  private void hear() {
    asking
        .entrySet()
        .removeIf(
            one -> {
              Ask ask = one.getValue();
              if (!ask.answer().isDone()) {
                return false;
              }
              Pick pick = ask.answer().join().orElse(null);
              if (pick != null) {
                take(one.getKey(), pick);
              }
              return true;
            });
    for (Map.Entry<String, Ask> one : asking.entrySet()) {
      assertThat(known.values()).noneMatch(job -> reason(job, one.getKey()) != null);
    }
  }

  private void take(String worker, Pick pick) {
    Known one = known.get(pick.job().id());
    assertThat(one).as("a job that has not ended").isNotNull();
    if (one == null) {
      return;
    }
    assertThat(one.worker).as("who has %s already", one.job.id()).isNull();
    Reason best = reason(one, worker);
    assertThat(best).as("why %s may have it", worker).isNotNull();
    assertThat(pick.reason()).isGreaterThanOrEqualTo(best);
    given[pick.reason().ordinal()]++;
    one.worker = worker;
  }

  private void finish(Scheduler scheduler, Random random) {
    List<Known> running = known.values().stream().filter(one -> one.worker != null).toList();
    if (running.isEmpty()) {
      return;
    }
    Known one = running.get(random.nextInt(running.size()));
    String worker = one.worker == null ? "" : one.worker;
    Outcome outcome = random.nextInt(4) == 0 ? Outcome.FAILED : Outcome.SUCCEEDED;
    known.remove(one.job.id());
    if (outcome == Outcome.SUCCEEDED) {
      held.getOrDefault(worker, new HashSet<>()).add(one.job.result());
    }
    ended.add(one.job.id());
    assertThat(scheduler.complete(worker, one.job, outcome)).isTrue();
    assertThat(one.pending.end().join()).contains(outcome);
    assertThat(scheduler.complete(worker, one.job, outcome)).as("a repeat").isFalse();
  }

  private void news(Scheduler scheduler, String worker, String artifact, Random random) {
    if (held.containsKey(worker)) {
      if (random.nextInt(3) == 0) {
        held.getOrDefault(worker, Set.of()).remove(artifact);
        scheduler.forget(worker, artifact);
      } else {
        held.getOrDefault(worker, new HashSet<>()).add(artifact);
        scheduler.complete(worker, new Job("other", artifact, List.of()), Outcome.SUCCEEDED);
      }
    }
    String holder = scheduler.locate(artifact).orElse(null);
    assertThat(holder != null).isEqualTo(isHeld(artifact));
    assertThat(holder == null || held.getOrDefault(holder, Set.of()).contains(artifact)).isTrue();
  }

  private void trouble(Scheduler scheduler, String worker, Random random) {
    if (random.nextInt(5) == 0) {
      held.remove(worker);
      Ask ask = asking.remove(worker);
      for (Known one : known.values()) {
        if (worker.equals(one.worker)) {
          one.worker = null;
          one.since = now;
          one.wasHeld = isHeld(one.job.result());
        }
      }
      scheduler.lost(worker);
      assertThat(ask == null || ask.answer().join().isEmpty()).isTrue();
    } else {
      // Of a worker that is lost, or that never had it.
      Job job = new Job("never scheduled", artifact(random), List.of());
      assertThat(scheduler.complete("lost", job, Outcome.SUCCEEDED)).isFalse();
      scheduler.forget("lost", job.result());
    }
  }
}

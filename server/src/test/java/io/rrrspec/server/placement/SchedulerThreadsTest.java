package io.rrrspec.server.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.server.placement.Scheduler.Waits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SchedulerThreadsTest {
  private static final int WORKERS = 100;
  private static final int JOBS = 10_000;

  private final HandMovedTime time = new HandMovedTime();
  private final Scheduler scheduler =
      new Scheduler(
          new Waits(Duration.ofMillis(200), Duration.ofMillis(500)),
          time,
          bound -> (int) (System.nanoTime() & Integer.MAX_VALUE) % bound);
  private final Map<String, String> has = new ConcurrentHashMap<>();
  private final Set<String> done = ConcurrentHashMap.newKeySet();
  private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void aHundredThreadsGetEachJobOnce() throws Exception {
    Set<Thread> before = new HashSet<>(Thread.getAllStackTraces().keySet());
    Cancellation end = new Cancellation();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < WORKERS; i++) {
      String worker = "w" + i;
      scheduler.register(worker);
      Thread thread = new Thread(() -> work(worker, end), "picks for " + worker);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
    Random random = new Random(1);
    List<PendingJob> pending = new ArrayList<>();
    for (int i = 0; i < JOBS; i++) {
      pending.add(
          scheduler.schedule(
              new Job("j" + i, "r" + random.nextInt(50), List.of("r" + random.nextInt(50)))));
      if (i % 100 == 0) {
        time.pass(Duration.ofMillis(random.nextInt(400)));
        scheduler.forget("w" + random.nextInt(WORKERS), "r" + random.nextInt(50));
      }
    }
    Set<Thread> more = new HashSet<>(Thread.getAllStackTraces().keySet());
    more.removeAll(before);
    more.removeAll(threads);
    assertThat(more).as("threads of the scheduler").isEmpty();
    for (PendingJob one : pending) {
      assertThat(ended(one)).contains(Outcome.SUCCEEDED);
    }
    end.cancel();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(wrong).isEmpty();
    assertThat(done).hasSize(JOBS);
    assertThat(has).isEmpty();
    assertThat(scheduler.pendingCount()).isZero();
  }

  /** Time goes on until it has ended. */
  private Optional<Outcome> ended(PendingJob job) throws Exception {
    while (true) {
      try {
        return job.end().get(1, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        time.pass(Duration.ofMillis(100));
      }
    }
  }

  private void work(String worker, Cancellation end) {
    try {
      while (true) {
        Pick pick = scheduler.pick(worker, end).orElse(null);
        if (pick == null) {
          return;
        }
        Job job = pick.job();
        String other = has.put(job.id(), worker);
        if (other != null || !done.add(job.id())) {
          wrong.add(job.id() + " was given to " + worker + ", also to " + other);
        }
        has.remove(job.id());
        if (!scheduler.complete(worker, job, Outcome.SUCCEEDED)) {
          wrong.add(job.id() + " was not pending");
        }
      }
    } catch (InterruptedException | RuntimeException e) {
      wrong.add(worker + ": " + e);
    }
  }
}

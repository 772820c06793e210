package io.rrrspec.server.placement;

import io.rrrspec.server.placement.PendingJob.Stage;
import io.rrrspec.server.placement.WorkerQueues.Ask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Says which worker does what: one that holds the result, else one that holds an input, else any.
 * Its whole state and every decision are here, and it knows no Redis and no runs. It is safe for
 * many threads, and has none of its own.
 *
 * <p>There is one global queue, and each worker has two: in its first one stands every waiting job
 * whose result it holds, in its second one those of which it holds a dependency. A job that nobody
 * holds the result of when it is scheduled stands in second queues at once, any other after {@link
 * Waits#cacheTimeout}; after a further {@link Waits#depsTimeout} it stands in the global queue. A
 * worker that asks gets the head of one of the three, by chance, so that none of them is starved.
 */
public final class Scheduler {
  /**
   * How long a job waits for better workers.
   *
   * @param cacheTimeout for one that holds its result; positive
   * @param depsTimeout then for one that holds a dependency; longer than the first
   */
  public record Waits(Duration cacheTimeout, Duration depsTimeout) {
    public Waits {
      if (cacheTimeout.isNegative() || cacheTimeout.compareTo(depsTimeout) >= 0) {
        throw new IllegalArgumentException(
            "cacheTimeout " + cacheTimeout + " must be below depsTimeout " + depsTimeout);
      }
    }
  }

  private final Waits waits;
  private final TimeAfter time;
  private final IntUnaryOperator random;

  private final Map<String, WorkerQueues> workers = new HashMap<>();
  private final Map<String, PendingJob> pending = new HashMap<>();
  private final WaitingJobs waiting = new WaitingJobs();
  private final Holdings holdings = new Holdings();
  private final JobQueue global = new JobQueue(Reason.ANYBODY);

  /** The asks of all workers, the longest first. */
  private final Set<Ask> asks = new LinkedHashSet<>();

  private boolean stopped;

  /**
   * Makes one without workers.
   *
   * @param random a number from 0 to below the given one, each as likely
   */
  public Scheduler(Waits waits, TimeAfter time, IntUnaryOperator random) {
    this.waits = waits;
    this.time = time;
    this.random = random;
  }

  /** Adds a worker that lives; a repeat changes nothing. */
  public synchronized void register(String worker) {
    if (!stopped) {
      workers.computeIfAbsent(worker, WorkerQueues::new);
    }
  }

  /**
   * Has a job done.
   *
   * @return the same as before if the id is pending already; one that has ended if this is stopped
   */
  public synchronized PendingJob schedule(Job job) {
    PendingJob known = pending.get(job.id());
    if (known != null) {
      return known;
    }
    PendingJob made = new PendingJob(job);
    if (stopped) {
      made.ended(null);
    } else {
      pending.put(job.id(), made);
      enter(made);
    }
    return made;
  }

  /**
   * Waits until there is a job for a worker.
   *
   * @return empty: cancelled or stopped, or the worker is lost or was never registered
   * @throws InterruptedException if the thread was interrupted before there was a job
   */
  public Optional<Pick> pick(String worker, Cancellation cancellation) throws InterruptedException {
    if (cancellation.isCancelled()) {
      return Optional.empty();
    }
    Ask ask = ask(worker);
    Runnable cancel = () -> withdraw(ask);
    if (!cancellation.add(cancel)) {
      cancel.run();
    }
    try {
      return ask.answer().get();
    } catch (InterruptedException e) {
      if (withdraw(ask)) {
        throw e;
      }
      // It was given a job meanwhile, which must not be lost.
      Thread.currentThread().interrupt();
      return ask.answer().join();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } finally {
      cancellation.remove(cancel);
    }
  }

  /** Asks for a job without waiting for it. */
  synchronized Ask ask(String name) {
    WorkerQueues worker = workers.get(name);
    if (worker == null) {
      Ask none = new Ask(new WorkerQueues(name));
      none.answer().complete(Optional.empty());
      return none;
    }
    Ask ask = new Ask(worker);
    List<JobQueue> some =
        Stream.of(worker.first, worker.second, global).filter(queue -> !queue.isEmpty()).toList();
    if (some.isEmpty()) {
      asks.add(ask);
      worker.asks.add(ask);
    } else {
      JobQueue queue = some.get(random.applyAsInt(some.size()));
      give(queue.head(), queue.reason(), ask);
    }
    return ask;
  }

  /** Ends an ask; false: it was answered already. */
  synchronized boolean withdraw(Ask ask) {
    asks.remove(ask);
    ask.worker().asks.remove(ask);
    return ask.answer().complete(Optional.empty());
  }

  /**
   * Notes that a worker has done a job, whoever was given it. A job that nobody scheduled may end,
   * too: so a worker says what it holds.
   *
   * @param job its id and result count
   * @param outcome only after a success the worker holds the result
   * @return whether the job was pending
   */
  public boolean complete(String worker, Job job, Outcome outcome) {
    PendingJob done;
    synchronized (this) {
      done = pending.remove(job.id());
      if (done != null) {
        leave(done);
      }
      WorkerQueues holder = workers.get(worker);
      if (outcome == Outcome.SUCCEEDED && holder != null) {
        hold(holder, job.result());
      }
    }
    if (done != null) {
      done.ended(outcome);
    }
    return done != null;
  }

  /** Any live worker that holds an artifact; empty: none does. */
  public synchronized Optional<String> locate(String artifact) {
    return holdings.of(artifact).stream().findFirst().map(WorkerQueues::name);
  }

  /** Notes that a worker holds an artifact no more. */
  public synchronized void forget(String name, String artifact) {
    WorkerQueues worker = workers.get(name);
    if (worker == null || !holdings.remove(worker, artifact)) {
      return;
    }
    waiting.making(artifact).forEach(worker.first::remove);
    for (PendingJob job : waiting.needing(artifact)) {
      if (!holdsAnyDependency(worker, job)) {
        worker.second.remove(job);
      }
    }
  }

  /**
   * Notes that a worker lives no more: what it had waits for another one, as if it had just come.
   */
  public synchronized void lost(String name) {
    WorkerQueues worker = workers.remove(name);
    if (worker == null) {
      return;
    }
    holdings.removeAll(worker);
    worker.first.clear();
    worker.second.clear();
    List.copyOf(worker.asks).forEach(this::withdraw);
    List<PendingJob> again = List.copyOf(worker.given);
    worker.given.clear();
    again.forEach(this::enter);
  }

  /** Answers everybody who waits, and does nothing any more. */
  public void stop() {
    List<PendingJob> ended;
    synchronized (this) {
      stopped = true;
      ended = new ArrayList<>(pending.values());
      ended.forEach(this::leave);
      pending.clear();
      List.copyOf(asks).forEach(this::withdraw);
      workers.clear();
      holdings.clear();
    }
    ended.forEach(job -> job.ended(null));
  }

  /** A job begins to wait. */
  private void enter(PendingJob job) {
    job.worker = null;
    job.stage = Stage.RESULT;
    waiting.add(job);
    List<WorkerQueues> holders = List.copyOf(holdings.of(job.job().result()));
    for (WorkerQueues worker : holders) {
      if (offer(job, worker.first, worker.asks)) {
        return;
      }
    }
    if (holders.isEmpty()) {
      toDependencies(job);
    } else {
      await(job, waits.cacheTimeout(), this::toDependencies);
    }
  }

  private void toDependencies(PendingJob job) {
    job.stage = Stage.DEPENDENCIES;
    Set<WorkerQueues> holders = new LinkedHashSet<>();
    job.job().dependencies().forEach(artifact -> holders.addAll(holdings.of(artifact)));
    for (WorkerQueues worker : holders) {
      if (offer(job, worker.second, worker.asks)) {
        return;
      }
    }
    await(job, waits.depsTimeout(), this::toAnybody);
  }

  private void toAnybody(PendingJob job) {
    job.stage = Stage.ANYBODY;
    offer(job, global, asks);
  }

  private void await(PendingJob job, Duration duration, Consumer<PendingJob> then) {
    CompletableFuture<?> wait = time.timeAfter(duration);
    job.wait = wait;
    // Also if the time cannot be told: nothing waits for ever.
    var unused = wait.whenComplete((passed, failed) -> passed(job, wait, then));
  }

  private synchronized void passed(
      PendingJob job, CompletableFuture<?> wait, Consumer<PendingJob> then) {
    if (job.wait == wait) {
      job.wait = null;
      then.accept(job);
    }
  }

  /** Puts a job into a queue, or gives it to one who waits for just that; true: it was given. */
  private boolean offer(PendingJob job, JobQueue queue, Set<Ask> waitingAsks) {
    if (waitingAsks.isEmpty()) {
      queue.add(job);
      return false;
    }
    give(job, queue.reason(), waitingAsks.iterator().next());
    return true;
  }

  private void give(PendingJob job, Reason reason, Ask ask) {
    leave(job);
    job.worker = ask.worker();
    ask.worker().given.add(job);
    asks.remove(ask);
    ask.worker().asks.remove(ask);
    ask.answer().complete(Optional.of(new Pick(job.job(), reason)));
  }

  /** A job waits no more, and nobody has it. */
  private void leave(PendingJob job) {
    job.stopWaiting();
    JobQueue.removeFromAll(job);
    waiting.remove(job);
    WorkerQueues worker = job.worker;
    if (worker != null) {
      worker.given.remove(job);
      job.worker = null;
    }
  }

  private void hold(WorkerQueues worker, String artifact) {
    if (!holdings.add(worker, artifact)) {
      return;
    }
    waiting.making(artifact).forEach(job -> offer(job, worker.first, worker.asks));
    for (PendingJob job : waiting.needing(artifact)) {
      if (job.stage != Stage.RESULT && !standsBySomethingElse(worker, job, artifact)) {
        offer(job, worker.second, worker.asks);
      }
    }
  }

  private boolean standsBySomethingElse(WorkerQueues worker, PendingJob job, String artifact) {
    return job.job().dependencies().stream()
        .anyMatch(other -> !other.equals(artifact) && holdings.of(other).contains(worker));
  }

  private boolean holdsAnyDependency(WorkerQueues worker, PendingJob job) {
    return job.job().dependencies().stream()
        .anyMatch(artifact -> holdings.of(artifact).contains(worker));
  }

  /** How many jobs have not ended; for tests. */
  synchronized int pendingCount() {
    return pending.size();
  }

  /** Who has a job; null: nobody. For tests. */
  synchronized @Nullable String workerOf(PendingJob job) {
    return job.worker == null ? null : job.worker.name();
  }
}

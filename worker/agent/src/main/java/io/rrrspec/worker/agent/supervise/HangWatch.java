package io.rrrspec.worker.agent.supervise;

import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TimeLimits;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.worker.slave.TrialNote;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Notices a slave that has to be ended: it hangs so badly that it cannot end itself, it runs what
 * another trial has decided meanwhile, or what it does not hold. Only this host's own clock counts:
 * from when the trial was first seen here.
 */
final class HangWatch {
  /** What a slave gets beyond the hard limit, to do it itself. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  /** So long after it was due a look comes only if Redis was away, or this worker stood still. */
  private static final Duration LATE = Duration.ofSeconds(2);

  /** What a slave gets then, to report what has ended meanwhile. */
  private static final Duration TO_REPORT = Duration.ofSeconds(10);

  /** A report and the next claim are one step, and this host is told of it a moment later. */
  private static final Duration ASTRAY_FOR = Duration.ofSeconds(3);

  private final SlaveStore slaves;
  private final Taskset taskset;
  private final LongSupplier nanoTime;
  private final Map<String, Sight> sights = new HashMap<>();

  private record Sight(String trial, long deadline, long nextLook) {}

  /** What was found. */
  enum Finding {
    /** Nothing that would be this class's business. */
    FINE,
    /** It holds one trial for longer than its hard limit allows. */
    HANGS,
    /** Another trial of the task has decided it: this one is for nothing. */
    SUPERSEDED,
    /** It runs a trial that it does not hold by Redis, which has lost its last writes. */
    ASTRAY
  }

  HangWatch(SlaveStore slaves, Taskset taskset, LongSupplier nanoTime) {
    this.slaves = slaves;
    this.taskset = taskset;
    this.nanoTime = nanoTime;
  }

  /**
   * Looks at a slave; asks Redis once a second at most.
   *
   * @param runs the trial that it runs by its own word; "" if it does not say so, or {@link
   *     TrialNote#ENDS}
   */
  Finding look(String slaveKey, String runs) {
    long now = nanoTime.getAsLong();
    Sight before = sights.get(slaveKey);
    if (before != null && now < before.nextLook()) {
      return Finding.FINE;
    }
    long nextLook = now + LOOK_EVERY.toNanos();
    SlaveStore.Held held = slaves.held(slaveKey);
    boolean saysSo = !runs.isEmpty() && !runs.equals(TrialNote.ENDS);
    if (saysSo && (held == null || !held.trial().equals(runs))) {
      return lookAtStray(slaveKey, runs + " " + (held == null ? "" : held.trial()), now);
    }
    if (held == null) {
      sights.put(slaveKey, new Sight("", Long.MAX_VALUE, nextLook));
      return Finding.FINE;
    }
    if (held.superseded()) {
      return Finding.SUPERSEDED;
    }
    String trial = held.trial();
    if (before != null && before.trial().equals(trial)) {
      long deadline = before.deadline();
      if (now - before.nextLook() > LATE.toNanos()) {
        // Its trial may have ended long ago, and that was no moment to say so.
        deadline = Math.max(deadline, now + TO_REPORT.toNanos());
      }
      sights.put(slaveKey, new Sight(trial, deadline, nextLook));
      return now > deadline ? Finding.HANGS : Finding.FINE;
    }
    Duration limit = hardLimit(trial);
    sights.put(slaveKey, new Sight(trial, now + limit.plus(GRACE).toNanos(), nextLook));
    return Finding.FINE;
  }

  /** The slave has a limit for each class; a probe runs many of them in one trial. */
  private Duration hardLimit(String trial) {
    return slaves.estimatesOf(taskset.key(), trial).stream()
        .map(
            estimate ->
                TimeLimits.of(
                        estimate.orElse(null),
                        Duration.ofSeconds(taskset.leastTimeoutSec()),
                        Duration.ofSeconds(taskset.unknownSpecTimeoutSec()))
                    .hard())
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** The time limits of what it holds do not concern what it runs. */
  private Finding lookAtStray(String slaveKey, String both, long now) {
    Sight before = sights.get(slaveKey);
    long deadline =
        before != null && before.trial().equals(both)
            ? before.deadline()
            : now + ASTRAY_FOR.toNanos();
    sights.put(slaveKey, new Sight(both, deadline, now + LOOK_EVERY.toNanos()));
    return now > deadline ? Finding.ASTRAY : Finding.FINE;
  }

  void forget(String slaveKey) {
    sights.remove(slaveKey);
  }
}

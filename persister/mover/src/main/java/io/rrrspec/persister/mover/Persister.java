package io.rrrspec.persister.mover;

import io.rrrspec.common.OutageException;
import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.loop.Backoff;
import io.rrrspec.common.loop.RareLine;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.redis.Damage;
import io.rrrspec.common.redis.Outage;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.persister.record.database.UnknownTroubleException;
import io.rrrspec.persister.record.history.ClassHistory;
import io.rrrspec.persister.record.save.TasksetArchive;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Moves tasksets that are over from Redis to SQL in two steps, each one transaction and repeatable:
 * at once the taskset with its tasks and trials; when its workers have left, at the latest after 30
 * s, what they wrote. A message stays in this persister's hands until both are done, so that
 * another one takes over what this one left half-way.
 *
 * <p>It takes no more than it can begin at once: the rest is for other persisters.
 */
public final class Persister implements Actor {
  private static final Logger log = LoggerFactory.getLogger(Persister.class);

  /** How many at most it takes in one step if it does one after the other. */
  private static final int BATCH = 10;

  /** Those that wait for their logs, or for another try, with it; more stay in the queue. */
  private static final int MOST_IN_HAND = 200;

  private static final Duration LOGS_AT_LATEST = Duration.ofSeconds(30);

  /** The first look for its workers' end; each further one comes after twice as long. */
  private static final Duration LOOK_FOR_LOGS_EVERY = Duration.ofMillis(100);

  /** Where a worker died without signing off, there is nothing to see before the watchdog acts. */
  private static final Backoff LOOKS = new Backoff(LOOK_FOR_LOGS_EVERY, Duration.ofSeconds(2));

  private final Tries tries = new Tries();
  private final MessageQueue queue;
  private final TasksetStore tasksets;
  private final TasksetArchive archive;
  private final ClassEstimates estimates;
  private final TasksetMover mover;
  private final InstantSource clock;
  private final KeyedJobs jobs;
  private final RareLine notOver =
      new RareLine(
          (count, first) ->
              log.warn("set aside, no taskset that is over: {}{}", first, RareLine.others(count)));

  /** Which tasksets wait for their logs. */
  private final Map<String, Waiting> waiting = new ConcurrentHashMap<>();

  /**
   * How a taskset waits for its logs; times in milliseconds.
   *
   * @param since since when
   * @param look when to look next whether its workers have left
   * @param looks how many looks there were
   */
  private record Waiting(long since, long look, int looks) {
    static Waiting from(long now) {
      return new Waiting(now, now, 0);
    }

    /** Whether to look now; also if the clock was put back. */
    boolean isDue(long now) {
      return now >= look || now < since;
    }

    Waiting later(long now) {
      return new Waiting(since, now + LOOKS.millis(looks + 1), looks + 1);
    }
  }

  /** Something was away when a job needed it, and none has succeeded since. */
  private boolean away;

  /** Makes one that does one taskset after the other, in the thread that calls {@link #step}. */
  public Persister(
      Stores stores,
      MessageQueue queue,
      TasksetArchive archive,
      ClassHistory history,
      InstantSource clock) {
    this(
        stores,
        queue,
        archive,
        new ClassEstimates(
            stores.estimates(),
            stores.culprits(),
            stores.affinities(),
            stores.partTimes(),
            stores.passStreaks(),
            history),
        clock,
        KeyedJobs.inCaller(BATCH));
  }

  /** Makes one that does as many tasksets at once as there may be jobs. */
  Persister(
      Stores stores,
      MessageQueue queue,
      TasksetArchive archive,
      ClassEstimates estimates,
      InstantSource clock,
      KeyedJobs jobs) {
    this.queue = queue;
    this.tasksets = stores.tasksets();
    this.archive = archive;
    this.estimates = estimates;
    this.mover = new TasksetMover(stores, queue, archive, estimates);
    this.clock = clock;
    this.jobs = jobs;
  }

  @Override
  public String name() {
    return "persister";
  }

  @Override
  public boolean step() {
    throwWhatJobsThrew();
    notOver.look();
    // Before the look into the list: what ends in between is no longer there, or is left alone.
    Set<String> running = jobs.running();
    int idle = idle(running);
    boolean worked = false;
    // Each once: a foreign implementation may have sent one twice.
    Set<String> held = new LinkedHashSet<>(queue.take(mayHold(idle)));
    forgetAllBut(held, running);
    for (String key : held) {
      if (jobs.hasRoom() && !running.contains(key) && isDue(key)) {
        begin(key);
        worked = true;
      }
    }
    return worked;
  }

  /**
   * What is not in its hands by Redis is not its business any more: Redis has lost the end of the
   * taskset, or the watchdog took this persister for dead and gave the message to another one.
   */
  private void forgetAllBut(Set<String> held, Set<String> running) {
    waiting.keySet().removeIf(key -> !held.contains(key) && !running.contains(key));
    tries.forgetIf(key -> !held.contains(key) && !running.contains(key));
  }

  private int mayHold(int idle) {
    return Math.min(MOST_IN_HAND, idle + jobs.most());
  }

  /** How many it holds with nothing to do for them now. */
  private int idle(Set<String> running) {
    Set<String> idle = new HashSet<>(waiting.keySet());
    idle.addAll(tries.keys());
    idle.removeAll(running);
    return idle.size();
  }

  private void begin(String key) {
    if (away) {
      // Whoever says that all is well again has to have seen it: so one alone, to its end.
      jobs.runHere(key, () -> tryOne(key));
    } else {
      jobs.start(key, () -> tryOne(key));
    }
    throwWhatJobsThrew();
    away = false;
  }

  private void throwWhatJobsThrew() {
    try {
      jobs.throwFailure();
    } catch (RuntimeException e) {
      away = true;
      throw e;
    }
  }

  private boolean isDue(String key) {
    if (!tries.mayTry(key, clock.millis())) {
      return false;
    }
    Waiting since = waiting.get(key);
    long now = clock.millis();
    if (since == null || now - since.since() >= LOGS_AT_LATEST.toMillis()) {
      return true;
    }
    if (!since.isDue(now)) {
      return false;
    }
    try {
      boolean left = mover.workersHaveLeft(key);
      if (!left) {
        waiting.put(key, since.later(now));
      }
      return left;
    } catch (RuntimeException e) {
      if (isOutage(e)) {
        throw e;
      }
      // What cannot be read now cannot be read when it is saved either: there it is dealt with.
      return true;
    }
  }

  private static boolean isOutage(RuntimeException e) {
    return e instanceof OutageException || Outage.isCauseOf(e);
  }

  /** One taskset that cannot be persisted must not keep the others out of the history. */
  private void tryOne(String key) {
    try {
      persist(key);
      tries.succeeded(key);
    } catch (RuntimeException e) {
      if (isOutage(e)) {
        // What is away may serve again in the next moment, and no taskset is to blame.
        throw e;
      }
      // Throws in its turn if it is the store that does not serve: then no taskset is to blame.
      archive.isSaved(key);
      queue.size();
      boolean again =
          e instanceof UnknownTroubleException
              ? tries.failedForUnknownReason(key, clock.millis())
              : tries.failed(key, clock.millis());
      say(key, again, e);
      if (!again) {
        mover.setAside(key, why(e));
        waiting.remove(key);
      }
    }
  }

  private static void say(String key, boolean again, RuntimeException e) {
    String what = again ? "will be tried again" : "set aside";
    // The trace of a key that is damaged would tell nobody more.
    Throwable trace = Damage.isCauseOf(e) ? null : e;
    log.atLevel(again ? Level.WARN : Level.ERROR)
        .setCause(trace)
        .log("taskset {}: {}, cannot be persisted: {}", key, what, why(e));
  }

  /** In one line, for people. */
  private static String why(RuntimeException e) {
    String text = e instanceof RrrspecException ? e.getMessage() : e.toString();
    return String.valueOf(text).lines().findFirst().orElse("");
  }

  private void persist(String key) {
    Taskset taskset = tasksets.find(key).orElse(null);
    if (taskset == null || !taskset.status().isFinal()) {
      notOver.add(key);
      waiting.remove(key);
      queue.setAside(key);
    } else if (waiting.containsKey(key)) {
      mover.saveLogs(key);
      queue.done(key);
      waiting.remove(key);
    } else {
      mover.saveFinished(taskset);
      waiting.put(key, Waiting.from(clock.millis()));
    }
  }

  /** Fills the estimates of a class from SQL if Redis, new or emptied, has none. */
  public void refillEstimates(String tasksetClass) {
    estimates.refill(tasksetClass);
  }

  @Override
  public void await(Duration limit) throws InterruptedException {
    Set<String> running = jobs.running();
    int idle = idle(running);
    if (!jobs.hasRoom()) {
      jobs.awaitRoom(LOOK_FOR_LOGS_EVERY);
    } else if (idle + running.size() >= MOST_IN_HAND) {
      Thread.sleep(LOOK_FOR_LOGS_EVERY.toMillis());
    } else {
      queue.await(idle + running.size() == 0 ? limit : untilNextLook(limit));
    }
  }

  /**
   * Until one of those that wait is due; what a foreign implementation or the clock does is seen as
   * well.
   */
  private Duration untilNextLook(Duration limit) {
    long now = clock.millis();
    long wait = limit.toMillis();
    for (Waiting one : waiting.values()) {
      wait = Math.min(wait, one.look() - now);
    }
    return Duration.ofMillis(Math.max(LOOK_FOR_LOGS_EVERY.toMillis(), wait));
  }

  /**
   * Lets the jobs end that run, once nobody calls {@link #step} any more.
   *
   * @return whether they have ended in time
   */
  boolean finish(Duration limit) throws InterruptedException {
    return jobs.awaitEnd(limit);
  }
}

package io.rrrspec.worker.supervise;

import io.rrrspec.common.model.SlaveStatus;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.store.SlaveStore;
import io.rrrspec.worker.slave.SlaveExit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the slaves of one taskset going on one worker, until it is told to end them. */
public final class Supervisor {
  private static final Logger log = LoggerFactory.getLogger(Supervisor.class);

  /** So many slaves in a row that end before they have registered: the command is broken. */
  private static final int MOST_STILLBORN = 3;

  private static final Duration GOODBYE = Duration.ofSeconds(5);

  private final SlaveStore slaves;
  private final HangWatch hangs;
  private final String workerKey;
  private final Taskset taskset;
  private final Path dir;
  private final int places;
  private final Map<String, String> environment;
  private final Duration keep;
  private final List<SlaveProcess> running = new ArrayList<>();
  private final Semaphore exits = new Semaphore(0);
  private int stillborn;

  /**
   * Prepares to start slaves; {@link #step} starts them.
   *
   * @param dir where the slave_command runs
   * @param places how many slaves run at once
   * @param environment what the slave_command gets in addition to this process's environment
   * @param keep how long what is written about a slave lives if the taskset is over by then
   */
  public Supervisor(
      SlaveStore slaves,
      String workerKey,
      Taskset taskset,
      Path dir,
      int places,
      Map<String, String> environment,
      Duration keep) {
    this.slaves = slaves;
    this.hangs = new HangWatch(slaves, taskset);
    this.workerKey = workerKey;
    this.taskset = taskset;
    this.dir = dir;
    this.places = places;
    this.environment = Map.copyOf(environment);
    this.keep = keep;
  }

  /** The keys of the slaves that run. */
  public synchronized List<String> runningKeys() {
    return running.stream().map(SlaveProcess::key).toList();
  }

  /**
   * Buries slaves that have ended, ends those that hang, fills empty places.
   *
   * @return null, or why this worker cannot serve the taskset
   */
  public synchronized @Nullable String step() throws InterruptedException {
    String broken = null;
    for (Iterator<SlaveProcess> i = running.iterator(); i.hasNext(); ) {
      SlaveProcess slave = i.next();
      if (!slave.isAlive()) {
        i.remove();
        broken = bury(slave);
      } else {
        switch (hangs.look(slave.key())) {
          case FINE -> {}
          case HANGS -> {
            i.remove();
            end(slave, SlaveExit.TIMEOUT, "it ran past its hard limit and did not end itself");
          }
          case SUPERSEDED -> {
            i.remove();
            // If it has just begun something else, that is not the test's fault.
            end(slave, SlaveExit.NORMAL, "another trial of the task was decided first", true);
          }
        }
      }
    }
    if (broken == null) {
      fillPlaces();
    }
    return broken;
  }

  private @Nullable String bury(SlaveProcess slave) throws InterruptedException {
    int code = slave.exitCode();
    SlaveExit exit = SlaveExit.of(code);
    boolean registered = slaves.isRegistered(slave.key());
    log.info("taskset {}: slave {} ended with {}", taskset.key(), slave.key(), code);
    end(slave, exit, SlaveExit.describe(code, slave.lastOutput()));
    if (registered) {
      stillborn = 0;
      return null;
    }
    stillborn++;
    return stillborn < MOST_STILLBORN
        ? null
        : "slaves end before they start (exit code " + code + "): " + slave.lastOutput().strip();
  }

  private void end(SlaveProcess slave, SlaveExit exit, String reason) throws InterruptedException {
    end(slave, exit, reason, false);
  }

  private void end(SlaveProcess slave, SlaveExit exit, String reason, boolean lost)
      throws InterruptedException {
    slave.kill();
    hangs.forget(slave.key());
    slaves.end(
        slave.key(),
        taskset.key(),
        new SlaveStore.End(
            exit.status(), exit.trialStatus(), lost, reason, slave.lastOutput(), null),
        keep);
    String output = slave.log();
    if (!output.isEmpty()) {
      slaves.appendLog(slave.key(), output, keep);
    }
  }

  private void fillPlaces() {
    Map<Integer, SlaveProcess> taken = new HashMap<>();
    running.forEach(slave -> taken.put(slave.number(), slave));
    for (int number = 0; number < places; number++) {
      if (!taken.containsKey(number)) {
        start(number);
      }
    }
  }

  private void start(int number) {
    Map<String, String> env = new HashMap<>(environment);
    env.put("NUM_SLAVES", Integer.toString(places));
    env.put("SLAVE_NUMBER", Integer.toString(number));
    SlaveProcess slave = SlaveProcess.start(workerKey, number, taskset.slaveCommand(), dir, env);
    running.add(slave);
    slave.onExit().thenRun(exits::release);
    log.info("taskset {}: slave {} started", taskset.key(), slave.key());
  }

  /** Waits until a slave ends, at most as long as given. */
  public void await(Duration limit) throws InterruptedException {
    if (exits.tryAcquire(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      exits.drainPermits();
    }
  }

  /**
   * Ends all slaves: they have a few seconds to do it themselves if they may.
   *
   * @param gently whether the taskset is over, so that idle slaves know already
   */
  public synchronized void endAll(boolean gently) throws InterruptedException {
    long end = System.nanoTime() + (gently ? GOODBYE.toNanos() : 0);
    for (SlaveProcess slave : running) {
      long left = end - System.nanoTime();
      if (gently && slaves.openTrial(slave.key()) == null && left > 0) {
        awaitEnd(slave, Duration.ofNanos(left));
      }
      boolean ended = !slave.isAlive();
      SlaveExit exit = ended ? SlaveExit.of(slave.exitCode()) : SlaveExit.NORMAL;
      end(slave, exit, "its slave was ended with the taskset");
    }
    running.clear();
  }

  private static void awaitEnd(SlaveProcess slave, Duration limit) throws InterruptedException {
    try {
      slave.onExit().get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (java.util.concurrent.TimeoutException e) {
      log.warn("slave {} did not end by itself", slave.key());
    } catch (java.util.concurrent.ExecutionException e) {
      throw new IllegalStateException("the end of a process cannot fail", e);
    }
  }

  /** Ends what an earlier life of this worker left in a taskset: nobody else would, for a while. */
  public static void abandon(
      SlaveStore slaves,
      String workerKey,
      String tasksetKey,
      List<String> slaveKeys,
      Duration keep) {
    for (String key : slaveKeys) {
      if (key.startsWith(workerKey + ":slave:")) {
        slaves.end(
            key,
            tasksetKey,
            new SlaveStore.End(
                SlaveStatus.FAILURE_EXIT,
                TrialStatus.ERROR,
                true,
                "its worker restarted",
                "",
                null),
            keep);
      }
    }
  }
}

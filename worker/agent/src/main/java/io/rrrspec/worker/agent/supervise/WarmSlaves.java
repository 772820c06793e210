package io.rrrspec.worker.agent.supervise;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.Taskset;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The slaves of a worker that stay when their taskset is over, and serve the next one of the same
 * kind: a job of one command is not to wait for the start of a JVM. Only slaves that have ended
 * their taskset in good order, and left no process behind, stay.
 */
public final class WarmSlaves {
  private static final Logger log = LoggerFactory.getLogger(WarmSlaves.class);
  private static final Duration LONGEST_IDLE = Duration.ofSeconds(60);

  /** A command that does anything else, too, would do that only for the first taskset. */
  private static final Pattern PLAIN =
      Pattern.compile("\\s*(exec\\s+)?(['\"]?)[\\w./+-]*\\brrrspec-java\\2\\s+slave\\s*");

  private final LongSupplier nanoTime;
  private final Deque<WarmSlave> idle = new ArrayDeque<>();
  private boolean killed;

  /**
   * Makes an empty one.
   *
   * @param nanoTime counts nanoseconds
   */
  public WarmSlaves(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Whether slaves of a taskset may stay, and may be ones that have stayed. */
  public static boolean serve(Taskset taskset) {
    boolean fits = taskset.runner().equals(Runner.COMMAND) || taskset.runner().equals(Runner.HTTP);
    return taskset.hasNoSources() && fits && PLAIN.matcher(taskset.slaveCommand()).matches();
  }

  /**
   * Starts slaves, or takes such as are idle.
   *
   * @param neutral what a new process gets in addition to this process's environment, without what
   *     belongs to one taskset
   * @param home where a new process runs
   */
  public Machine.SlaveStarter starter(Map<String, String> neutral, Path home) {
    return (workerKey, number, command, dir, environment, mark) ->
        start(
            new WarmSlave.Start(workerKey, command, neutral, home, mark), number, dir, environment);
  }

  private synchronized RunningSlave start(
      WarmSlave.Start start, int number, Path dir, Map<String, String> environment) {
    WarmSlave slave = idle.pollLast();
    while (slave != null) {
      if (slave.isAlive() && slave.fits(start)) {
        try {
          return slave.serve(number, dir, environment);
        } catch (ServiceException e) {
          log.info("slave process {}: cannot take another taskset: {}", slave.id(), e.getMessage());
        }
      }
      slave.end();
      slave = idle.pollLast();
    }
    WarmSlave fresh = WarmSlave.start(start, this::takeBack);
    try {
      return fresh.serve(number, dir, environment);
    } catch (ServiceException e) {
      fresh.end();
      throw e;
    }
  }

  /** Keeps one that has served a taskset. */
  private synchronized void takeBack(WarmSlave slave) {
    if (killed) {
      slave.end();
      return;
    }
    slave.idleSince(nanoTime.getAsLong());
    idle.addLast(slave);
  }

  /** Ends those that have been idle for too long, or have died. */
  public synchronized void endOld() {
    long now = nanoTime.getAsLong();
    List<WarmSlave> old = new ArrayList<>(idle);
    old.removeIf(slave -> slave.isAlive() && slave.idleFor(now).compareTo(LONGEST_IDLE) < 0);
    idle.removeAll(old);
    old.forEach(WarmSlave::end);
  }

  /** Ends those that are idle. */
  public synchronized void endIdle() {
    idle.forEach(WarmSlave::end);
    idle.clear();
  }

  /** Ends those that are idle, and keeps none any more. */
  public synchronized void kill() {
    killed = true;
    endIdle();
  }

  /** How many are idle. */
  public synchronized int idle() {
    return idle.size();
  }
}

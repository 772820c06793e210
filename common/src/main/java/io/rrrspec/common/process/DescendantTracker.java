package io.rrrspec.common.process;

import io.rrrspec.common.process.ProcessTable.Entry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tracks the processes that descend from one that leads a session, by a look each second. A process
 * that takes a session and an environment of its own, and lets its parent end, is still known
 * afterwards, if it was seen before that; one that did all of it between two looks is not.
 */
public final class DescendantTracker implements AutoCloseable {
  private static final long LOOK_EVERY_MILLIS = 1_000;

  /** Where there are so many processes that a look takes long, there are fewer looks. */
  private static final int REST_FACTOR = 50;

  /** A process may start another one while we look. */
  private static final int MOST_LOOKS = 5;

  private static final Set<DescendantTracker> WATCHED = ConcurrentHashMap.newKeySet();

  static {
    Thread thread = new Thread(DescendantTracker::watch, "process-watch");
    thread.setDaemon(true);
    thread.start();
  }

  private final Entry leader;
  private final Map<Long, Entry> seen = new HashMap<>();

  private DescendantTracker(Entry leader) {
    this.leader = leader;
  }

  /**
   * Begins to look, until it is closed.
   *
   * @param leader a process that leads a session, and has just been started
   */
  public static DescendantTracker of(long leader) {
    DescendantTracker descendants = new DescendantTracker(ProcessTable.find(leader, leader));
    WATCHED.add(descendants);
    return descendants;
  }

  private static void watch() {
    while (true) {
      long start = System.nanoTime();
      if (!WATCHED.isEmpty()) {
        ProcessTable table = ProcessTable.read();
        WATCHED.forEach(descendants -> descendants.look(table));
      }
      long took = (System.nanoTime() - start) / 1_000_000;
      try {
        Thread.sleep(Math.max(LOOK_EVERY_MILLIS, REST_FACTOR * took));
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Looks now; best while the leader still runs. */
  public void look() {
    look(ProcessTable.read());
  }

  private synchronized void look(ProcessTable table) {
    seen.values().removeIf(process -> isGone(process, table));
    Deque<Entry> open = new ArrayDeque<>();
    Set<Long> sessions = new HashSet<>();
    Entry now = table.find(leader.pid());
    if (now == null || now.started() == leader.started()) {
      sessions.add(leader.pid());
      open.add(leader);
    }
    open.addAll(seen.values());
    do {
      while (!open.isEmpty()) {
        Entry process = open.remove();
        Entry asNow = table.find(process.pid());
        if (asNow != null && asNow.session() == asNow.pid()) {
          sessions.add(asNow.pid());
        }
        table.childrenOf(process.pid()).stream().filter(this::isNew).forEach(open::add);
      }
      // Whose parent has ended is nobody's child any more, but stays in its session.
      table.all().stream()
          .filter(orphan -> sessions.contains(orphan.session()))
          .filter(this::isNew)
          .forEach(open::add);
    } while (!open.isEmpty());
  }

  private boolean isNew(Entry process) {
    return process.pid() != leader.pid() && seen.putIfAbsent(process.pid(), process) == null;
  }

  /** Its parent or session may be another one by now; its number and start are not. */
  private static boolean isGone(Entry process, ProcessTable table) {
    Entry now = table.find(process.pid());
    return now == null || now.started() != process.started();
  }

  /** Those that were seen and run, by their numbers; without the leader. */
  synchronized Set<Long> alive() {
    Set<Long> alive = new HashSet<>();
    for (Entry process : seen.values()) {
      if (ProcessTable.isAlive(process) && !ProcessTable.isZombie(process)) {
        alive.add(process.pid());
      }
    }
    return alive;
  }

  /** Ends all that were seen and their children, but not the leader. */
  public void kill() {
    for (int look = 0; look < MOST_LOOKS; look++) {
      look();
      if (!killSeen()) {
        return;
      }
    }
  }

  private synchronized boolean killSeen() {
    boolean found = false;
    for (Entry process : seen.values()) {
      if (ProcessTable.isAlive(process)) {
        found = true;
        ProcessHandle.of(process.pid()).ifPresent(ProcessHandle::destroyForcibly);
      }
    }
    return found;
  }

  /** Ends the looks. */
  @Override
  public void close() {
    WATCHED.remove(this);
  }
}

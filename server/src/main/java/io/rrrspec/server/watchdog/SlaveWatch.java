package io.rrrspec.server.watchdog;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.store.WatchStore;
import io.rrrspec.common.store.WatchStore.SlaveState;
import io.rrrspec.common.store.WatchStore.Word;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the dead among the slaves of a taskset. A worker's heartbeat is read once at every look,
 * and a slave's own state only as often as it can matter: a slave whose worker vouches for it and
 * lives is that worker's affair, which ends it when its process ends. Nobody is called dead by
 * anything but a fresh reading.
 */
final class SlaveWatch {
  /** An id may come back as something else: so late is that noticed while its worker lives. */
  private static final Duration LOOK_AGAIN_AFTER = Duration.ofSeconds(30);

  /** Foreign implementations' ids come back without a new life. */
  private static final Duration LOOK_AGAIN_AT_OTHERS_AFTER = Duration.ofSeconds(10);

  private final WatchStore lives;

  /** What was read, by taskset and slave. */
  private final Map<String, Map<String, Known>> tasksets = new HashMap<>();

  private record Known(SlaveState state, boolean vouchedFor, long readAt) {
    private Duration lookAgainAfter() {
      return state.life() == null ? LOOK_AGAIN_AT_OTHERS_AFTER : LOOK_AGAIN_AFTER;
    }

    /** Whether another reading could tell nothing new that matters. */
    boolean settles(boolean vouchedForNow, long now) {
      return vouchedFor == vouchedForNow
          && now - readAt < lookAgainAfter().toMillis()
          && (state.ended() || vouchedFor);
    }
  }

  SlaveWatch(WatchStore lives) {
    this.lives = lives;
  }

  /** Forgets what was read of other tasksets. */
  void forgetAllBut(Collection<String> tasksetKeys) {
    tasksets.keySet().retainAll(Set.copyOf(tasksetKeys));
  }

  /**
   * Looks.
   *
   * @param listed what stands in the list of the taskset's slaves
   * @param livingWorkers the announced workers that had a heartbeat a moment ago
   * @param now milliseconds
   * @param foreignBeats whether a foreign slave without a heartbeat is dead
   */
  List<SlaveState> dead(
      String taskset,
      List<String> listed,
      Set<String> livingWorkers,
      long now,
      boolean foreignBeats) {
    Set<String> slaves = new TreeSet<>(listed.stream().filter(Keys::isSlave).toList());
    Map<String, Known> known = tasksets.computeIfAbsent(taskset, t -> new HashMap<>());
    known.keySet().retainAll(slaves);
    Set<String> living = new HashSet<>(livingWorkers);
    // One that is not announced may still beat: it will announce itself again.
    living.addAll(lives.living(unknownWorkers(slaves, livingWorkers)));
    Map<String, Word> words = lives.words(workersOf(slaves));
    List<String> toRead = new ArrayList<>();
    for (String slave : slaves) {
      Known last = known.get(slave);
      if (last == null || !last.settles(isVouchedFor(last.state(), living, words, taskset), now)) {
        toRead.add(slave);
      }
    }
    List<SlaveState> open = new ArrayList<>();
    for (SlaveState state : lives.states(toRead)) {
      boolean vouchedFor = isVouchedFor(state, living, words, taskset);
      known.put(state.key(), new Known(state, vouchedFor, now));
      if (!state.ended() && !vouchedFor) {
        open.add(state);
      }
    }
    return dead(taskset, open, foreignBeats);
  }

  /** Whether foreign slaves were seen in a taskset. */
  boolean knowsForeign(String taskset) {
    return tasksets.getOrDefault(taskset, Map.of()).values().stream()
        .anyMatch(known -> known.state().life() == null);
  }

  /**
   * The dead among them. Heartbeats are read after their state: a worker that came back in between
   * may have a new life of the same slave, which would be ended in place of the old one.
   */
  private List<SlaveState> dead(String taskset, List<SlaveState> open, boolean foreignBeats) {
    Set<String> hearts = new HashSet<>();
    open.forEach(slave -> hearts.add(heartOf(slave)));
    Set<String> beating = lives.living(hearts);
    Map<String, Word> words =
        open.isEmpty()
            ? Map.of()
            : lives.words(workersOf(open.stream().map(SlaveState::key).toList()));
    return open.stream()
        .filter(
            slave ->
                Death.ofSlave(
                    slave,
                    beating.contains(heartOf(slave)),
                    words.getOrDefault(Keys.workerOf(slave.key()), Word.NONE),
                    taskset,
                    foreignBeats))
        .toList();
  }

  /** Whether its worker lives and its word stands for it. */
  private static boolean isVouchedFor(
      SlaveState slave, Set<String> living, Map<String, Word> words, String taskset) {
    String worker = Keys.workerOf(slave.key());
    return slave.vouched()
        && living.contains(worker)
        && Death.standsFor(words.getOrDefault(worker, Word.NONE), slave, taskset);
  }

  private static String heartOf(SlaveState slave) {
    return slave.vouched() ? Keys.workerOf(slave.key()) : slave.key();
  }

  private static Set<String> unknownWorkers(Set<String> slaves, Set<String> living) {
    Set<String> workers = workersOf(slaves);
    workers.removeAll(living);
    return workers;
  }

  private static Set<String> workersOf(Collection<String> slaves) {
    Set<String> workers = new TreeSet<>();
    slaves.forEach(slave -> workers.add(Keys.workerOf(slave)));
    return workers;
  }
}

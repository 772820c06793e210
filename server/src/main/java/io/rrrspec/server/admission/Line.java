package io.rrrspec.server.admission;

import io.rrrspec.common.queue.Queue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One queue during one look: what it has, what it has a right to, and who waits in it. */
final class Line {
  final Queue queue;

  /** The workers that it is guaranteed for certain. */
  final int whole;

  /** The part of a worker beyond {@link #whole} that it is guaranteed over time. */
  final double fraction;

  /** The most workers that it may have. */
  final int most;

  private final Map<String, User> users = new HashMap<>();

  /** Those with somebody who waits, in the order in which they are served. */
  private final TreeSet<User> inOrder =
      new TreeSet<>(
          Comparator.comparing((User user) -> !user.isAhead())
              .thenComparingInt(user -> user.turnsTaken)
              .thenComparingInt(User::place));

  private int serving;
  private int count;
  private long wants;
  private boolean stuck;

  /** A taskset that can do with more workers. */
  static final class Waiting {
    final Demand demand;
    private final int place;
    int serving;

    private Waiting(Demand demand, int serving, int place) {
      this.demand = demand;
      this.serving = serving;
      this.place = place;
    }
  }

  /** Who takes turns: a user, or all together where users do not. */
  private static final class User {
    final List<Waiting> waiting = new ArrayList<>();
    int turnsTaken;

    boolean isAhead() {
      return waiting.get(0).demand.ahead();
    }

    int place() {
      return waiting.get(0).place;
    }
  }

  /**
   * Makes one that has nothing yet.
   *
   * @param live how many workers of its group live
   */
  Line(Queue queue, int live) {
    this.queue = queue;
    double rate = Math.min(live, queue.rate().of(live));
    whole = (int) Math.floor(rate + 1e-9);
    fraction = Math.max(0, rate - whole) < 1e-9 ? 0 : rate - whole;
    int ceil = (int) Math.floor(queue.ceil().of(live) + 1e-9);
    // A part of a worker is one: nobody could ever serve it otherwise. None at all is a pause.
    most = queue.ceil().amount() == 0 ? 0 : Math.max(1, Math.max(ceil, whole));
  }

  /** Adds a taskset, oldest first. */
  void add(Demand demand, int workers) {
    serving += workers;
    User user = users.computeIfAbsent(queue.inTurn() ? demand.user() : "", u -> new User());
    if (!user.waiting.isEmpty()) {
      inOrder.remove(user);
    }
    user.turnsTaken += queue.inTurn() ? workers : 0;
    if (demand.hasWork() && workers < demand.maxWorkers()) {
      Waiting waiting = new Waiting(demand, workers, count++);
      wants += demand.maxWorkers() - workers;
      user.waiting.add(demand.ahead() ? placeAhead(user) : user.waiting.size(), waiting);
    }
    putInOrder(user);
  }

  /** Adds a worker that is not done with a taskset that is over. */
  void addBusy() {
    serving++;
  }

  /** Behind those who are ahead already. */
  private static int placeAhead(User user) {
    int place = 0;
    while (place < user.waiting.size() && user.waiting.get(place).demand.ahead()) {
      place++;
    }
    return place;
  }

  private void putInOrder(User user) {
    if (!user.waiting.isEmpty()) {
      inOrder.add(user);
    }
  }

  int serving() {
    return serving;
  }

  /** How many of its tasksets could do with more workers. */
  int backlog() {
    return users.values().stream().mapToInt(user -> user.waiting.size()).sum();
  }

  /** How many workers more its tasksets could do with. */
  int wants() {
    return (int) Math.min(Integer.MAX_VALUE, wants);
  }

  /** Whether somebody waits for whom there may be an idle worker. */
  boolean waits() {
    return !inOrder.isEmpty() && !stuck;
  }

  /** Whether it has tasksets that could do with more workers. */
  boolean isBacklogged() {
    return !inOrder.isEmpty();
  }

  boolean isUnderRate() {
    return serving < whole;
  }

  boolean isBelowCeil() {
    return serving < most;
  }

  /** No idle worker fits anybody in it: it is passed over for the rest of the look. */
  void stick() {
    stuck = true;
  }

  /**
   * Gives a worker to the first of those who wait for whom there is one.
   *
   * @param give does it, or says that there is none
   * @return false if there is none for anybody
   */
  boolean serve(Predicate<Waiting> give) {
    for (User user : inOrder) {
      @Nullable Waiting served = user.waiting.stream().filter(give).findFirst().orElse(null);
      if (served != null) {
        inOrder.remove(user);
        served(user, served);
        putInOrder(user);
        return true;
      }
    }
    return false;
  }

  private void served(User user, Waiting served) {
    served.serving++;
    serving++;
    wants--;
    user.turnsTaken += queue.inTurn() ? 1 : 0;
    if (served.serving >= served.demand.maxWorkers()) {
      user.waiting.remove(served);
    }
  }
}

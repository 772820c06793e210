package io.rrrspec.common.queue;

import java.util.Comparator;
import java.util.List;

/**
 * A queue, as it was set up.
 *
 * @param serial its number, which it keeps when it is renamed; 0 is {@link #DEFAULT}
 * @param name its name
 * @param formerNames what it was called before, and the queues that it has taken over: what still
 *     names one of them is served here
 * @param group the type of the workers that serve it
 * @param priority its place in the ring of its group: lower first
 * @param rate what is guaranteed to it
 * @param ceil what it never has more of
 * @param discipline what it does with equal jobs
 * @param inTurn whether users take turns in it; else the oldest run is served first, up to its
 *     limit
 */
public record Queue(
    int serial,
    String name,
    List<String> formerNames,
    String group,
    int priority,
    Share rate,
    Share ceil,
    Discipline discipline,
    boolean inTurn) {
  /** The name of the queue of all that names none. */
  public static final String DEFAULT = "default";

  /** The type of workers that serve a queue of which nobody has said anything else. */
  public static final String DEFAULT_GROUP = "default";

  /** The order of the ring. */
  public static final Comparator<Queue> RING =
      Comparator.comparingInt(Queue::priority).thenComparing(Queue::name);

  public Queue {
    formerNames = List.copyOf(formerNames);
  }

  /** One that was never renamed, and queues every job. */
  public Queue(String name, String group, int priority, Share rate, Share ceil, boolean inTurn) {
    this(0, name, List.of(), group, priority, rate, ceil, Discipline.FIFO, inTurn);
  }

  /** The queue of a group that nobody has set up: first come, first served. */
  public static Queue unconfigured(String group) {
    return new Queue(DEFAULT, group, 0, Share.NONE, Share.ALL, false);
  }

  /** A queue of which nobody has said anything yet but its name. */
  static Queue created(int serial, String name) {
    return new Queue(
        serial, name, List.of(), DEFAULT_GROUP, 0, Share.NONE, Share.ALL, Discipline.FIFO, true);
  }

  /** Whether it gets no worker, however many are free. */
  public boolean isPaused() {
    return ceil.amount() == 0;
  }

  Queue withName(String other) {
    return new Queue(serial, other, formerNames, group, priority, rate, ceil, discipline, inTurn);
  }

  Queue withFormerNames(List<String> names) {
    return new Queue(serial, name, names, group, priority, rate, ceil, discipline, inTurn);
  }

  Queue withGroup(String other) {
    return new Queue(serial, name, formerNames, other, priority, rate, ceil, discipline, inTurn);
  }

  Queue withPriority(int other) {
    return new Queue(serial, name, formerNames, group, other, rate, ceil, discipline, inTurn);
  }

  Queue withRate(Share other) {
    return new Queue(serial, name, formerNames, group, priority, other, ceil, discipline, inTurn);
  }

  Queue withCeil(Share other) {
    return new Queue(serial, name, formerNames, group, priority, rate, other, discipline, inTurn);
  }

  Queue withDiscipline(Discipline other) {
    return new Queue(serial, name, formerNames, group, priority, rate, ceil, other, inTurn);
  }
}

package io.rrrspec.server.admission;

import java.util.Comparator;

/**
 * A queue, as it was set up.
 *
 * @param name its name
 * @param group the type of the workers that serve it
 * @param priority its place in the ring of its group: lower first
 * @param rate what is guaranteed to it
 * @param ceil what it never has more of
 * @param inTurn whether users take turns in it; else the oldest run is served first, up to its
 *     limit
 */
public record Queue(
    String name, String group, int priority, Share rate, Share ceil, boolean inTurn) {
  /** The name of the queue of all tasksets that name none. */
  public static final String DEFAULT = "default";

  /** The order of the ring. */
  static final Comparator<Queue> RING =
      Comparator.comparingInt(Queue::priority).thenComparing(Queue::name);

  /** The queue of a group that nobody has set up: first come, first served. */
  public static Queue unconfigured(String group) {
    return new Queue(DEFAULT, group, 0, Share.NONE, Share.ALL, false);
  }
}

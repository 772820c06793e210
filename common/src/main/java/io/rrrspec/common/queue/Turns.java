package io.rrrspec.common.queue;

import java.util.Map;

/**
 * What one look at a group leaves for the next one: whose turn it is, and who has waited since
 * when.
 *
 * @param guaranteed the queue that was served last under its rate, "" for none: the next look
 *     begins behind it
 * @param surplus the queue that was served last beyond its rate
 * @param waiting since when a queue waits that has got nothing, by the server's clock in ms
 * @param underRate since when a queue that waits has been under its rate without a break
 * @param credits how far a queue is behind in the seats that several queues share, since each is
 *     guaranteed a part of a worker
 */
public record Turns(
    String guaranteed,
    String surplus,
    Map<String, Long> waiting,
    Map<String, Long> underRate,
    Map<String, Double> credits) {
  /** At the beginning. */
  public static final Turns NONE = new Turns("", "", Map.of(), Map.of(), Map.of());

  public Turns {
    waiting = Map.copyOf(waiting);
    underRate = Map.copyOf(underRate);
    credits = Map.copyOf(credits);
  }
}

package io.rrrspec.common.store;

import java.util.function.BiConsumer;
import redis.clients.jedis.JedisPubSub;

/**
 * Gets what is published, in the thread that listens, until another one has it leave.
 *
 * <p>The connection goes back into the pool when the answer to UNSUBSCRIBE is there. So that thread
 * waits until the other one has let go of it: else whoever gets it next may write into the same
 * buffer, and from then on gets the answers to somebody else's commands.
 */
final class EventListener extends JedisPubSub {
  private final BiConsumer<String, String> listener;
  private boolean subscribed;
  private boolean leaves;
  private boolean left;

  /** Hands on what stands before the first tab of a message, and what stands behind it. */
  EventListener(BiConsumer<String, String> listener) {
    this.listener = listener;
  }

  @Override
  public void onMessage(String channel, String message) {
    int tab = message.indexOf('\t');
    if (tab > 0) {
      listener.accept(message.substring(0, tab), message.substring(tab + 1));
    }
  }

  @Override
  public synchronized void onSubscribe(String channel, int count) {
    subscribed = true;
    left = false;
    unsubscribeOnce();
  }

  @Override
  public synchronized void onUnsubscribe(String channel, int count) {
    subscribed = false;
  }

  /** The connection is gone: there is nothing to leave. */
  synchronized void broke() {
    subscribed = false;
  }

  /** Ends it, now or as soon as it has begun. */
  synchronized void leave() {
    leaves = true;
    unsubscribeOnce();
  }

  /** Whether it was asked to end. */
  synchronized boolean leaves() {
    return leaves;
  }

  private void unsubscribeOnce() {
    if (leaves && subscribed && !left) {
      left = true;
      unsubscribe();
    }
  }
}

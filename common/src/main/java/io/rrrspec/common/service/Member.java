package io.rrrspec.common.service;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.store.Lifetimes;
import io.rrrspec.common.store.MessageQueue;
import io.rrrspec.common.store.ServerStore;
import java.util.List;
import java.util.function.Supplier;

/**
 * One server or persister as the others see it: they leave its messages alone while it lives, and
 * get them back when it leaves.
 */
public final class Member {
  private final String key;
  private final ServerStore servers;
  private final List<MessageQueue> queues;

  /**
   * Makes one.
   *
   * @param queues those whose messages it takes
   */
  public Member(String key, ServerStore servers, List<MessageQueue> queues) {
    this.key = key;
    this.servers = servers;
    this.queues = List.copyOf(queues);
  }

  /** Its key; what it has in its hands stands below that. */
  public String key() {
    return key;
  }

  /** Says that it lives, before it takes the first message: none may be left behind. */
  public void announce() {
    servers.beat(key, Lifetimes.HEARTBEAT, "");
  }

  /** What goes on saying so; the last one to stop. */
  public Actor heartbeat() {
    return heartbeat(() -> "");
  }

  /**
   * What goes on saying so, and why it cannot do its work.
   *
   * @param complaint one line; "" while it can
   */
  public Actor heartbeat(Supplier<String> complaint) {
    return new Heartbeat(key, servers, complaint);
  }

  /**
   * Leaves, once its actors have ended.
   *
   * @return how many messages it gave back that it had taken and not done
   */
  public long leave() {
    // In this order: a message may only be moved when its owner is not alive, and while the name is
    // still there a watchdog makes good what fails here.
    servers.silence(key);
    long givenBack = 0;
    for (MessageQueue queue : queues) {
      givenBack += queue.takeOverFrom(key);
    }
    servers.retire(key);
    return givenBack;
  }
}

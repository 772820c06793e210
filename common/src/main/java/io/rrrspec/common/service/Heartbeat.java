package io.rrrspec.common.service;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.store.Lifetimes;
import io.rrrspec.common.store.ServerStore;
import java.time.Duration;
import java.util.function.Supplier;

/** Says that a server or persister lives, so that others leave the messages alone that it holds. */
public final class Heartbeat implements Actor {
  private final String memberKey;
  private final ServerStore servers;
  private final Supplier<String> complaint;

  /**
   * Makes one.
   *
   * @param complaint why this member cannot do its work now, in one line; "" while it can
   */
  public Heartbeat(String memberKey, ServerStore servers, Supplier<String> complaint) {
    this.memberKey = memberKey;
    this.servers = servers;
    this.complaint = complaint;
  }

  @Override
  public String name() {
    return "server-heartbeat";
  }

  @Override
  public boolean step() {
    servers.beat(memberKey, Lifetimes.HEARTBEAT, complaint.get());
    return false;
  }

  @Override
  public void await(Duration limit) throws InterruptedException {
    Thread.sleep(Lifetimes.BEAT_EVERY.toMillis());
  }

  @Override
  public Duration longestPause() {
    return Lifetimes.LONGEST_BEAT_PAUSE;
  }
}

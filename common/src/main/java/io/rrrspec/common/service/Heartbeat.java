package io.rrrspec.common.service;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.store.Lives;
import io.rrrspec.common.store.ServerStore;
import java.time.Duration;

/** Says that a server or persister lives, so that others leave the messages alone that it holds. */
public final class Heartbeat implements Actor {
  private final String memberKey;
  private final ServerStore servers;

  public Heartbeat(String memberKey, ServerStore servers) {
    this.memberKey = memberKey;
    this.servers = servers;
  }

  @Override
  public String name() {
    return "server-heartbeat";
  }

  @Override
  public boolean step() {
    servers.beat(memberKey, Lives.HEARTBEAT);
    return false;
  }

  @Override
  public void await(Duration limit) throws InterruptedException {
    Thread.sleep(Lives.BEAT_EVERY.toMillis());
  }

  @Override
  public Duration longestPause() {
    return Lives.LONGEST_BEAT_PAUSE;
  }
}

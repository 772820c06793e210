package io.rrrspec.server;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.store.Lives;
import io.rrrspec.common.store.ServerStore;
import java.time.Duration;

/** Says that this server lives, so that others leave the messages alone that it holds. */
final class ServerHeartbeat implements Actor {
  private final String serverKey;
  private final ServerStore servers;

  ServerHeartbeat(String serverKey, ServerStore servers) {
    this.serverKey = serverKey;
    this.servers = servers;
  }

  @Override
  public String name() {
    return "server-heartbeat";
  }

  @Override
  public boolean step() {
    servers.beat(serverKey, Lives.HEARTBEAT);
    return false;
  }

  @Override
  public void await(Duration limit) throws InterruptedException {
    Thread.sleep(Lives.BEAT_EVERY.toMillis());
  }
}

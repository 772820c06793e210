package io.rrrspec.experiments.bench;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.loop.Loop;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.server.Server;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Real servers with all their actors in loops: heartbeat, arbiter, dispatcher, watchdog. */
final class Servers implements AutoCloseable {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

  private final List<RedisConnection> connections = new ArrayList<>();
  private final List<Loop> loops = new ArrayList<>();

  Servers(BenchRedis redis, int count) {
    for (int i = 1; i <= count; i++) {
      RedisConnection connection = RedisConnection.open(redis.url(), 8);
      connections.add(connection);
      Server server = new Server("server-" + i, connection, redis.keys(), InstantSource.system());
      for (Actor actor : server.actors()) {
        loops.add(Loop.start(actor, LONGEST_WAIT));
      }
    }
  }

  @Override
  public void close() {
    loops.forEach(Loop::stop);
    connections.forEach(RedisConnection::close);
    loops.forEach(Loop::close);
  }
}

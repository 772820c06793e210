package io.rrrspec.common.store;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.util.function.BiConsumer;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.exceptions.JedisException;

/** What happens in a taskset, as it happens. For eyes only: what is missed does not come again. */
public final class EventStore {
  private final RedisConnection redis;

  public EventStore(RedisConnection redis) {
    this.redis = redis;
  }

  /** A subscription. */
  public interface Subscription extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Listens, in a thread of its own, until closed.
   *
   * @param listener gets {@code passed}, {@code pending}, {@code failed} or {@code retry} with the
   *     key of a trial, or {@code over} with the status
   */
  public Subscription listen(String tasksetKey, BiConsumer<String, String> listener) {
    JedisPubSub pubSub =
        new JedisPubSub() {
          @Override
          public void onMessage(String channel, String message) {
            int tab = message.indexOf('\t');
            if (tab > 0) {
              listener.accept(message.substring(0, tab), message.substring(tab + 1));
            }
          }
        };
    Thread thread =
        new Thread(
            () -> {
              try {
                redis.commands().subscribe(pubSub, Keys.events(tasksetKey));
              } catch (JedisException e) {
                // Redis went away: whoever watches sees the state itself, too, only later.
                return;
              }
            },
            "events");
    thread.setDaemon(true);
    thread.start();
    return () -> {
      if (pubSub.isSubscribed()) {
        pubSub.unsubscribe();
      }
    };
  }
}

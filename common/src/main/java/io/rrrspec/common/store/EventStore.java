package io.rrrspec.common.store;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.exceptions.JedisException;

/** What happens in a taskset, as it happens. For eyes only: what is missed does not come again. */
public final class EventStore {
  private static final long RESUBSCRIBE_AFTER_MILLIS = 20;

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
    AtomicBoolean closed = new AtomicBoolean();
    Thread thread =
        new Thread(
            () -> {
              while (!closed.get()) {
                subscribe(tasksetKey, pubSub, closed);
              }
            },
            "events");
    thread.setDaemon(true);
    thread.start();
    return () -> {
      closed.set(true);
      if (pubSub.isSubscribed()) {
        pubSub.unsubscribe();
      }
    };
  }

  private void subscribe(String tasksetKey, JedisPubSub pubSub, AtomicBoolean closed) {
    try {
      redis.commands().subscribe(pubSub, Keys.events(tasksetKey));
    } catch (JedisException e) {
      // Nothing happened for longer than a socket may be silent, or Redis went away: again, unless
      // it is over. Whoever watches sees the state itself, too.
      try {
        Thread.sleep(RESUBSCRIBE_AFTER_MILLIS);
      } catch (InterruptedException interrupted) {
        closed.set(true);
      }
    }
  }
}

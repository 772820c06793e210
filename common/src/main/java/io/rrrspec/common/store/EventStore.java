package io.rrrspec.common.store;

import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import java.util.function.BiConsumer;
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
    EventListener events = new EventListener(listener);
    Thread thread =
        new Thread(
            () -> {
              while (!events.leaves()) {
                subscribe(tasksetKey, events);
              }
            },
            "events");
    thread.setDaemon(true);
    thread.start();
    return () -> leave(events);
  }

  private static void leave(EventListener events) {
    try {
      events.leave();
    } catch (JedisException e) {
      // Redis is away, and the subscription with it.
      return;
    }
  }

  private void subscribe(String tasksetKey, EventListener events) {
    try {
      redis.commands().subscribe(events, Keys.events(tasksetKey));
    } catch (JedisException e) {
      events.broke();
      // Nothing happened for longer than a socket may be silent, or Redis went away: again, unless
      // it is over. Whoever watches sees the state itself, too.
      try {
        Thread.sleep(RESUBSCRIBE_AFTER_MILLIS);
      } catch (InterruptedException interrupted) {
        events.leave();
      }
    }
  }
}

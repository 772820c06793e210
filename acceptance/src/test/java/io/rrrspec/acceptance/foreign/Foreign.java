package io.rrrspec.acceptance.foreign;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.SetParams;

/** What the parts of a foreign implementation have in common. */
final class Foreign {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private Foreign() {}

  /** Whole seconds, as its time fields have them. */
  static String now() {
    return TIME.format(Instant.now());
  }

  static void pause(Duration time) throws InterruptedException {
    Thread.sleep(time.toMillis());
  }

  static boolean isRunning(UnifiedJedis redis, String taskset) {
    return "running".equals(redis.hget(taskset, "status"));
  }

  static void field(UnifiedJedis redis, String key, String name, String value) {
    redis.hset(key, Map.of(name, value));
  }

  /** Beats for a worker or a slave until it is closed, or until it dies: then the rest runs out. */
  static final class Heart implements AutoCloseable {
    private static final Duration SHORT = Duration.ofSeconds(10);

    private final Thread thread;

    Heart(UnifiedJedis redis, String owner, Duration life) {
      SetParams expiry = SetParams.setParams().px(life.toMillis());
      redis.set(owner + ":heartbeat", "alive", expiry);
      // Of a short life a twelfth is less than a busy machine may need for the next beat.
      Duration pause =
          life.compareTo(SHORT) < 0 ? life.dividedBy(2) : life.multipliedBy(11).dividedBy(12);
      this.thread =
          new Thread(
              () -> {
                try {
                  while (true) {
                    pause(pause);
                    redis.set(owner + ":heartbeat", "alive", expiry);
                  }
                } catch (InterruptedException e) {
                  return;
                } catch (JedisException e) {
                  // The test is over, and with it this connection.
                  return;
                }
              },
              "heart-of-" + owner);
      thread.setDaemon(true);
      thread.start();
    }

    @Override
    public void close() {
      thread.interrupt();
    }
  }
}

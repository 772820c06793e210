package io.rrrspec.common.store;

import io.rrrspec.common.redis.Damage;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RawMembers;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.args.ListDirection;

/**
 * A queue whose messages are never only in a process: what one server takes stands in its
 * processing list until it is done, and goes back to the queue when that server's heartbeat ends.
 */
public final class MessageQueue {
  private static final Logger log = LoggerFactory.getLogger(MessageQueue.class);
  private static final int TAKE_OVER_CHUNK = 1_000;
  private static final int SET_ASIDE_BOUND = 1_000;
  private static final Duration SET_ASIDE_LIFE = Duration.ofDays(7);

  private final RedisConnection redis;
  private final Keys keys;
  private final String queue;
  private final String processing;
  private final AtomicLong aside = new AtomicLong();

  private MessageQueue(RedisConnection redis, Keys keys, String queue, String serverKey) {
    this.redis = redis;
    this.keys = keys;
    this.queue = queue;
    this.processing = Keys.processing(serverKey, Keys.lastPart(queue));
  }

  /** The arbiters' queue, as one server sees it. */
  public static MessageQueue arbiter(RedisConnection redis, Keys keys, String serverKey) {
    return new MessageQueue(redis, keys, keys.arbiterQueue(), serverKey);
  }

  /** The persisters' queue, as one persister sees it. */
  public static MessageQueue persister(RedisConnection redis, Keys keys, String serverKey) {
    return new MessageQueue(redis, keys, keys.persisterQueue(), serverKey);
  }

  /** The list of what this server has taken. */
  public String processing() {
    return processing;
  }

  /** Takes messages, oldest first, until this server holds so many; returns what it holds. */
  public List<String> take(int most) {
    try {
      @SuppressWarnings("unchecked") // the script answers with a list of strings
      List<String> messages =
          (List<String>)
              redis.run(
                  "take_messages", List.of(queue, processing), List.of(Integer.toString(most)));
      return messages;
    } catch (RuntimeException e) {
      repair(e);
      return List.of();
    }
  }

  /** Waits for one message and takes it; null if none came in time. */
  public @Nullable String await(Duration limit) {
    double seconds = limit.toMillis() / 1000.0;
    try {
      return redis
          .commands()
          .blmove(queue, processing, ListDirection.LEFT, ListDirection.RIGHT, seconds);
    } catch (RuntimeException e) {
      repair(e);
      return null;
    }
  }

  /** Puts a message into the queue. */
  public void send(String message) {
    redis.commands().rpush(queue, message);
  }

  /** A message is done: it leaves this server's hands. */
  public void done(String message) {
    redis.commands().lrem(processing, 1, message);
    RawMembers.remove(redis, processing, List.of(message));
  }

  /** Keeps a message that nobody can read where people can look at it, and goes on. */
  public void setAside(String message) {
    aside.incrementAndGet();
    try {
      redis.commands().lpush(keys.setAside(), Keys.lastPart(queue) + " " + message);
      redis.commands().ltrim(keys.setAside(), 0, SET_ASIDE_BOUND - 1);
      redis.commands().expire(keys.setAside(), SET_ASIDE_LIFE.toSeconds());
    } catch (RuntimeException e) {
      if (!Damage.isCauseOf(e)) {
        throw e;
      }
      log.error("{} is no list, so nobody will see this message: {}", keys.setAside(), message);
    }
    done(message);
  }

  /** How many messages wait in the queue. */
  public long size() {
    return redis.commands().llen(queue);
  }

  /** How many messages this process has set aside. */
  public long countSetAside() {
    return aside.get();
  }

  /** A queue that is no list would stop everybody: what is there goes, with a word in the log. */
  private void repair(RuntimeException e) {
    if (!Damage.isCauseOf(e)) {
      throw e;
    }
    for (String list : List.of(queue, processing)) {
      String type = redis.commands().type(list);
      if (!type.equals("list") && !type.equals("none")) {
        log.error("{} was a {} and no list: it is deleted", list, type);
        redis.commands().del(list);
      }
    }
  }

  /** Puts back what a dead server held in this queue; returns how many messages. */
  public long takeOverFrom(String deadServerKey) {
    String theirs = Keys.processing(deadServerKey, Keys.lastPart(queue));
    long all = 0;
    while (true) {
      Object moved =
          redis.run(
              "take_over_messages",
              List.of(theirs, queue, Keys.heartbeat(deadServerKey)),
              List.of(Integer.toString(TAKE_OVER_CHUNK)));
      all += (Long) moved;
      if ((Long) moved < TAKE_OVER_CHUNK) {
        return all;
      }
    }
  }
}

package io.rrrspec.client.remote;

import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.redis.Outage;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** How long a client waits without Redis for something that goes on without the client. */
final class RedisPatience {
  private static final long AT_MOST = Duration.ofSeconds(120).toNanos();
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final String address;
  private final String next;
  private final Consumer<String> say;
  private boolean away;
  private long since;

  /**
   * Redis answers so far.
   *
   * @param next what to do when Redis answers again, after the wait has ended
   * @param say gets one line for each outage
   */
  RedisPatience(String address, String next, Consumer<String> say) {
    this.address = address;
    this.next = next;
    this.say = say;
  }

  /** Waits for a run. */
  static RedisPatience ofWait(Fleet fleet, String run, Consumer<String> say) {
    return new RedisPatience(fleet.address(), "`client waitfor " + run + "` goes on", say);
  }

  /** Waits for a flow. */
  static RedisPatience ofFlow(Fleet fleet, String id, Consumer<String> say) {
    return new RedisPatience(fleet.address(), "`flow show " + id + "` says how it goes", say);
  }

  /**
   * Asks Redis something, again and again until it answers.
   *
   * @param question has no effect, or one that may come twice
   * @throws ServiceException if Redis has not answered for two minutes
   */
  <T> T ask(Supplier<T> question) {
    while (true) {
      try {
        T answer = question.get();
        answered();
        return answer;
      } catch (RrrspecException e) {
        throw e;
      } catch (RuntimeException e) {
        if (!Outage.isCauseOf(e)) {
          throw e;
        }
        failed(e);
      }
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServiceException("interrupted while waiting for Redis", e);
    }
  }

  /** Redis answers. */
  void answered() {
    away = false;
  }

  /**
   * Redis does not answer.
   *
   * @throws ServiceException if that has lasted for two minutes
   */
  void failed(RuntimeException e) {
    long now = System.nanoTime();
    if (!away) {
      away = true;
      since = now;
      say.accept("Redis at " + address + " does not answer: trying on");
    } else if (now - since > AT_MOST) {
      throw new ServiceException(
          "Redis at " + address + " does not answer; when it does, " + next, e);
    }
  }
}

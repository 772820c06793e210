package io.rrrspec.client.remote;

import io.rrrspec.common.ServiceException;
import java.time.Duration;
import java.util.function.Consumer;

/** How long a client waits without Redis for something that goes on without the client. */
final class RedisPatience {
  private static final long AT_MOST = Duration.ofSeconds(120).toNanos();

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

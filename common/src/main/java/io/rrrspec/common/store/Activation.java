package io.rrrspec.common.store;

import io.rrrspec.common.files.Hex;
import io.rrrspec.common.files.Sha256;
import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.redis.Keys;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What decides whether a created taskset is activated, or another one stands for it.
 *
 * @param queue the queue that it is served from, or null if nothing depends on it
 * @param identity what makes it the same as others of its queue, or null
 * @param job the number of the job that it is the run of, or null
 */
public record Activation(@Nullable Queue queue, @Nullable String identity, @Nullable Long job) {
  /** It is activated whatever else there is. */
  public static final Activation ALWAYS = new Activation(null, null, null);

  /** How long another run of its identity stands for it; null if none does. */
  @Nullable Duration window() {
    return queue == null || identity == null ? null : queue.discipline().window();
  }

  /** The serial number of its queue, as text; empty if it names none. */
  String serial() {
    return queue == null || !queue.inTurn() ? "" : Integer.toString(queue.serial());
  }

  /** The key of what stands for all runs of its identity; null if nothing does. */
  @Nullable String sameKey(Keys keys) {
    return queue == null || identity == null || window() == null
        ? null
        : keys.sameJob(queue.serial(), Hex.of(Sha256.ofText("run\n" + identity), 20));
  }
}

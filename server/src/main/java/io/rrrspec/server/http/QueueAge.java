package io.rrrspec.server.http;

import io.rrrspec.common.store.Status;
import org.jspecify.annotations.Nullable;

/**
 * How long the head of a queue has waited: since the time that stands in what it names, else since
 * it was first seen there.
 */
final class QueueAge {
  private String head = "";
  private long length;
  private long since;

  /** The age in seconds; 0 if nothing waits. */
  double of(Status.Queue queue, long nowMillis) {
    if (queue.length() == 0) {
      length = 0;
      return 0;
    }
    // What is taken comes off the head; a queue of equal messages gets shorter by it.
    boolean same = length > 0 && queue.head().equals(head) && queue.length() >= length;
    if (!same) {
      since = nowMillis;
    }
    head = queue.head();
    length = queue.length();
    @Nullable Long known = queue.headSinceMs();
    return Math.max(0, nowMillis - (known == null ? since : known)) / 1000.0;
  }
}

package io.rrrspec.server.placement;

import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Jobs in the order in which they came. A job may stand in many queues, and leaves all of them at
 * once: so a queue is a chain, and a job knows its places.
 */
final class JobQueue {
  /** A job in one queue. */
  static final class Place {
    private final PendingJob job;
    private final JobQueue queue;
    private @Nullable Place before;
    private @Nullable Place after;
    private @Nullable Place next;

    private Place(PendingJob job, JobQueue queue) {
      this.job = job;
      this.queue = queue;
    }

    private void unlink() {
      if (before == null) {
        queue.head = after;
      } else {
        before.after = after;
      }
      if (after == null) {
        queue.tail = before;
      } else {
        after.before = before;
      }
    }
  }

  private final Reason reason;
  private @Nullable Place head;
  private @Nullable Place tail;

  /**
   * Makes an empty one.
   *
   * @param reason why a worker gets a job of this queue
   */
  JobQueue(Reason reason) {
    this.reason = reason;
  }

  Reason reason() {
    return reason;
  }

  boolean isEmpty() {
    return head == null;
  }

  /** The job that came first. */
  PendingJob head() {
    Place first = head;
    if (first == null) {
      throw new NoSuchElementException("the queue is empty");
    }
    return first.job;
  }

  /** Adds a job that is not in this queue. */
  void add(PendingJob job) {
    Place place = new Place(job, this);
    place.next = job.places;
    job.places = place;
    place.before = tail;
    if (tail == null) {
      head = place;
    } else {
      tail.after = place;
    }
    tail = place;
  }

  /** Removes a job; nothing happens if it is not here. */
  void remove(PendingJob job) {
    Place last = null;
    for (Place place = job.places; place != null; place = place.next) {
      if (place.queue == this) {
        place.unlink();
        if (last == null) {
          job.places = place.next;
        } else {
          last.next = place.next;
        }
        return;
      }
      last = place;
    }
  }

  /** Removes all jobs. */
  void clear() {
    while (head != null) {
      remove(head.job);
    }
  }

  /** Removes a job from all queues. */
  static void removeFromAll(PendingJob job) {
    for (Place place = job.places; place != null; place = place.next) {
      place.unlink();
    }
    job.places = null;
  }
}

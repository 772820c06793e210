package io.rrrspec.common.store;

import io.rrrspec.common.redis.Outage;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.redis.RedisConnection.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Sends transitions of several threads in one round trip: while one is under way, those of all
 * other threads gather for the next. A thread that is alone does not wait.
 */
final class SharedTrips {
  private static final int MOST = 100;

  private final RedisConnection redis;
  private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean underWay = new AtomicBoolean();

  SharedTrips(RedisConnection redis) {
    this.redis = redis;
  }

  /** A call of one thread; its answer is there when it is done. */
  private static final class Waiting {
    private final Call call;
    private final Thread thread = Thread.currentThread();
    private volatile boolean done;
    private @Nullable Object answer;
    private @Nullable RuntimeException failure;

    Waiting(Call call) {
      this.call = call;
    }
  }

  /** Runs a transition that bears a repeat, and returns its answer. */
  Object run(String verb, List<String> args) {
    Waiting own = new Waiting(new Call(verb, List.of(), args));
    waiting.add(own);
    boolean interrupted = false;
    while (!own.done) {
      if (underWay.compareAndSet(false, true)) {
        try {
          send();
        } finally {
          underWay.set(false);
          Waiting next = waiting.peek();
          if (next != null) {
            LockSupport.unpark(next.thread);
          }
        }
      } else {
        LockSupport.park(this);
        interrupted |= Thread.interrupted();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (own.answer == null && own.failure == null) {
      return redis.run(verb, List.of(), args);
    }
    if (own.failure != null) {
      throw own.failure;
    }
    return Objects.requireNonNull(own.answer);
  }

  private void send() {
    List<Waiting> together = new ArrayList<>();
    while (together.size() < MOST) {
      Waiting next = waiting.poll();
      if (next == null) {
        break;
      }
      together.add(next);
    }
    try {
      if (together.size() == 1) {
        // Its thread sends it.
        return;
      }
      List<Object> answers = redis.runTogether(together.stream().map(one -> one.call).toList());
      for (int i = 0; i < together.size(); i++) {
        together.get(i).answer = answers.get(i);
      }
    } catch (RuntimeException e) {
      // Of Redis, it is everybody's. Else of one call, or of this thread: each thread sends its own
      // again.
      if (Outage.isCauseOf(e)) {
        together.forEach(one -> one.failure = e);
      }
    } finally {
      for (Waiting one : together) {
        one.done = true;
        LockSupport.unpark(one.thread);
      }
    }
  }
}

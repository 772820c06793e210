package io.rrrspec.worker.agent;

import io.rrrspec.common.loop.Actor;
import io.rrrspec.common.store.Lifetimes;
import java.time.Duration;

/**
 * Says that a worker and its slaves live. A loop of its own: it must not wait for anything else.
 */
final class WorkerHeartbeat implements Actor {
  private final Runnable beat;

  WorkerHeartbeat(Runnable beat) {
    this.beat = beat;
  }

  @Override
  public String name() {
    return "worker-heartbeat";
  }

  @Override
  public boolean step() {
    beat.run();
    return false;
  }

  @Override
  public void await(Duration limit) throws InterruptedException {
    Thread.sleep(Lifetimes.BEAT_EVERY.toMillis());
  }

  @Override
  public Duration longestPause() {
    return Lifetimes.LONGEST_BEAT_PAUSE;
  }
}

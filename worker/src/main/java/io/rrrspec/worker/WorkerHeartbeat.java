package io.rrrspec.worker;

import io.rrrspec.common.loop.Actor;
import java.time.Duration;

/**
 * Says that a worker and its slaves live. A loop of its own: it must not wait for anything else.
 */
final class WorkerHeartbeat implements Actor {
  private static final Duration EVERY = Duration.ofMillis(2_500);

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
    Thread.sleep(EVERY.toMillis());
  }
}

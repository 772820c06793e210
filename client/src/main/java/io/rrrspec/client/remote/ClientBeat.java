package io.rrrspec.client.remote;

import io.rrrspec.common.store.ClientStore;
import io.rrrspec.common.store.Lifetimes;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Says all the time that somebody waits for a run. */
final class ClientBeat implements AutoCloseable {
  private final CountDownLatch closed = new CountDownLatch(1);

  private ClientBeat() {}

  /** Begins at once. */
  static ClientBeat start(ClientStore clients, String taskset) {
    ClientBeat beat = new ClientBeat();
    Thread thread = new Thread(() -> beat.run(clients, taskset), "client-beat");
    thread.setDaemon(true);
    thread.start();
    return beat;
  }

  private void run(ClientStore clients, String taskset) {
    try {
      do {
        try {
          clients.beat(taskset);
        } catch (RuntimeException e) {
          // Redis is away; while it is, nobody is called away either.
          continue;
        }
      } while (!closed.await(Lifetimes.CLIENT.toMillis() / 6, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
  }
}

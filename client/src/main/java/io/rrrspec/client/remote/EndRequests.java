package io.rrrspec.client.remote;

import io.rrrspec.common.ExitCode;
import io.rrrspec.common.process.ShutdownSignals;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How often this process was asked to end. As long as there is nothing to tidy up the first request
 * ends it; once a run was started that is to be cancelled, the second.
 */
public final class EndRequests {
  private static final long GRACE_MILLIS = 1_000;

  private final CompletableFuture<ExitCode> leave = new CompletableFuture<>();
  private final CompletableFuture<ExitCode> firstServed = new CompletableFuture<>();
  private @Nullable Runnable first;
  private int count;
  private boolean held;

  /** Those by Ctrl-C and SIGTERM. */
  public static EndRequests ofThisProcess() {
    EndRequests requests = new EndRequests();
    ShutdownSignals.onRequestToEnd(number -> requests.raise());
    return requests;
  }

  /** Asks once more. */
  public synchronized void raise() {
    count++;
    if (count == 1) {
      serveFirst();
    }
    if (count > 1 || !held) {
      leave.complete(ExitCode.CANCELLED);
    }
  }

  /**
   * What the first request asks for, done at once in a thread of its own, now if it has come
   * already; a second one that comes meanwhile leaves it a moment.
   */
  public synchronized void onFirst(Runnable action) {
    first = action;
    if (count > 0) {
      serveFirst();
    }
  }

  private void serveFirst() {
    Runnable action = first;
    if (action == null) {
      return;
    }
    Thread thread =
        new Thread(
            () -> {
              try {
                action.run();
              } finally {
                firstServed.complete(ExitCode.CANCELLED);
              }
            },
            "end-request");
    thread.setDaemon(true);
    thread.start();
  }

  /** How often it was asked. */
  public synchronized int count() {
    return count;
  }

  /** Whether it is asked once more from now on. */
  BooleanSupplier more() {
    AtomicInteger before = new AtomicInteger(-1);
    return () -> {
      before.compareAndSet(-1, count());
      return count() > before.get();
    };
  }

  /**
   * From now on the first request does not end it.
   *
   * @return false if there was one already: nothing may be begun any more
   */
  public synchronized boolean hold() {
    held |= count == 0;
    return held;
  }

  /**
   * After a first request the body may give back what it has, and what the first one asked for must
   * be under way before the second one ends it, if that takes no time.
   */
  private ExitCode left(CompletableFuture<ExitCode> done) {
    CompletableFuture<ExitCode> last = count() == 1 ? done : firstServed;
    last.completeOnTimeout(ExitCode.CANCELLED, GRACE_MILLIS, TimeUnit.MILLISECONDS);
    last.handle((code, thrown) -> code).join();
    return ExitCode.CANCELLED;
  }

  /** Does something in a thread of its own, and does not wait for it once the end is due. */
  public ExitCode during(Supplier<ExitCode> body) {
    CompletableFuture<ExitCode> done = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                done.complete(body.get());
              } catch (RuntimeException | Error e) {
                done.completeExceptionally(e);
              }
            },
            "client");
    thread.setDaemon(true);
    thread.start();
    try {
      CompletableFuture.anyOf(done, leave).join();
      return done.isDone() ? done.join() : left(done);
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      throw e;
    }
  }
}

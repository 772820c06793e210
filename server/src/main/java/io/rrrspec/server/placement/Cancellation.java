package io.rrrspec.server.placement;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Ends the waits that it was given to, those of now and those to come. */
public final class Cancellation {
  private final Set<Runnable> listeners = new HashSet<>();
  private boolean cancelled;

  /** Ends them; a repeat changes nothing. */
  public void cancel() {
    List<Runnable> told;
    synchronized (this) {
      cancelled = true;
      told = List.copyOf(listeners);
      listeners.clear();
    }
    told.forEach(Runnable::run);
  }

  synchronized boolean isCancelled() {
    return cancelled;
  }

  /**
   * Adds who is told.
   *
   * @return false: it is cancelled already, and nobody will be told
   */
  synchronized boolean add(Runnable listener) {
    return !cancelled && listeners.add(listener);
  }

  synchronized void remove(Runnable listener) {
    listeners.remove(listener);
  }
}

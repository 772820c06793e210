package io.rrrspec.common.process;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import sun.misc.Signal;

/**
 * What this process does when somebody asks it to end: SIGINT (Ctrl-C) and SIGTERM. A shutdown hook
 * is not enough where the second request has to mean something else than the first: while hooks
 * run, the JVM does not listen.
 */
public final class ShutdownSignals {
  private static final List<String> NAMES = List.of("INT", "TERM");

  private ShutdownSignals() {}

  /**
   * Takes both signals over from the JVM, which then no longer ends by them.
   *
   * @param handler is told how many have come by now, from 1, in a thread of its own
   */
  public static void onRequestToEnd(IntConsumer handler) {
    AtomicInteger count = new AtomicInteger();
    for (String name : NAMES) {
      try {
        Signal.handle(new Signal(name), signal -> handler.accept(count.incrementAndGet()));
      } catch (IllegalArgumentException e) {
        // The JVM was told to leave signals alone (-Xrs): then they end it, as everybody expects.
        continue;
      }
    }
  }

  /**
   * Returns what sends a signal to this process.
   *
   * @param name without SIG, such as TERM
   */
  public static Runnable raising(String name) {
    Signal signal = new Signal(name);
    return () -> Signal.raise(signal);
  }
}

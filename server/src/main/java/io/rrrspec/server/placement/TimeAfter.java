package io.rrrspec.server.placement;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Tells when some time has passed. */
@FunctionalInterface
public interface TimeAfter {
  /**
   * Begins to wait.
   *
   * @return ends once this time has passed; who cancels it is not told, and leaves nothing behind
   */
  CompletableFuture<?> timeAfter(Duration duration);
}

package io.rrrspec.experiments.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** Nothing is logged until it is closed: the history tells more, and each line would cost. */
final class Quiet implements AutoCloseable {
  private final Logger log = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final @Nullable Level level = log.getLevel();

  Quiet() {
    log.setLevel(Level.OFF);
  }

  @Override
  public void close() {
    log.setLevel(level);
  }
}

package io.rrrspec.persister.viewer.api;

import java.io.IOException;

/** Takes one thing after the other while they are read. */
@FunctionalInterface
interface Sink<T> {
  /**
   * Takes the next one.
   *
   * @throws IOException if the one who asked is gone
   */
  void accept(T next) throws IOException;
}

package io.rrrspec.common.redis;

import java.util.List;

/** Who stands between the processes of a simulation, or of a test, and their Redis. */
public interface Edge {
  /**
   * Decides on a round trip before any of it is sent.
   *
   * @param commands the names of its commands, of transitions their verbs
   */
  Fate of(List<String> commands);

  /** How many of so many commands still arrive when the connection breaks; 0 to that number. */
  default int arriving(int commands) {
    return 0;
  }

  /** What Redis calls its present life. */
  default String redisRun() {
    return "the-only-one";
  }
}

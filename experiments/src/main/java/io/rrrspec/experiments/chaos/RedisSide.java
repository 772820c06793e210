package io.rrrspec.experiments.chaos;

import java.net.URI;
import java.util.List;

/** The Redis of an installation: one server, or a primary with replicas and Sentinels. */
interface RedisSide {
  /** For the installation. */
  URI url();

  /** For who looks at it, and hurts it. */
  URI adminUrl();

  /** The server that takes what is written. */
  RedisProcess primary();

  /** The ids of all its processes. */
  List<Long> pids();
}

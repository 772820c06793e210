package io.rrrspec.experiments.chaos;

import io.rrrspec.common.redis.Keys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Whether each that lives and that no other fault has hit has renewed its heartbeat. */
final class Beats implements BooleanSupplier {
  private final Cluster cluster;
  private final Map<String, Long> last = new HashMap<>();
  private final List<Daemon> waiting = new ArrayList<>();

  /** From now on. */
  Beats(Cluster cluster) {
    this.cluster = cluster;
    for (Daemon daemon : cluster.all()) {
      if (daemon.isAlive() && !daemon.isTaken()) {
        waiting.add(daemon);
      }
    }
  }

  @Override
  public boolean getAsBoolean() {
    waiting.removeIf(daemon -> !daemon.isAlive() || daemon.isTaken() || renewed(daemon));
    return waiting.isEmpty();
  }

  private boolean renewed(Daemon daemon) {
    String key = cluster.key(daemon);
    if (key.isEmpty()) {
      return false;
    }
    long left = cluster.view().redis().pttl(Keys.heartbeat(key));
    Long before = last.put(daemon.name(), left);
    return before != null && left > before;
  }
}

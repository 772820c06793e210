package io.rrrspec.client.report.result;

import io.rrrspec.common.model.Trial;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The JVMs of a run, numbered from 1 in the order in which they began. */
public final class Jvms {
  private Jvms() {}

  /**
   * The trials of each JVM by the key of its slave, oldest first; the JVMs in their order.
   *
   * @param trials all trials of a run, in the order of its tasks
   */
  public static Map<String, List<Trial>> of(Collection<Trial> trials) {
    List<Trial> begun = new ArrayList<>(trials);
    begun.removeIf(trial -> trial.startedAt() == null);
    begun.sort(Comparator.comparing(Jvms::start));
    Map<String, List<Trial>> jvms = new LinkedHashMap<>();
    begun.forEach(
        trial -> jvms.computeIfAbsent(trial.slaveKey(), slave -> new ArrayList<>()).add(trial));
    return jvms;
  }

  private static Instant start(Trial trial) {
    Instant at = trial.startedAt();
    return at == null ? Instant.EPOCH : at;
  }
}

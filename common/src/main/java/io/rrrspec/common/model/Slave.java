package io.rrrspec.common.model;

import java.util.List;

/**
 * One slave process.
 *
 * @param key its Redis key, which holds its worker and its process group
 * @param status how it ended
 * @param trials the keys of its trials, oldest first
 * @param log what it wrote outside of trials, bounded
 */
public record Slave(String key, SlaveStatus status, List<String> trials, String log) {
  public Slave {
    trials = List.copyOf(trials);
  }
}

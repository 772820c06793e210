package io.rrrspec.experiments.simulation;

import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.TrialStatus;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What really happened, whatever Redis says. */
final class Truth {
  private final Map<String, Outcome> outcomes;
  private final Map<String, Integer> runs = new HashMap<>();
  private final Map<String, TrialStatus> ended = new HashMap<>();
  private final Set<String> crashed = new HashSet<>();
  private final Set<String> living = new HashSet<>();

  /** By spec_file. */
  Truth(Map<String, Outcome> outcomes) {
    this.outcomes = outcomes;
  }

  Outcome outcome(String specFile) {
    // What becomes of a class becomes of its parts.
    Outcome outcome = outcomes.get(ClassPart.classTaskOf(specFile));
    if (outcome == null) {
      throw new Violation("a slave was told to run what nobody asked for: " + specFile, "", null);
    }
    return outcome;
  }

  /** Begins to bring a run to its end; returns its number, from 0. */
  int run(String specFile) {
    return runs.merge(specFile, 1, Integer::sum) - 1;
  }

  /** A runner has come to the end of a trial. */
  void ended(String trial, TrialStatus status) {
    ended.put(trial, status);
  }

  /** What a trial's runner brought at its end; null if it never came there. */
  @Nullable TrialStatus ending(String trial) {
    return ended.get(trial);
  }

  void lives(String slave) {
    living.add(slave);
  }

  /** A slave's process ended by itself or in an orderly way. */
  void gone(String slave) {
    living.remove(slave);
  }

  /** A slave's JVM died while its worker lived on: what it held counts as bad. */
  void crashed(String slave) {
    crashed.add(slave);
    living.remove(slave);
  }

  boolean isAlive(String slave) {
    return living.contains(slave);
  }

  boolean hasCrashed(String slave) {
    return crashed.contains(slave);
  }
}

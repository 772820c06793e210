package io.rrrspec.experiments.simulation;

import io.rrrspec.common.artifact.Artifact;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The workspaces on the disk of one simulated worker: one for each rsync_name. */
final class SimWorkspaces {
  /** The state of each workspace, or an empty text for one that is not set up; last used last. */
  private final Map<String, String> states = new LinkedHashMap<>();

  /** Sources have been fetched, and the workspace is not set up for them yet. */
  void fetch(String rsyncName) {
    states.remove(rsyncName);
    states.put(rsyncName, "");
  }

  /**
   * Set-up has succeeded.
   *
   * @param state the artifact that the workspace is now; null if the run does not say
   */
  void setUp(String rsyncName, @Nullable String state) {
    states.put(rsyncName, state == null ? "" : state);
  }

  /** The set-up is not to be relied on. */
  void distrust(String rsyncName) {
    states.computeIfPresent(rsyncName, (name, state) -> "");
  }

  /** Deletes one; returns its rsync_name, or null if there is none. */
  @Nullable String deleteOne(Chance chance) {
    if (states.isEmpty()) {
      return null;
    }
    String name = chance.oneOf(List.copyOf(states.keySet()));
    states.remove(name);
    return name;
  }

  /** Deletes all, as with the disk. */
  void clear() {
    states.clear();
  }

  /** The names of artifacts, what was used last first. */
  List<String> artifacts() {
    List<String> names = new ArrayList<>();
    states.forEach(
        (rsyncName, state) -> {
          String project = Artifact.project(rsyncName);
          if (project != null) {
            names.add(0, project);
          }
          if (!state.isEmpty()) {
            names.add(0, state);
          }
        });
    return names;
  }
}

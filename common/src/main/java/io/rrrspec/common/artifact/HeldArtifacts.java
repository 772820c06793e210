package io.rrrspec.common.artifact;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * What a worker holds, as people look at it.
 *
 * @param projects the rsync_names of which it has sources, in order, without those of flows
 * @param flows of how many flows it has sources
 * @param setUps how many workspaces it has packed, to give them to others
 * @param results of how many steps it has the outputs
 */
public record HeldArtifacts(List<String> projects, int flows, int setUps, int results) {
  private static final String FLOW = "flow-";
  private static final int MOST_PROJECTS = 4;

  public HeldArtifacts {
    projects = List.copyOf(projects);
  }

  /** Holds nothing. */
  public static final HeldArtifacts NONE = of(List.of());

  /**
   * Counts artifacts.
   *
   * @param names what else stands among them does not count
   */
  public static HeldArtifacts of(Collection<String> names) {
    List<String> all =
        names.stream().map(Artifact::projectOf).flatMap(Optional::stream).sorted().toList();
    List<String> projects = all.stream().filter(name -> !name.startsWith(FLOW)).toList();
    return new HeldArtifacts(
        projects,
        all.size() - projects.size(),
        (int) names.stream().filter(Artifact::isSetup).count(),
        (int) names.stream().filter(Artifact::isResult).count());
  }

  /** In one line, such as {@code bank, shop, 2 flows, 1 set-up, 12 results}; empty: nothing. */
  public String text() {
    List<String> parts =
        new ArrayList<>(projects.subList(0, Math.min(projects.size(), MOST_PROJECTS)));
    add(parts, projects.size() - parts.size(), "other project");
    add(parts, flows, "flow");
    add(parts, setUps, "set-up");
    add(parts, results, "result");
    return String.join(", ", parts);
  }

  private static void add(List<String> parts, int count, String noun) {
    if (count > 0) {
      parts.add(count + " " + noun + (count == 1 ? "" : "s"));
    }
  }
}

package io.rrrspec.persister.record.project;

import java.util.List;

/**
 * A project with its last runs. The database knows it as a taskset_class.
 *
 * @param name the name under which its runs are kept
 * @param runs newest first; never empty
 * @param leftOut how many newer runs than the last of them are left out: those of some tests, and
 *     those that were given a known result; 0 or more
 */
public record Project(String name, List<ProjectRun> runs, int leftOut) {
  public Project {
    runs = List.copyOf(runs);
  }

  /** The run that ended last. */
  public ProjectRun last() {
    return runs.get(0);
  }
}

package io.rrrspec.persister.db;

import java.util.List;

/**
 * A page of a list of runs.
 *
 * @param runs newest first
 * @param total how many runs the whole list has
 */
public record RunPage(List<SavedRun> runs, long total) {
  public RunPage {
    runs = List.copyOf(runs);
  }
}

package io.rrrspec.persister.record.run;

import java.util.List;

/**
 * A page of a list of runs.
 *
 * @param runs newest first
 * @param total how many runs the whole list has
 */
public record SavedRunsPage(List<SavedRun> runs, long total) {
  public SavedRunsPage {
    runs = List.copyOf(runs);
  }
}

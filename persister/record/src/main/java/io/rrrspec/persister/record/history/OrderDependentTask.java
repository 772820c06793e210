package io.rrrspec.persister.record.history;

import io.rrrspec.common.model.OrderDependence;
import java.time.Instant;
import java.util.List;

/**
 * A task that fails after others, and passes alone.
 *
 * @param tasksetClass the name under which its runs are kept
 * @param specFile the task
 * @param dependence after which ones, as it was found last
 * @param runs in how many runs it was found; 1 or more
 * @param firstSeen when it was found for the first time, as far as runs are kept
 * @param lastSeen when it was found for the last time
 * @param runKeys the runs in which it was found, newest first; a hundred at most
 */
public record OrderDependentTask(
    String tasksetClass,
    String specFile,
    OrderDependence dependence,
    int runs,
    Instant firstSeen,
    Instant lastSeen,
    List<String> runKeys) {
  public OrderDependentTask {
    runKeys = List.copyOf(runKeys);
  }
}

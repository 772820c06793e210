package io.rrrspec.persister.viewer.queue;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All queues at one moment.
 *
 * @param groups by name; those without a queue have workers alone
 * @param names of all queues into which a job can be moved
 * @param hidden how many queues are not shown because there are so many
 * @param isUsed whether a queue is set up, or a job waits
 * @param silentSince when a server last said what queues have, if that is too long ago; else null
 * @param problem why nothing is known, or not all; empty if all is
 */
public record QueuesPage(
    List<GroupRow> groups,
    List<String> names,
    int hidden,
    boolean isUsed,
    @Nullable Instant silentSince,
    String problem) {
  /** The names into which a job can be moved, those of the queues of one group first. */
  public List<String> namesFor(GroupRow group) {
    return Stream.concat(group.queues().stream().map(row -> row.queue().name()), names.stream())
        .filter(names::contains)
        .distinct()
        .toList();
  }

  static QueuesPage unknown(String problem) {
    return new QueuesPage(List.of(), List.of(), 0, false, null, problem);
  }
}

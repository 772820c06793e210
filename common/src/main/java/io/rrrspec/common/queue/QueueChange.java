package io.rrrspec.common.queue;

import org.jspecify.annotations.Nullable;

/**
 * Several settings of one queue, changed at once: only their result is checked, so that their order
 * does not matter. Null leaves a setting as it is.
 */
public record QueueChange(
    @Nullable String group,
    @Nullable Integer priority,
    @Nullable Share rate,
    @Nullable Share ceil,
    @Nullable Discipline discipline) {

  Queue appliedTo(Queue queue) {
    Queue q = group == null ? queue : queue.withGroup(group);
    q = priority == null ? q : q.withPriority(priority);
    q = rate == null ? q : q.withRate(rate);
    q = ceil == null ? q : q.withCeil(ceil);
    return discipline == null ? q : q.withDiscipline(discipline);
  }
}

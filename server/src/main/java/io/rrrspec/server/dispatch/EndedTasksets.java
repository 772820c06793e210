package io.rrrspec.server.dispatch;

import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.redis.Damage;
import io.rrrspec.common.store.StatusStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.server.tally.Count;
import io.rrrspec.server.tally.Tally;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says of every taskset how it went, by what has left the list of active ones: whoever ended it,
 * and in which script, this is where it is seen. For the log and the counts alone.
 */
public final class EndedTasksets {
  private static final Logger log = LoggerFactory.getLogger(EndedTasksets.class);

  private final TasksetStore tasksets;
  private final StatusStore status;
  private final Tally tally;
  private final Set<String> active = new LinkedHashSet<>();

  public EndedTasksets(TasksetStore tasksets, StatusStore status, Tally tally) {
    this.tasksets = tasksets;
    this.status = status;
    this.tally = tally;
  }

  /** Compares with what was active at the last look. */
  void look(List<String> now) {
    active.removeAll(now);
    // Each is taken off before it is read: one that cannot be read must not come up for ever.
    for (String key : List.copyOf(active)) {
      active.remove(key);
      ended(key);
    }
    active.addAll(now);
  }

  /** Another server sees them end. */
  void forget() {
    active.clear();
  }

  private void ended(String key) {
    try {
      Taskset taskset = tasksets.find(key).orElse(null);
      if (taskset == null || !taskset.status().isFinal()) {
        return;
      }
      StatusStore.Course course =
          status.course(key).orElseGet(() -> new StatusStore.Course(null, null));
      count(taskset, course);
      log.info(
          "taskset {}: {}; {} passed, {} failed of {} tasks; waited {}, ran {}{}",
          key,
          taskset.status().text(),
          taskset.succeededCount(),
          taskset.failedCount(),
          taskset.taskCount(),
          seconds(course.waited()),
          seconds(course.ran()),
          taskset.reason() == null ? "" : "; " + taskset.reason());
    } catch (RuntimeException e) {
      if (!Damage.isCauseOf(e)) {
        throw e;
      }
      log.error("taskset {}: is over, and damaged: {}", key, e.getMessage());
    }
  }

  private void count(Taskset taskset, StatusStore.Course course) {
    switch (taskset.status()) {
      case SUCCEEDED -> tally.add(Count.TASKSETS_SUCCEEDED);
      case FAILED -> tally.add(Count.TASKSETS_FAILED);
      case CANCELLED -> tally.add(Count.TASKSETS_CANCELLED);
      case WAITING, RUNNING -> throw new IllegalArgumentException(taskset.key() + " is not over");
    }
    add(Count.WAITED_MILLIS, course.waited());
    add(Count.RAN_MILLIS, course.ran());
  }

  private void add(Count count, @Nullable Duration time) {
    if (time != null) {
      tally.add(count, time.toMillis());
    }
  }

  private static String seconds(@Nullable Duration time) {
    return time == null ? "?" : String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
  }
}

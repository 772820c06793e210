package io.rrrspec.persister.record.run;

import io.rrrspec.common.model.TasksetStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which runs are listed; what is null does not matter.
 *
 * @param tasksetClass the name under which they are kept, as a whole
 * @param rsyncName as a whole
 * @param user who asked for them, as a whole
 * @param status how they ended
 * @param from those that ended then or later
 * @param until those that ended before
 */
public record RunFilter(
    @Nullable String tasksetClass,
    @Nullable String rsyncName,
    @Nullable String user,
    @Nullable TasksetStatus status,
    @Nullable Instant from,
    @Nullable Instant until) {
  /** Every run. */
  public static final RunFilter ALL = new RunFilter(null, null, null, null, null, null);

  /** The same for the runs of one taskset_class. */
  public RunFilter ofClass(@Nullable String name) {
    return new RunFilter(name, rsyncName, user, status, from, until);
  }

  /** The same for the runs of one rsync_name. */
  public RunFilter ofRsyncName(@Nullable String name) {
    return new RunFilter(tasksetClass, name, user, status, from, until);
  }

  /** The same for the runs of one user. */
  public RunFilter ofUser(@Nullable String name) {
    return new RunFilter(tasksetClass, rsyncName, name, status, from, until);
  }

  /** The same for the runs that ended so. */
  public RunFilter ended(@Nullable TasksetStatus how) {
    return new RunFilter(tasksetClass, rsyncName, user, how, from, until);
  }

  /** The same for the runs that ended within a time. */
  public RunFilter between(@Nullable Instant start, @Nullable Instant end) {
    return new RunFilter(tasksetClass, rsyncName, user, status, start, end);
  }
}

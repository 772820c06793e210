package io.rrrspec.common.store;

import io.rrrspec.common.flow.FlowKeys;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.redis.RedisConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Starts tasks at times: each time once, however many servers look at their clocks. */
public final class CronStarts {
  /** As long as the other implementation; clocks must not differ by more. */
  private static final Duration CLAIM = Duration.ofHours(1);

  /** What happens every year is still known then. */
  private static final Duration LAST = Duration.ofDays(400);

  private final RedisConnection redis;
  private final FlowKeys keys;

  public CronStarts(RedisConnection redis, FlowKeys keys) {
    this.redis = redis;
    this.keys = keys;
  }

  /** The last time that somebody has looked at; empty if nobody has looked at any. */
  public Optional<Instant> last(String name) {
    String last = redis.commands().get(keys.lastCron(name));
    return last == null
        ? Optional.empty()
        : Optional.of(Instant.ofEpochMilli(Long.parseLong(last)));
  }

  /**
   * Starts a task for a time, unless somebody has done so.
   *
   * @param next the time after this one, by which the other implementation names this one
   * @param task it is a root without anything below it; null: the time passes without it
   * @return whether this call has
   */
  public boolean start(String name, Instant time, Instant next, @Nullable FlowStep task) {
    List<String> args =
        new ArrayList<>(
            List.of(
                keys.namespace(),
                NewTasks.seed(),
                name,
                keys.cron(name, Long.toString(next.getEpochSecond())),
                Long.toString(time.toEpochMilli()),
                Long.toString(CLAIM.toMillis()),
                Long.toString(LAST.toMillis())));
    if (task != null) {
      NewTasks tasks = new NewTasks();
      NewTasks.Written root = tasks.add(task, null);
      args.addAll(List.of(root.id(), root.idJson(), root.uidJson(), root.pool()));
      args.addAll(tasks.texts());
    }
    return redis.run("flow_cron", List.of(), args).equals(1L);
  }
}

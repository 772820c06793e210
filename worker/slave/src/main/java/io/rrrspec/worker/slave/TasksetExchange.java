package io.rrrspec.worker.slave;

import io.rrrspec.common.model.Runner;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.store.CommandFileStore;
import io.rrrspec.worker.slave.runner.CommandRunner;
import org.jspecify.annotations.Nullable;

/** The arguments of a taskset's commands as Redis has them, and where their output goes. */
record TasksetExchange(CommandFileStore files, String tasksetKey, String args, RedisRetry retry)
    implements CommandRunner.Exchange {
  /** Looks whether the commands of a taskset get arguments; null if not. */
  static @Nullable TasksetExchange of(CommandFileStore files, Taskset taskset, RedisRetry retry) {
    if (!taskset.runner().equals(Runner.COMMAND)) {
      return null;
    }
    return retry
        .call(() -> files.args(taskset.key()))
        .map(args -> new TasksetExchange(files, taskset.key(), args, retry))
        .orElse(null);
  }

  @Override
  public void output(String json) {
    retry.call(
        () -> {
          files.output(tasksetKey, json);
          return "";
        });
  }
}

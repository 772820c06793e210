package io.rrrspec.persister.viewer.run;

import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.redis.RedisConnection;
import io.rrrspec.common.store.EventStore;
import io.rrrspec.common.store.LogStore;
import io.rrrspec.common.store.SlaveActivityStore;
import io.rrrspec.common.store.TasksetStore;
import io.rrrspec.common.store.TrialStore;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.run.Runs;
import java.util.Optional;

/** Reads a run that is over, for those who have no viewer. It is to be closed. */
public final class EndedRun implements AutoCloseable {
  private final RunView view;
  private final Runnable close;

  private EndedRun(RunView view, Runnable close) {
    this.view = view;
    this.close = close;
  }

  /** Reads one that Redis still has; the outlines of its tasks are kept in memory. */
  public static EndedRun inRedis(Taskset taskset, RedisConnection redis, Keys keys) {
    LiveRun run =
        new LiveRun(
            taskset,
            new TasksetStore(redis, keys),
            new TrialStore(redis, keys),
            new LogStore(redis),
            new SlaveActivityStore(redis),
            new EventStore(redis));
    return new EndedRun(run, run::close);
  }

  /**
   * Reads one in the database; empty if it is not there.
   *
   * @param id the last part of its key
   */
  public static Optional<EndedRun> inDatabase(Database database, String id) {
    return new Runs(database)
        .find(id)
        .map(saved -> new EndedRun(new PastRun(database, saved, new KnownModules()), () -> {}));
  }

  /** What the pages show of it. */
  public RunView view() {
    return view;
  }

  @Override
  public void close() {
    close.run();
  }
}

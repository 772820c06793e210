package io.rrrspec.persister.mover;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.store.SetAsideStore;
import io.rrrspec.common.store.Stores;
import io.rrrspec.common.store.TasksetStore;
import java.io.PrintWriter;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Shows a person the runs that could not be persisted, and gives them back to the persisters. */
final class SetAsideRuns {
  /** Stands for all keys on the command line. */
  static final String ALL = "all";

  private final SetAsideStore store;
  private final TasksetStore tasksets;

  SetAsideRuns(Stores stores) {
    this.store = stores.setAside();
    this.tasksets = stores.tasksets();
  }

  /**
   * Prints one line for each: key, since when (UTC), why; oldest first.
   *
   * @return whether there is one
   */
  boolean list(PrintWriter out) {
    List<SetAsideStore.Entry> all = store.all();
    for (SetAsideStore.Entry entry : all) {
      out.printf(
          "%s  %s  %s%n", entry.key(), entry.since().truncatedTo(ChronoUnit.SECONDS), entry.why());
    }
    out.flush();
    return !all.isEmpty();
  }

  /**
   * Gives runs back, and prints the key of each.
   *
   * @param wanted their keys, or {@link #ALL}, which is no mistake if there is none
   * @return whether there is one
   * @throws UsageException if one of the keys is not set aside; then none is given back
   */
  boolean retry(List<String> wanted, PrintWriter out) {
    List<String> there = store.all().stream().map(SetAsideStore.Entry::key).toList();
    boolean all = wanted.contains(ALL);
    for (String key : wanted) {
      if (!all && !there.contains(key)) {
        throw new UsageException(
            "no run "
                + key
                + " is set aside: 'rrrspec-java persister --set-aside' lists those that"
                + " are");
      }
    }
    for (String key : all ? there : wanted) {
      if (tasksets.find(key).isPresent()) {
        // The database may be away again for a while.
        TasksetMover.keep(tasksets, key);
      }
      if (store.retry(key)) {
        out.println(key);
      }
    }
    out.flush();
    return !there.isEmpty();
  }
}

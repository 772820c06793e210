package io.rrrspec.persister.viewer.page;

import io.rrrspec.persister.record.history.ServedTimes;
import io.rrrspec.persister.record.history.ServedTimes.Served;
import io.rrrspec.persister.viewer.run.Records;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The workers: what they do, and what they did.
 *
 * @param fleet what they do; this part moves
 * @param loads what they did in the last hours, by worker
 * @param cut whether there were too many runs to tell all
 */
public record WorkersPage(FleetPage fleet, List<WorkerLoad> loads, boolean cut) {
  /** As it is now. */
  public static WorkersPage of(Records records, Instant now) {
    FleetPage fleet = FleetPage.of(records);
    List<Served> times =
        new ArrayList<>(
            new ServedTimes(records.database()).since(WorkerLoad.since(now), ServedTimes.MAX));
    boolean cut = times.size() == ServedTimes.MAX;
    for (FleetPage.Worker worker : fleet.workers()) {
      Instant since = worker.node().since();
      String key = records.keys().worker(worker.node().id());
      // Those that never served anything are shown, too.
      boolean serves = worker.state() == FleetPage.State.BUSY && since != null;
      times.add(new Served(key, serves && since != null ? since : now, now));
    }
    return new WorkersPage(fleet, WorkerLoad.of(times, now), cut);
  }
}

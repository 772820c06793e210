package io.rrrspec.persister.viewer.run;

import io.rrrspec.common.run.ModuleSum;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The sums of the modules of runs that nothing changes any more, since they are made of all trials
 * of a run. Safe for use by several threads.
 */
final class KnownModules {
  private static final int MAX_RUNS = 200;

  /** Of all runs that are kept; some 2 MB. */
  private static final int MAX_SUMS = 10_000;

  /** By number in the database, the run asked for longest ago first. */
  private final Map<Long, List<ModuleSum>> known = new LinkedHashMap<>(16, 0.75f, true);

  /** Returns those of a run; reads them if they are not known. */
  List<ModuleSum> of(long run, Supplier<List<ModuleSum>> reading) {
    synchronized (this) {
      List<ModuleSum> sums = known.get(run);
      if (sums != null) {
        return sums;
      }
    }
    List<ModuleSum> sums = reading.get();
    keep(run, sums);
    return sums;
  }

  private synchronized void keep(long run, List<ModuleSum> sums) {
    known.put(run, sums);
    int all = known.values().stream().mapToInt(List::size).sum();
    Iterator<List<ModuleSum>> oldest = known.values().iterator();
    while (known.size() > MAX_RUNS || all > MAX_SUMS) {
      all -= oldest.next().size();
      oldest.remove();
    }
  }
}

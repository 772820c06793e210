package io.rrrspec.persister.viewer.page;

import io.rrrspec.common.run.ModuleSum;
import io.rrrspec.persister.viewer.run.RunView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The modules of a run: those with failed classes first, then those that took longest.
 *
 * @param run the id of the run
 * @param filter what the page lists
 * @param rows the modules that are shown; none unless the run has two or more
 * @param all how many modules there are
 * @param longest what the module that took longest took
 */
public record ModuleTable(
    String run, ClassFilter filter, List<ModuleSum> rows, int all, Duration longest) {
  private static final int SHOWN = 20;

  /** As it is now. */
  public static ModuleTable of(RunView run, ClassFilter filter) {
    return of(run.taskset().id(), filter, run.modules());
  }

  /** The first of these modules, and the one whose classes are listed. */
  static ModuleTable of(String run, ClassFilter filter, List<ModuleSum> sums) {
    Duration longest =
        sums.stream().map(ModuleSum::time).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
    List<ModuleSum> rows = new ArrayList<>();
    for (int i = 0; i < sums.size(); i++) {
      if (filter.everyModule() || i < SHOWN || sums.get(i).module().equals(filter.module())) {
        rows.add(sums.get(i));
      }
    }
    return new ModuleTable(run, filter, rows, sums.size(), longest);
  }

  /** Whether modules are not shown. */
  public boolean isCut() {
    return rows.size() < all;
  }

  /** The time of a module in per cent of the longest one: 0 to 100. */
  public long percent(ModuleSum sum) {
    return longest.isZero() ? 0 : 100 * sum.time().toMillis() / Math.max(1, longest.toMillis());
  }

  /** Whether the classes of this module alone are listed. */
  public boolean isChosen(ModuleSum sum) {
    return sum.module().equals(filter.module());
  }
}

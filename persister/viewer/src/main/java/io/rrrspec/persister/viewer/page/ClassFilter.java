package io.rrrspec.persister.viewer.page;

import io.rrrspec.common.model.TestId;
import io.rrrspec.common.run.TaskFilter;
import io.rrrspec.common.run.TaskOrder;
import io.rrrspec.persister.viewer.text.DisplayText;
import org.jspecify.annotations.Nullable;

/**
 * What the page of a run lists, as its address says it.
 *
 * @param which which classes
 * @param module the directory of the only module whose classes are listed; empty: the project
 *     itself; null: those of all modules
 * @param everyModule whether all modules are listed, however many there are
 * @param order in which order
 * @param under what the names of the listed classes begin with, as a package; empty: all
 */
public record ClassFilter(
    TaskFilter which, @Nullable String module, boolean everyModule, TaskOrder order, String under) {
  /** In the usual order. */
  public ClassFilter(TaskFilter which, @Nullable String module, boolean everyModule) {
    this(which, module, everyModule, TaskOrder.OUTCOME, "");
  }

  /** The same in another order. */
  public ClassFilter sortedBy(TaskOrder other) {
    return new ClassFilter(which, module, everyModule, other, under);
  }

  /** The same with other classes. */
  public ClassFilter with(TaskFilter other) {
    return new ClassFilter(other, module, everyModule, order, under);
  }

  /**
   * The same with the classes of another module.
   *
   * @param other its directory; null: of all modules
   */
  public ClassFilter in(@Nullable String other) {
    return new ClassFilter(which, other, everyModule, order, under);
  }

  /** The same with a list of all modules. */
  public ClassFilter withEveryModule() {
    return new ClassFilter(which, module, true, order, under);
  }

  /** Whether a class is listed as far as its name says it. */
  boolean takes(TestId id) {
    return (module == null || module.equals(id.module())) && id.className().startsWith(under);
  }

  /** Whether names do not matter. */
  boolean takesAll() {
    return module == null && under.isEmpty();
  }

  /** The query of the address. */
  public String query() {
    return "show="
        + DisplayText.lower(which)
        + (module == null ? "" : "&module=" + DisplayText.query(module))
        + (everyModule ? "&modules=all" : "")
        + (order == TaskOrder.OUTCOME ? "" : "&sort=" + DisplayText.lower(order))
        + (under.isEmpty() ? "" : "&package=" + DisplayText.query(under));
  }
}

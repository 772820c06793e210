package io.rrrspec.persister.viewer.page;

import io.rrrspec.common.run.TaskFilter;
import io.rrrspec.persister.viewer.text.DisplayText;
import org.jspecify.annotations.Nullable;

/**
 * What the page of a run lists, as its address says it.
 *
 * @param which which classes
 * @param module the directory of the only module whose classes are listed; empty: the project
 *     itself; null: those of all modules
 * @param everyModule whether all modules are listed, however many there are
 */
public record ClassFilter(TaskFilter which, @Nullable String module, boolean everyModule) {
  /** The same with other classes. */
  public ClassFilter with(TaskFilter other) {
    return new ClassFilter(other, module, everyModule);
  }

  /**
   * The same with the classes of another module.
   *
   * @param other its directory; null: of all modules
   */
  public ClassFilter in(@Nullable String other) {
    return new ClassFilter(which, other, everyModule);
  }

  /** The same with a list of all modules. */
  public ClassFilter withEveryModule() {
    return new ClassFilter(which, module, true);
  }

  /** The query of the address. */
  public String query() {
    return "show="
        + DisplayText.lower(which)
        + (module == null ? "" : "&module=" + DisplayText.query(module))
        + (everyModule ? "&modules=all" : "");
  }
}

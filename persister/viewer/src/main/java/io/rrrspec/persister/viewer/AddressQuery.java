package io.rrrspec.persister.viewer;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.run.TaskFilter;
import io.rrrspec.common.run.TaskOrder;
import io.rrrspec.persister.viewer.page.ClassFilter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What an address asks for behind its question mark.
 *
 * @param values the value of a name; null if the address has none
 */
public record AddressQuery(Values values) {
  /** Finds the values of an address. */
  @FunctionalInterface
  public interface Values {
    /** The decoded value of this name; null if the address has none. */
    @Nullable String get(String name);
  }

  /** A value; null if the address has none. */
  public @Nullable String find(String name) {
    return values.get(name);
  }

  /**
   * A value that there must be.
   *
   * @throws UsageException if it is missing or empty
   */
  public String get(String name) {
    String value = values.get(name);
    if (value == null || value.isEmpty()) {
      throw new UsageException(name + " is missing in this address: follow a link to it");
    }
    return value;
  }

  /**
   * A number, never negative.
   *
   * @param fallback what it is without a value
   * @throws UsageException if it is no number
   */
  public int number(String name, int fallback) {
    String value = values.get(name);
    if (value == null) {
      return fallback;
    }
    try {
      return Math.max(0, Integer.parseInt(value));
    } catch (NumberFormatException e) {
      throw new UsageException(name + "=" + value + " is no number");
    }
  }

  /**
   * Which classes of a run are listed.
   *
   * @throws UsageException if there are no such ones
   */
  public ClassFilter filter() {
    String under = find("package");
    return new ClassFilter(
        which(),
        find("module"),
        "all".equals(find("modules")),
        order(),
        under == null ? "" : under.strip());
  }

  private TaskOrder order() {
    String sort = find("sort");
    String text = sort == null ? "outcome" : sort;
    try {
      return TaskOrder.valueOf(text.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new UsageException("sort=" + text + " is none: write outcome, name, time or run");
    }
  }

  private TaskFilter which() {
    String show = find("show");
    String text = show == null ? "all" : show;
    try {
      return TaskFilter.valueOf(text.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "show=" + text + " is none: write all, failed, order_dependent or retried");
    }
  }
}

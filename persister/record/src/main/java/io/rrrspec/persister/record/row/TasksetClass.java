package io.rrrspec.persister.record.row;

import io.rrrspec.common.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * A taskset_class that has runs.
 *
 * @param name what people call it
 * @param hash what it has in indexes
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TasksetClass(String name, byte[] hash) {
  /** The hash that comes before all others: what a run has that is being deleted. */
  public static byte[] none() {
    return new byte[16];
  }

  /**
   * The one with this name, or all of them.
   *
   * @param name null: all
   * @throws UsageException if there is none with this name
   */
  public static List<TasksetClass> named(Handle handle, @Nullable String name) {
    if (name == null) {
      return all(handle);
    }
    Optional<TasksetClass> found = newestRun(handle, Hash.of(name));
    return List.of(
        found.orElseThrow(
            () ->
                new UsageException(
                    "there is no run of the taskset_class "
                        + name
                        + ": there are runs of "
                        + all(handle).stream().map(TasksetClass::name).toList())));
  }

  /** From each to the next one along the index: the runs of one are not looked at. */
  public static List<TasksetClass> all(Handle handle) {
    return all(handle, Integer.MAX_VALUE);
  }

  /**
   * The same, but not more than so many.
   *
   * @param most 1 or more; which ones are left out is not said
   */
  public static List<TasksetClass> all(Handle handle, int most) {
    List<TasksetClass> all = new ArrayList<>();
    Optional<byte[]> next = first(handle);
    while (next.isPresent() && all.size() < most) {
      newestRun(handle, next.get()).ifPresent(all::add);
      next =
          handle
              .createQuery(
                  "SELECT class_hash FROM taskset WHERE class_hash > :last ORDER BY class_hash"
                      + " LIMIT 1")
              .bind("last", next.get())
              .map((row, context) -> row.getBytes(1))
              .findOne();
    }
    return all;
  }

  private static Optional<byte[]> first(Handle handle) {
    return handle
        .createQuery(
            "SELECT class_hash FROM taskset WHERE class_hash > :none ORDER BY class_hash LIMIT 1")
        .bind("none", none())
        .map((row, context) -> row.getBytes(1))
        .findOne();
  }

  private static Optional<TasksetClass> newestRun(Handle handle, byte[] hash) {
    return handle
        .createQuery(
            "SELECT taskset_class FROM taskset WHERE class_hash = :hash ORDER BY class_hash DESC,"
                + " id DESC LIMIT 1")
        .bind("hash", hash)
        .map((row, context) -> new TasksetClass(row.getString(1), hash))
        .findOne();
  }
}

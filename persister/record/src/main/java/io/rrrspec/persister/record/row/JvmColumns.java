package io.rrrspec.persister.record.row;

import io.rrrspec.common.model.JvmKind;
import io.rrrspec.common.model.TaskJvm;
import org.jspecify.annotations.Nullable;

/** Reads in which kind of JVM a task began, and how far it came. */
public final class JvmColumns {
  private JvmColumns() {}

  /**
   * Reads both columns.
   *
   * @param state the column quick
   * @param kind the column jvm; null in a row of an older version, which knew quick JVMs alone
   * @return null if the task was as is
   */
  public static @Nullable TaskJvm read(@Nullable String state, @Nullable String kind) {
    return TaskJvm.of(kind == null ? JvmKind.QUICK : JvmKind.parse(kind), state);
  }
}

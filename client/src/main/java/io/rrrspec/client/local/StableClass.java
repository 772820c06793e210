package io.rrrspec.client.local;

import io.rrrspec.common.model.JvmKind;
import io.rrrspec.persister.record.history.JvmRecord;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * A class that has passed often enough to run in other kinds of JVM.
 *
 * @param open the kinds made for speed that it may run in; at least one
 * @param shared what it shares in a JVM; empty for nothing
 */
record StableClass(String specFile, Set<JvmKind> open, Optional<String> shared, JvmRecord record) {
  StableClass {
    open = Set.copyOf(open);
  }

  /** Whether it may run in a kind, and was not measured there often enough. */
  boolean lacks(JvmKind kind) {
    return open.contains(kind) && record.runs(kind) < JvmChoice.SAMPLES;
  }

  /**
   * The kinds made for speed that it was measured in often enough; none unless it was measured as
   * is, too.
   */
  Set<JvmKind> measured() {
    Set<JvmKind> kinds = EnumSet.noneOf(JvmKind.class);
    if (record.time(JvmKind.AS_IS) != null) {
      open.stream().filter(kind -> !lacks(kind)).forEach(kinds::add);
    }
    return kinds;
  }
}

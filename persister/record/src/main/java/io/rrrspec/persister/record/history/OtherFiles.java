package io.rrrspec.persister.record.history;

import io.rrrspec.common.model.KnownParts;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts how often workers with other class files have refused the parts of a class. */
final class OtherFiles {
  private final Map<String, Integer> byFiles = new HashMap<>();
  private int all;

  /**
   * Adds a run in which they did.
   *
   * @param meant the digest of the class files that the parts were meant for; null: unknown
   */
  void add(@Nullable String meant) {
    all++;
    if (meant != null) {
      byFiles.merge(meant, 1, Integer::sum);
    }
  }

  /** The same, or a refusal if dividing the class now would most likely be in vain, too. */
  KnownParts applyTo(KnownParts known) {
    String files = known.passedWith();
    if (known.times(files) == null) {
      return known;
    }
    if (files != null && byFiles.getOrDefault(files, 0) >= KnownParts.MOST_REFUSALS) {
      return known.with(KnownParts.OFTEN_REFUSED, files);
    }
    return all >= KnownParts.MOST_REFUSALS_IN_ALL
        ? known.with(KnownParts.OFTEN_REFUSED, null)
        : known;
  }
}

package io.rrrspec.common.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a trial shared with others in its JVM, as its slave saw it.
 *
 * @param key the key of its {@link Affinity}; null: it shared nothing that it left there
 * @param started whether the trial made it, and paid for that
 * @param held the keys of everything that the JVM has after the trial, in any order
 */
public record TrialAffinity(@Nullable String key, boolean started, List<String> held) {
  /** Nothing is shared in its JVM, or nobody knows. */
  public static final TrialAffinity NONE = new TrialAffinity(null, false, List.of());

  public TrialAffinity {
    held = List.copyOf(held);
    if ((key != null && !Affinity.isKey(key)) || !held.stream().allMatch(Affinity::isKey)) {
      throw new IllegalArgumentException("no key of an affinity: " + key + ", " + held);
    }
  }
}

package io.rrrspec.client.marks;

import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is written at a test class and at all that runs with it.
 *
 * @param tags tags of JUnit Jupiter, groups of TestNG, and categories of JUnit 4 with their full
 *     and their simple names
 * @param locks values of JUnit Jupiter's {@code @ResourceLock}
 * @param anyLock whether code of the project, which nobody runs here, names further locks
 * @param isolated whether JUnit Jupiter's {@code @Isolated} is there
 * @param unclear why there may be more of all this, in words; null: this is all
 */
public record ClassMarks(
    Set<String> tags,
    Set<String> locks,
    boolean anyLock,
    boolean isolated,
    @Nullable String unclear) {
  public ClassMarks {
    tags = Set.copyOf(tags);
    locks = Set.copyOf(locks);
  }

  /** Those of a class that cannot be read. */
  static ClassMarks unknown(String why) {
    return new ClassMarks(Set.of(), Set.of(), true, false, why);
  }

  /** Whether the class has such a tag, or may have it. */
  public boolean mayHaveTag(Predicate<String> pattern) {
    return unclear != null || tags.stream().anyMatch(pattern);
  }

  /** Whether the class has such a lock, or may have it. */
  public boolean mayHaveLock(Predicate<String> pattern) {
    return unclear != null || anyLock || locks.stream().anyMatch(pattern);
  }
}

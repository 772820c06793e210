package io.rrrspec.common.model;

import java.time.Duration;

/**
 * What a task shares with others in a JVM. The first task of a key in a JVM makes it, and pays for
 * that; so a claim prefers tasks of a key that the JVM has.
 *
 * @param key any text of 1 to 200 characters without control characters; equal for tasks that share
 * @param cost what the first task of the key in a JVM pays, 0 or more
 */
public record Affinity(String key, Duration cost) {
  /** The most characters of a key. */
  public static final int LONGEST_KEY = 200;

  /**
   * What the keys begin with that no slave reports, but that were learned from past runs: a JVM has
   * them from its first task of the key on. {@code affinity.lua} knows it, too.
   */
  private static final String LEARNED = "warm ";

  public Affinity {
    if (!isKey(key)) {
      throw new IllegalArgumentException(
          "the key of an affinity has 1 to 200 characters and no control characters: " + key);
    }
    if (cost.isNegative()) {
      throw new IllegalArgumentException("an affinity costs nothing or more, not " + cost);
    }
  }

  /**
   * The key of classes that one of them warms the JVM for.
   *
   * @param specFile that of this class
   */
  public static String learned(String specFile) {
    String key = LEARNED + specFile;
    return key.substring(0, Math.min(key.length(), LONGEST_KEY))
        .replaceAll("[\\p{Cntrl}\\x80-\\x9f]", "?");
  }

  /** Whether no slave reports it, but it was learned from past runs. */
  public boolean isLearned() {
    return key.startsWith(LEARNED);
  }

  /** Whether it was learned that the others of this key take less after this class. */
  public boolean isLearnedOf(String specFile) {
    return key.equals(learned(specFile));
  }

  /** Whether a text can be a key. */
  public static boolean isKey(String text) {
    return !text.isEmpty()
        && text.length() <= LONGEST_KEY
        && text.chars().noneMatch(Character::isISOControl);
  }
}

package io.rrrspec.common.model;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What past runs say about dividing a class.
 *
 * @param times what its tests took; null if nobody knows
 * @param refusal why it should not be divided, in one line; null if it may be
 * @param classFiles of a refusal the digest of the class files that it holds for; null: of any
 * @param passedWith the digest of the class files with which it passed last; null if nobody knows
 */
public record KnownParts(
    @Nullable PartTimes times,
    @Nullable String refusal,
    @Nullable String classFiles,
    @Nullable String passedWith) {
  /** So many runs in parts in a row, and a class runs whole. */
  public static final int MOST_IN_PARTS = 5;

  /** The refusal for that. */
  public static final String OFTEN_IN_PARTS =
      "it runs whole once after " + MOST_IN_PARTS + " runs in parts";

  /**
   * So often its parts are refused with the class files that it passed with last, and a class stays
   * whole until it passes with others.
   */
  public static final int MOST_REFUSALS = 2;

  /** The same, whatever the class files were. */
  public static final int MOST_REFUSALS_IN_ALL = 5;

  /** The refusal for these. */
  public static final String OFTEN_REFUSED =
      "workers have refused its parts again and again: they have other class files than the worker"
          + " that ran it last";

  /** Of a class that may be divided. */
  public static KnownParts of(PartTimes times) {
    return new KnownParts(times, null, null, null);
  }

  /** Of one that may not be. */
  public static KnownParts refused(String why) {
    return new KnownParts(null, why, null, null);
  }

  /** The same with a refusal. */
  public KnownParts with(String why, @Nullable String files) {
    return new KnownParts(times, why, files, passedWith);
  }

  /** The same if each part pays at least so much again. */
  public KnownParts withSetup(Duration least) {
    return times == null || times.setup().compareTo(least) >= 0
        ? this
        : new KnownParts(
            new PartTimes(least, times.methods(), times.tests(), times.skipped()),
            refusal,
            classFiles,
            passedWith);
  }

  /** The same with the class files with which it passed last. */
  public KnownParts withPassedWith(@Nullable String files) {
    return new KnownParts(times, refusal, classFiles, files);
  }

  /**
   * By what it is divided; null: it should not be.
   *
   * @param now the digest of its class files; null: nobody knows them
   */
  public @Nullable PartTimes times(@Nullable String now) {
    boolean over = classFiles != null && now != null && !classFiles.equals(now);
    return refusal == null || over ? times : null;
  }
}

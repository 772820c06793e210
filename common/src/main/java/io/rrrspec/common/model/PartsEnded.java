package io.rrrspec.common.model;

/**
 * How far classes are that run in parts, and are not decided.
 *
 * @param classes how many classes; 0 or more
 * @param ended how many of their parts have ended; 0 to {@code parts}
 * @param parts how many parts they have; 0 or more
 */
public record PartsEnded(int classes, int ended, int parts) {
  /** Without such classes. */
  public static final PartsEnded NONE = new PartsEnded(0, 0, 0);

  public PartsEnded {
    if (classes < 0 || ended < 0 || ended > parts) {
      throw new IllegalArgumentException(ended + " of " + parts + " parts have ended");
    }
  }

  /** What has ended of these classes together: 0 to {@code classes}. */
  public double share() {
    return parts == 0 ? 0 : (double) classes * ended / parts;
  }

  /** Of these classes and others. */
  public PartsEnded plus(PartsEnded other) {
    return new PartsEnded(classes + other.classes, ended + other.ended, parts + other.parts);
  }
}

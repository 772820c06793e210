package io.rrrspec.common.config;

/**
 * How many slaves a worker runs at once.
 *
 * @param number so many; 1 or more
 * @param auto whether there may be more, as long as the machine has room for them
 */
public record SlaveNumber(int number, boolean auto) {
  /** The word for {@link #auto()} in settings. */
  public static final String AUTO = "auto";

  public SlaveNumber {
    if (number < 1) {
      throw new IllegalArgumentException("slaves must be 1 or more, not " + number);
    }
  }

  /** As many as keep the processors busy, and at least one for each. */
  public static SlaveNumber fitting() {
    return new SlaveNumber(Runtime.getRuntime().availableProcessors(), true);
  }

  /** A certain number. */
  public static SlaveNumber of(int number) {
    return new SlaveNumber(number, false);
  }

  /** As people read it. */
  @Override
  public String toString() {
    return number + (number == 1 ? " slave" : " slaves") + (auto ? " and more" : "");
  }
}

package io.rrrspec.common.config;

/** One item of a list is wrong: the message says what to write instead of it. */
final class WrongItemException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final String item;

  /**
   * Makes one.
   *
   * @param item as it was written
   * @param advice what follows the item in the line for the user, with the colon
   */
  WrongItemException(String item, String advice) {
    super(advice);
    this.item = item;
  }

  /** As it was written. */
  String item() {
    return item;
  }
}

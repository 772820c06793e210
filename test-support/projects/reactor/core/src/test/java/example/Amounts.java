package example;

/** What tests of other modules use, too. */
public final class Amounts {
  public static final Money ONE = new Money(1);

  private Amounts() {}
}

package core;

/** Some lines of it are covered by one test class, some by another, some by none. */
public final class Prices {
  private Prices() {}

  public static int total(int price, int count) {
    if (count < 0) {
      throw new IllegalArgumentException("a negative number of things");
    }
    int total = 0;
    for (int n = 0; n < count; n++) {
      total += price;
    }
    return total;
  }

  public static int reduced(int price, int percent) {
    if (percent > 100) {
      return 0;
    }
    return price - price * percent / 100;
  }

  public static String shown(int cents) {
    String rest = String.valueOf(cents % 100);
    if (rest.length() == 1) {
      rest = "0" + rest;
    }
    return cents / 100 + "." + rest;
  }

  public static int neverUsed(int price) {
    int twice = price * 2;
    return twice + 1;
  }
}

package example;

import names.Names;

public final class Greeting {
  private Greeting() {}

  public static String to(String name) {
    return "Hello " + Names.of(name);
  }

  /** The class that it takes the name from. */
  public static String source() {
    return Names.class.getName();
  }
}

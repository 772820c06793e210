package names;

/** A library that core takes into its jar under another name. */
public final class Names {
  private Names() {}

  public static String of(String name) {
    return "Mx. " + name;
  }
}

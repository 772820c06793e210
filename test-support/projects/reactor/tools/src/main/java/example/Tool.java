package example;

/** A module without tests. */
public final class Tool {
  private Tool() {}
}

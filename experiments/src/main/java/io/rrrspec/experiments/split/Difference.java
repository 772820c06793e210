package io.rrrspec.experiments.split;

/**
 * A test that came to something else in parts than in the whole class.
 *
 * @param test its class and name, {@code com.foo.BarTest#name}; without a name: the class itself
 * @param whole its outcomes in the whole class; "none" if it was not there
 * @param parts its outcomes in the parts, likewise
 * @param message the first line of the failure; empty if nothing failed
 */
record Difference(String test, String whole, String parts, String message) {
  @Override
  public String toString() {
    return test
        + ": "
        + whole
        + " as a whole, "
        + parts
        + " in parts"
        + (message.isEmpty() ? "" : " (" + message + ")");
  }
}

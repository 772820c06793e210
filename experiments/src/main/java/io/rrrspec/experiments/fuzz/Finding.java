package io.rrrspec.experiments.fuzz;

/**
 * An input that did harm.
 *
 * @param kind of the target
 * @param number of the input
 * @param input its beginning, in one line
 * @param harm what was thrown
 */
record Finding(String kind, long number, String input, Throwable harm) {
  private static final String OURS = "io.rrrspec.";
  private static final String FUZZER = "io.rrrspec.experiments.fuzz.";

  /** The same for all findings that one defect leads to, as far as that can be told. */
  String cause() {
    Throwable first = harm;
    while (first.getCause() != null && first.getCause() != first) {
      first = first.getCause();
    }
    String said = first instanceof Harm ? withoutValues(String.valueOf(first.getMessage())) : "";
    return kind + " " + first.getClass().getName() + " " + said + " at " + place(first);
  }

  private static String withoutValues(String message) {
    String head = message.length() > 80 ? message.substring(0, 80) : message;
    return head.replaceAll("[0-9a-f]{4,}|[0-9]", "_");
  }

  private static String place(Throwable thrown) {
    for (StackTraceElement frame : thrown.getStackTrace()) {
      String name = frame.getClassName();
      if (name.startsWith(OURS) && !name.startsWith(FUZZER)) {
        return name + "." + frame.getMethodName() + ":" + frame.getLineNumber();
      }
    }
    return "";
  }
}

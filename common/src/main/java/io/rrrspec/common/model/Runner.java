package io.rrrspec.common.model;

/**
 * Says what the tasks of a run are, and so what their spec_file means. A name that is none of these
 * comes from another implementation or a later version; it is kept as it is, and only workers that
 * know it can serve the run.
 *
 * @param name as Redis, SQL and the settings have it
 */
public record Runner(String name) {
  /** Each task is a test class, run on the JUnit Platform. */
  public static final Runner JUNIT = new Runner("junit");

  /** Each task is a command line or a file to execute; exit code 0 is a pass. */
  public static final Runner COMMAND = new Runner("command");

  /** Each task is an HTTP request, {@code METHOD URL [BODY]}; a 2xx answer is a pass. */
  public static final Runner HTTP = new Runner("http");

  /** Reads the name; an empty one stands for {@link #JUNIT}, as in Ruby rrrspec's runs. */
  public static Runner of(String name) {
    return name.isEmpty() ? JUNIT : new Runner(name);
  }

  /** Whether a task is a text that is carried out as it is, and no test class. */
  public boolean runsCommands() {
    return equals(COMMAND) || equals(HTTP);
  }

  /** Whether only our own workers can serve it: others run what the slave_command brings. */
  public boolean needsOurWorkers() {
    return !equals(JUNIT);
  }

  /**
   * Identifies the test that a task runs; the text of a command or request stands in a class's
   * place.
   */
  public TestId testId(String specFile) {
    return runsCommands() ? new TestId("", specFile, null) : TestId.parse(specFile);
  }

  @Override
  public String toString() {
    return name;
  }
}

package io.rrrspec.common.model;

import io.rrrspec.common.UsageException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A test method with all its invocations, as {@code module/dir:com.foo.BarTest@execution#method}:
 * the name that {@code client flaky} prints. A nested class has its own name, {@code
 * com.foo.BarTest$Inner}.
 *
 * @param ofClass its class; the default execution is null
 * @param name the method, or the title of a feature or scenario; never empty
 */
public record TestMethod(TestId ofClass, String name) {
  /** The longest text, in characters. */
  public static final int LONGEST = 1_000;

  private static final String EXAMPLE = "write CLASS#METHOD, such as com.foo.CartTest#adds";

  /** What engines call a test that stands for a class as a whole. */
  private static final Set<String> WHOLE_CLASS =
      Set.of("initializationError", "classMethod", "executionError");

  private static final Pattern CLASS_NAME = Pattern.compile("[\\p{L}\\p{N}_.$]+");

  public TestMethod {
    String execution = ofClass.shownExecution();
    ofClass =
        new TestId(ofClass.module(), ofClass.className(), execution.isEmpty() ? null : execution);
  }

  /**
   * Reads a name; an invocation, {@code com.foo.CartTest#adds(int)[2]}, stands for its method.
   *
   * @throws UsageException if it names no single method
   */
  public static TestMethod parse(String text) {
    int hash = text.indexOf('#');
    if (text.length() > LONGEST || text.chars().anyMatch(Character::isISOControl)) {
      throw wrong("a test", "is longer than " + LONGEST + " characters, or more than one line");
    }
    if (hash < 0 || text.substring(hash + 1).isBlank()) {
      throw wrong(text, "names no test method");
    }
    TestId ofClass = TestId.parse(text.substring(0, hash));
    String name = TestSelection.methodOf(text.substring(hash + 1).strip());
    if (ofClass.className().indexOf('*') >= 0 || name.indexOf('*') >= 0) {
      throw wrong(text, "has a wildcard, and one test is meant");
    }
    if (!CLASS_NAME.matcher(ofClass.className()).matches()) {
      throw wrong(text, "names no class");
    }
    if (WHOLE_CLASS.contains(name)) {
      throw wrong(text, "stands for a class that cannot run, and no test");
    }
    return new TestMethod(ofClass, name);
  }

  private static UsageException wrong(String text, String what) {
    return new UsageException("'" + text + "' " + what + ": " + EXAMPLE);
  }

  /**
   * Whether a test of a task is this method, or one of its invocations.
   *
   * @param task the class that was asked for, with its module and execution
   * @param className the class of the test as reports have it
   * @param testName its name as reports have it
   */
  public boolean isOf(TestId task, String className, String testName) {
    return ofClass.className().equals(className)
        && ofClass.module().equals(task.module())
        && ofClass.shownExecution().equals(task.shownExecution())
        && (name.equals(testName) || name.equals(TestSelection.methodOf(testName)));
  }

  /** The name of the task of its class; that of the outermost class if it is nested. */
  public String task() {
    String className = ofClass.className();
    int nested = className.indexOf('$', 1);
    String outermost = nested < 0 ? className : className.substring(0, nested);
    return new TestId(ofClass.module(), outermost, ofClass.execution()).toString();
  }

  /** The text that {@link #parse} reads. */
  @Override
  public String toString() {
    return ofClass + "#" + name;
  }
}

package io.rrrspec.common.model;

import io.rrrspec.common.UsageException;
import java.util.Collection;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A test as {@code module/dir:com.foo.BarTest@execution#method}: the name that {@code client flaky}
 * prints. A nested class has its own name, {@code com.foo.BarTest$Inner}. A method stands for all
 * its invocations, the name of one invocation for that one.
 *
 * <p>The name is taken as it is. A text alone does not tell the parameters of a method from a title
 * that has parentheses in it: to cut them off could name another test.
 *
 * @param ofClass its class; the default execution is null
 * @param name the method, an invocation of it, or the title of a feature or scenario; never empty
 */
public record TestMethod(TestId ofClass, String name) {
  /** The longest text, in characters. */
  public static final int LONGEST = 1_000;

  private static final String EXAMPLE = "write CLASS#METHOD, such as com.foo.CartTest#adds";

  /** What engines call a test that stands for a class as a whole. */
  private static final Set<String> WHOLE_CLASS =
      Set.of("initializationError", "classMethod", "executionError");

  private static final Pattern CLASS_NAME = Pattern.compile("[\\p{L}\\p{N}_.$]+");

  /** What reports add to the name of a method for one of its invocations. */
  private static final Pattern OF_INVOCATION = Pattern.compile("[(\\[{].*|\\s\\[.*\\]");

  public TestMethod {
    String execution = ofClass.shownExecution();
    ofClass =
        new TestId(ofClass.module(), ofClass.className(), execution.isEmpty() ? null : execution);
  }

  /**
   * Reads a name.
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
    String name = text.substring(hash + 1).strip();
    if (ofClass.className().indexOf('*') >= 0 || name.indexOf('*') >= 0) {
      throw wrong(text, "has a wildcard, and one test is meant");
    }
    if (!CLASS_NAME.matcher(ofClass.className()).matches()) {
      throw wrong(text, "names no class");
    }
    if (WHOLE_CLASS.contains(TestSelection.methodOf(name))) {
      throw wrong(text, "stands for a class that cannot run, and no test");
    }
    return new TestMethod(ofClass, name);
  }

  private static UsageException wrong(String text, String what) {
    return new UsageException("'" + text + "' " + what + ": " + EXAMPLE);
  }

  /**
   * Whether this names a test of a task.
   *
   * @param task the class that was asked for, with its module and execution
   * @param className the class of the test as reports have it
   * @param names of the test and of what makes several tests of it, as its engine has them
   */
  public boolean names(TestId task, String className, Collection<String> names) {
    return isIn(task, className) && names.contains(name);
  }

  /**
   * Whether a test of a record may be this one, or one of its invocations, by what reports say.
   *
   * @param task the class that was asked for, with its module and execution
   * @param className the class of the test as reports have it
   * @param testName its name as reports have it
   */
  public boolean isOf(TestId task, String className, String testName) {
    return isIn(task, className)
        && testName.startsWith(name)
        && (testName.length() == name.length()
            || OF_INVOCATION.matcher(testName.substring(name.length())).matches());
  }

  private boolean isIn(TestId task, String className) {
    return ofClass.className().equals(className)
        && ofClass.module().equals(task.module())
        && ofClass.shownExecution().equals(task.shownExecution());
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

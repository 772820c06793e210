package io.rrrspec.client.report;

import io.rrrspec.client.report.result.RunSummary;
import io.rrrspec.common.model.TestSelection;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Names a failed test as a PATTERN of the command line, to be pasted into a shell. */
public final class SingleTest {
  private static final Pattern CLASS = Pattern.compile("[\\p{L}\\p{N}_.$]+");
  private static final Pattern PLAIN =
      Pattern.compile("[\\p{L}\\p{N}_./:@%+,=-][\\p{L}\\p{N}_./:@%+,=#-]*");

  /** What engines call a test that stands for a class as a whole. */
  private static final Set<String> OF_CLASS =
      Set.of("initializationError", "classMethod", "warning", "executionError");

  private SingleTest() {}

  /** The pattern; empty if it is not known in which class the test is. */
  public static Optional<String> pattern(RunSummary.Failed failed) {
    String className = failed.result().className();
    String name = failed.result().name();
    // An engine that fails as a whole is in no class.
    boolean engine = name.equals(className) && className.indexOf('.') < 0;
    if (engine || !CLASS.matcher(className).matches()) {
      return Optional.empty();
    }
    String method = TestSelection.methodOf(name);
    return name.isEmpty() || name.equals(className) || OF_CLASS.contains(method)
        ? Optional.of(failed.className())
        : Optional.of(failed.className() + '#' + literal(method));
  }

  /** A {@code +} separates methods; a {@code ?} stands for any character. */
  private static String literal(String method) {
    return method.replaceAll("[+\\p{Cntrl}]", "?");
  }

  /** A word for a shell, in quotes where it needs them. */
  public static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}

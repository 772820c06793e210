package io.rrrspec.client.source;

import io.rrrspec.common.files.Glob;
import io.rrrspec.common.model.TestId;
import java.nio.file.Path;
import java.util.function.Predicate;

/**
 * One PATTERN of the command line, which may end in {@code @} and a pattern for the execution;
 * without that every execution is meant. What stands before a colon is a pattern for the module's
 * directory; without that every module is meant. With a slash or the ending of a source file a
 * pattern is about paths, else about names; a name without a dot is a class in whatever package, or
 * the directory of modules. {@code *} and {@code ?} stay within a package or directory, {@code **}
 * does not ({@link GlobPattern}). Patterns of a pom are Surefire's and match otherwise: its own
 * code reads them, when a project is prepared.
 */
final class TestPattern implements Predicate<TestClass> {
  private final String text;
  private final Predicate<TestClass> rule;

  private TestPattern(String text, Predicate<TestClass> rule) {
    this.text = text;
    this.rule = rule;
  }

  /**
   * Reads one.
   *
   * @param project the project's directory: what absolute paths are taken relative to
   */
  static TestPattern of(String text, Path project) {
    int at = text.lastIndexOf('@');
    // A directory may have one in its name.
    boolean inDirectory = text.indexOf('/', at + 1) >= 0 || text.indexOf(':', at + 1) >= 0;
    if (at <= 0 || at == text.length() - 1 || inDirectory) {
      return new TestPattern(text, ofClass(text, project));
    }
    Glob execution = GlobPattern.of(text.substring(at + 1));
    Predicate<TestClass> ofClass = ofClass(text.substring(0, at), project);
    return new TestPattern(text, test -> ofClass.test(test) && execution.matches(execution(test)));
  }

  /** As the name of a task shows it, and the default one by its name. */
  private static String execution(TestClass test) {
    String task = test.task();
    return test.id().shownExecution().isEmpty()
        ? TestId.DEFAULT_EXECUTION
        : task.substring(task.lastIndexOf('@') + 1);
  }

  private static Predicate<TestClass> ofClass(String text, Path project) {
    int colon = text.lastIndexOf(':');
    if (colon >= 0) {
      return inModule(text.substring(0, colon), text.substring(colon + 1));
    }
    if (text.equals(".") || text.contains("/") || !TestClass.withoutEnding(text).equals(text)) {
      return path(text, project);
    }
    Predicate<TestClass> name = name(text);
    return hasWildcard(text)
        ? name
        : test ->
            name.test(test)
                || (!text.isEmpty() && (test.id().module() + "/").startsWith(text + "/"));
  }

  /** All classes of these modules if no name is given. */
  private static Predicate<TestClass> inModule(String module, String name) {
    Glob directory = GlobPattern.of(module, '/');
    Glob full = GlobPattern.of(name.isEmpty() ? "**" : name, '.');
    Predicate<TestClass> any = name(name);
    return test ->
        directory.matches(test.id().module()) && (full.matches(test.name()) || any.test(test));
  }

  private static Predicate<TestClass> name(String text) {
    if (text.contains(".") || text.equals("**")) {
      // Nobody who writes *.FooTest means one package only.
      Glob full = GlobPattern.of(text.startsWith("*.") ? "*" + text : text, '.');
      return test -> full.matches(test.name());
    }
    Glob simple = GlobPattern.of(text, '.');
    return test -> simple.matches(test.simpleName());
  }

  @Override
  public boolean test(TestClass test) {
    return rule.test(test);
  }

  @Override
  public String toString() {
    return text;
  }

  private static Predicate<TestClass> path(String text, Path project) {
    String path =
        (text + "/").startsWith(project + "/") ? (text + "/").substring(length(project)) : text;
    path = path.replaceFirst("^\\./+|^\\.$", "").replaceFirst("(?<=[^/])/+$", "");
    String name = TestClass.withoutEnding(path);
    Glob file = GlobPattern.of(name.contains("/") ? name : "**/" + name, '/');
    // A directory stands for everything in it; a pattern for files does not mean directories, too.
    boolean directory =
        path.equals(name) && !hasWildcard(path.substring(path.lastIndexOf('/') + 1));
    Glob below = GlobPattern.of(path.isEmpty() ? "**" : path + "/**", '/');
    return test ->
        test.possiblePaths().stream()
            .anyMatch(it -> file.matches(it) || (directory && below.matches(it)));
  }

  private static boolean hasWildcard(String text) {
    return text.indexOf('*') >= 0 || text.indexOf('?') >= 0;
  }

  /** Of the project's path and the slash behind it. */
  private static int length(Path project) {
    return project.toString().length() + 1;
  }
}

package io.rrrspec.client.source;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.Nearest;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which of a project's test classes are meant by the patterns of a command line. */
public final class PatternSelection {
  private PatternSelection() {}

  /**
   * The classes that at least one pattern fits, in the order they came; all if there is no pattern.
   *
   * @param project the project's directory
   * @throws UsageException if a pattern fits nothing: what was asked for would not be run
   */
  public static List<TestClass> select(List<TestClass> all, List<String> patterns, Path project) {
    if (patterns.isEmpty()) {
      return List.copyOf(all);
    }
    Set<TestClass> selected = new LinkedHashSet<>();
    for (String text : patterns) {
      TestPattern pattern = TestPattern.of(text, project);
      if (!selected.addAll(all.stream().filter(pattern).toList())
          && all.stream().noneMatch(pattern)) {
        throw nothing(text, all);
      }
    }
    return all.stream().filter(selected::contains).toList();
  }

  private static UsageException nothing(String pattern, List<TestClass> all) {
    if (all.isEmpty()) {
      return new UsageException("no test class matches '" + pattern + "': the project has none");
    }
    return new UsageException(
        "no test class matches '" + pattern + "': the nearest is '" + nearest(pattern, all) + "'");
  }

  /** By what the person wrote: a path is held against names, too. */
  private static String nearest(String pattern, List<TestClass> all) {
    String ofClass = pattern.replaceFirst("@[^@/]*$", "");
    String wrong = TestClass.withoutEnding(ofClass).replaceFirst("^.*[/:]", "").replace("*", "");
    boolean simple = !wrong.contains(".");
    List<String> names =
        all.stream().map(test -> simple ? test.simpleName() : test.name()).toList();
    String near = Nearest.closest(wrong, names);
    return all.get(names.indexOf(near)).task();
  }
}

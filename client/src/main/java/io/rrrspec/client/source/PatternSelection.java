package io.rrrspec.client.source;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.NearestName;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
    String near = nearest(pattern, all);
    return new UsageException(
        "no test class matches '"
            + pattern
            + (near == null
                ? "': write a class name, a path or a glob that fits one"
                : "': the nearest is '" + near + "'"));
  }

  /** By what the person wrote: a path is held against names, too. Null if nothing is near. */
  private static @Nullable String nearest(String pattern, List<TestClass> all) {
    String ofClass = pattern.replaceFirst("#.*", "").replaceFirst("@[^@/]*$", "");
    String wrong = TestClass.withoutEnding(ofClass).replaceFirst("^.*[/:]", "").replace("*", "");
    boolean simple = !wrong.contains(".");
    List<String> names =
        all.stream().map(test -> simple ? test.simpleName() : test.name()).toList();
    String near = NearestName.to(wrong, names);
    return near == null ? null : all.get(names.indexOf(near)).task();
  }
}

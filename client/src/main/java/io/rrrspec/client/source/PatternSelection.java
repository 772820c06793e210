package io.rrrspec.client.source;

import io.rrrspec.client.source.TestChoice.Part;
import io.rrrspec.common.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
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

  /**
   * The same where a pattern may end in {@code #METHODS}, or name a nested class. A class that is
   * asked for both whole and by method runs whole.
   *
   * @throws UsageException if a pattern fits no class, or has no method behind its {@code #}
   */
  public static TestChoice choose(List<TestClass> all, List<String> patterns, Path project) {
    if (patterns.isEmpty()) {
      return new TestChoice(all, Map.of(), List.of());
    }
    Set<TestClass> chosen = new LinkedHashSet<>();
    Set<String> whole = new LinkedHashSet<>();
    Map<String, Set<String>> methods = new LinkedHashMap<>();
    List<Part> parts = new ArrayList<>();
    for (String text : patterns) {
      MethodChoice choice =
          MethodChoice.of(text, all, project).orElseThrow(() -> nothing(text, all));
      chosen.addAll(choice.classes());
      List<String> tasks = choice.classes().stream().map(TestClass::task).toList();
      if (choice.isWhole()) {
        whole.addAll(tasks);
      } else {
        tasks.forEach(
            task ->
                methods.computeIfAbsent(task, t -> new LinkedHashSet<>()).add(choice.methods()));
        parts.add(new Part(text, choice.shown(), Set.copyOf(tasks)));
      }
    }
    Map<String, List<String>> limited = new LinkedHashMap<>();
    methods.forEach(
        (task, its) -> {
          if (!whole.contains(task)) {
            limited.put(task, List.copyOf(its));
          }
        });
    return new TestChoice(all.stream().filter(chosen::contains).toList(), limited, parts);
  }

  private static UsageException nothing(String pattern, List<TestClass> all) {
    if (all.isEmpty()) {
      return new UsageException("no test class matches '" + pattern + "': the project has none");
    }
    if (pattern.matches("[0-9]+")) {
      return new UsageException(
          "no test class matches '"
              + pattern
              + "': the number of --fail-fast, --until-fail or --debug follows '='");
    }
    String near = NearestTask.to(pattern, all);
    return new UsageException(
        "no test class matches '"
            + pattern
            + (near == null
                ? "': write a class name, a path or a glob that fits one"
                : "': the nearest is '" + near + "'"));
  }
}

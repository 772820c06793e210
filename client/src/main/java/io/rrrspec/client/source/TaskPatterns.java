package io.rrrspec.client.source;

import io.rrrspec.client.marks.ClassMarks;
import io.rrrspec.client.marks.ProjectMarks;
import io.rrrspec.common.files.Glob;
import io.rrrspec.common.project.Project;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which tasks a pattern of the settings means: the same as on the command line.
 *
 * @param all every task that there is, also if it is not run
 * @param reader makes of a pattern what says whether it means a task
 * @param marks reads what is written at the classes of all tasks; null: tasks are no classes
 * @param isolated reads which tasks are isolated by what is written at their classes
 */
public record TaskPatterns(
    List<String> all,
    Function<String, Predicate<String>> reader,
    @Nullable Supplier<Map<String, ClassMarks>> marks,
    Supplier<Set<String>> isolated) {
  public TaskPatterns {
    all = List.copyOf(all);
  }

  /**
   * Those of test classes.
   *
   * @param directory the project's directory
   */
  public static TaskPatterns ofClasses(Project project, Path directory) {
    Supplier<Map<String, ClassMarks>> marks = readOnce(() -> ProjectMarks.of(project));
    return new TaskPatterns(
        TestClass.of(project).stream().map(TestClass::task).toList(),
        text -> {
          TestPattern pattern = TestPattern.of(text, directory);
          return task -> pattern.test(TestClass.ofTask(task));
        },
        marks,
        () -> ProjectMarks.knowIsolated(project) ? isolated(marks.get()) : Set.of());
  }

  private static Supplier<Map<String, ClassMarks>> readOnce(
      Supplier<Map<String, ClassMarks>> reader) {
    Map<String, ClassMarks> read = new HashMap<>();
    return () -> {
      if (read.isEmpty()) {
        read.putAll(reader.get());
      }
      return read;
    };
  }

  private static Set<String> isolated(Map<String, ClassMarks> marks) {
    Set<String> isolated = new HashSet<>();
    marks.forEach(
        (task, its) -> {
          if (its.isolated()) {
            isolated.add(task);
          }
        });
    return isolated;
  }

  /** Those of command lines. */
  static TaskPatterns ofCommands(List<String> all) {
    return new TaskPatterns(
        all,
        text -> {
          Glob glob = GlobPattern.of(text);
          return task -> glob.matches(task);
        },
        null,
        Set::of);
  }
}

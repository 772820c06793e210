package io.rrrspec.client.source;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Knows the classes that the setting {@code whole} names: they never run in parts. */
public final class WholeClasses {
  private WholeClasses() {}

  /**
   * Reads the setting.
   *
   * @param patterns as on the command line
   * @param warnings gets a line for each pattern that means no task
   * @return whether a task, by its spec_file, is one of them
   */
  public static Predicate<String> of(
      List<String> patterns, TaskPatterns tasks, Consumer<String> warnings) {
    List<Predicate<String>> whole = new ArrayList<>();
    for (String text : patterns) {
      Predicate<String> pattern = tasks.reader().apply(text);
      whole.add(pattern);
      if (tasks.all().stream().noneMatch(pattern)) {
        warnings.accept(
            "warning: whole: no class matches '" + text + "': correct it or leave it out");
      }
    }
    return spec -> whole.stream().anyMatch(pattern -> pattern.test(spec));
  }
}

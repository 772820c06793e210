package io.rrrspec.client.source;

import io.rrrspec.client.marks.ClassMarks;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.TestResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Tells which resources a task needs: by its name, and by what is written at its class. */
final class ResourceNeeds {
  private final TaskPatterns tasks;
  private final Consumer<String> warnings;
  private final Map<String, List<Predicate<String>>> needs = new TreeMap<>();

  /** Read only if a resource asks for it. */
  private Map<String, ClassMarks> marks = Map.of();

  /**
   * Reads what resources say about tasks.
   *
   * @param warnings gets a line for each pattern that means no task
   * @throws UsageException if a resource needs classes, and the tasks are none
   * @throws io.rrrspec.common.ServiceException if a file of the project cannot be read
   */
  ResourceNeeds(
      Map<String, TestResource> resources, TaskPatterns tasks, Consumer<String> warnings) {
    this.tasks = tasks;
    this.warnings = warnings;
    Map<String, TestResource> sorted = new TreeMap<>(resources);
    sorted.forEach(this::requireClasses);
    Supplier<Map<String, ClassMarks>> source = tasks.marks();
    if (source != null && sorted.values().stream().anyMatch(ResourceNeeds::isMarked)) {
      marks = source.get();
      warnIfUnclear();
    }
    sorted.forEach(this::read);
  }

  boolean none() {
    return needs.isEmpty();
  }

  /** The names of the resources that a task needs. */
  Set<String> of(String task) {
    Set<String> names = new TreeSet<>();
    needs.forEach(
        (name, its) -> {
          if (its.stream().anyMatch(pattern -> pattern.test(task))) {
            names.add(name);
          }
        });
    return names;
  }

  private static boolean isMarked(TestResource resource) {
    return !resource.tags().isEmpty() || !resource.locks().isEmpty();
  }

  private void requireClasses(String name, TestResource resource) {
    if (tasks.marks() == null && isMarked(resource)) {
      throw new UsageException(
          "resources."
              + name
              + (resource.tags().isEmpty() ? ".locks" : ".tags")
              + " needs test classes, and runner is 'command': write 'classes' instead, with globs"
              + " of the command lines");
    }
  }

  private void read(String name, TestResource resource) {
    List<Predicate<String>> its = new ArrayList<>();
    for (String text : resource.classes()) {
      add(its, tasks.reader().apply(text), name + ".classes: no class matches '" + text + "'");
    }
    for (String text : resource.tags()) {
      add(
          its,
          marked(text, ClassMarks::mayHaveTag),
          name + ".tags: no class has the tag '" + text + "'");
    }
    for (String text : resource.locks()) {
      add(
          its,
          marked(text, ClassMarks::mayHaveLock),
          name + ".locks: no class has the @ResourceLock '" + text + "'");
    }
    needs.put(name, its);
  }

  private Predicate<String> marked(
      String glob, BiPredicate<ClassMarks, Predicate<String>> mayHave) {
    Predicate<String> pattern = GlobPattern.of(glob)::matches;
    return task -> {
      ClassMarks its = marks.get(task);
      // All tasks are there; should one not be, it gets a resource too many.
      return its == null || mayHave.test(its, pattern);
    };
  }

  private void add(List<Predicate<String>> its, Predicate<String> pattern, String ifNone) {
    its.add(pattern);
    if (tasks.all().stream().noneMatch(pattern)) {
      warnings.accept("warning: resources." + ifNone + ": correct it or leave it out");
    }
  }

  private void warnIfUnclear() {
    List<Map.Entry<String, ClassMarks>> unclear =
        new TreeMap<>(marks)
            .entrySet().stream().filter(entry -> entry.getValue().unclear() != null).toList();
    if (!unclear.isEmpty()) {
      Map.Entry<String, ClassMarks> first = unclear.get(0);
      warnings.accept(
          "warning: resources: the tags and locks of "
              + first.getKey()
              + (unclear.size() == 1
                  ? " cannot be read, so it gets"
                  : " and " + (unclear.size() - 1) + " more cannot be read, so they get")
              + " all resources that have 'tags' or 'locks' ("
              + first.getValue().unclear()
              + ")");
    }
  }
}

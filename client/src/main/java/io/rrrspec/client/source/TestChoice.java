package io.rrrspec.client.source;

import io.rrrspec.common.model.TestSelection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the patterns of a command line choose.
 *
 * @param classes the classes, in the order of the build
 * @param methods method patterns by task, as {@link TestSelection} has them; a task that is not
 *     there runs whole
 * @param parts the patterns that ask for methods
 */
public record TestChoice(
    List<TestClass> classes, Map<String, List<String>> methods, List<Part> parts) {

  /**
   * A pattern that asks for methods.
   *
   * @param pattern as it was written
   * @param methods its method pattern, as the slave names it if it fits no test
   * @param tasks the tasks that it was asked of
   */
  public record Part(String pattern, String methods, Set<String> tasks) {
    public Part {
      tasks = Set.copyOf(tasks);
    }
  }

  public TestChoice {
    classes = List.copyOf(classes);
    methods = Map.copyOf(methods);
    parts = List.copyOf(parts);
  }

  /** The names of its tasks. */
  public List<String> tasks() {
    return classes.stream().map(TestClass::task).toList();
  }

  /** The tests of some of its tasks. */
  public TestSelection selection(List<String> tasks) {
    return TestSelection.ofMethods(tasks, methods);
  }
}
